/* Compares the text of a law with its code by the interpreter, for texts with typos, which are not
 * compiled: in all modes, through events, and what the two state beside the equations. */
#ifndef BRISTLE_MODELS_READING_CODE_TEST_H
#define BRISTLE_MODELS_READING_CODE_TEST_H

#include "models/reading/code_members_test.h"

static inline void two_open(struct two *t, const struct model *model, struct equations *law,
                            const struct statements *statements)
{
    expression e[2 * EQUATIONS_QUANTITIES + 2 * EQUATIONS_ELEMENTS];
    size_t n = 0;
    *t = (struct two){ .model = model, .law = law, .statements = statements };
    for (size_t i = 0; i < law->states.n; i++)
        e[n++] = law->rate[i];
    e[n++] = law->force;
    for (size_t i = 0; i < law->memory.n; i++)
        e[n++] = law->memory.of[i].start;
    for (size_t i = 0; i < law->n_constraints; i++)
        e[n++] = law->constraints[i].condition;
    graph_prepare(&law->graph, e, n, &t->motion);
    t->members = calloc(1024, sizeof *t->members);
    for (size_t k = 0; k < TWO_STATEMENTS; k++) {
        const struct statement_values *stated = &statements->values[two_statements[k].which];
        for (size_t i = 0; i < stated->n; i++)
            if (stated->e[i] != EXPRESSION_NONE)
                t->members[t->n_members++] = stated->e[i];
    }
    const expression steady = steady_force(law, statements);
    if (steady != EXPRESSION_NONE)
        t->members[t->n_members++] = steady;
    graph_prepare(&law->graph, t->members, t->n_members, &t->stated);
}

static inline void two_close(struct two *t)
{
    graph_program_free(&t->motion);
    graph_program_free(&t->stated);
    free(t->members);
}

/* Returns what differs of rates, force, starts and constraints at the place, or "". */
static inline const char *two_compare_motion(struct two *t, bool *is_valid)
{
    const struct model *m = t->model;
    const struct equations *law = t->law;
    double *values = calloc(t->motion.n_results + 1, sizeof *values), dx[MODEL_MAX_STATES];
    const char *differs = "";
    bool valid = true, is_due = false;
    size_t n = law->states.n;
    if (t->v == 0 && m->n_guards > 0) { /* a mode that ends at once */
        double g[MODEL_MAX_GUARDS];
        m->guard(t->p, &t->mem, t->v, t->x, g);
        for (unsigned i = 0; i < m->n_guards; i++)
            is_due = is_due || g[i] < 0;
    }
    two_evaluate(t, &t->motion, values);
    for (size_t i = 0; i < law->n_constraints; i++)
        valid = valid && values[n + 1 + law->memory.n + i] != 0;
    *is_valid = !m->validate || !m->validate(t->p);
    if (valid != *is_valid)
        differs = "validity";
    else if (*is_valid && !is_due) {
        m->rate(t->p, &t->mem, t->v, t->s, t->x, dx);
        for (unsigned i = 0; i < n; i++)
            if (!two_near(values[i], dx[i], 1e-4 * fabs(t->v)))
                differs = "rate";
        const double F = m->force(t->p, &t->mem, t->v, t->s, t->x);
        const double scale = m->force_scale ? m->force_scale(t->p, t->v, 1e-4) : 0;
        if (!two_near(values[n], F, 1e-4 * scale))
            differs = "force";
        struct memory first;
        memset(&first, 0, sizeof first);
        if (m->start)
            m->start(t->p, 1, &first);
        unsigned ints = 0, reals = 0;
        for (size_t i = 0; i < law->memory.n; i++)
            if (values[n + 1 + i] != (law->memory.of[i].type == TYPE_REAL
                                          ? first.reals[reals++]
                                          : (double)first.ints[ints++]))
                differs = "start";
    }
    free(values);
    return differs;
}

enum { TWO_ACTIONS = 128 };

/* Lets what is due happen by the code: returns false where it goes on without end. */
static inline bool two_settle_code(const struct two *t, double x[], struct memory *mem)
{
    double g[MODEL_MAX_GUARDS];
    for (unsigned rounds = 0; rounds < 64; rounds++) {
        unsigned i = 0;
        t->model->guard(t->p, mem, t->v, x, g);
        while (i < t->model->n_guards && !(g[i] < 0))
            i++;
        if (i == t->model->n_guards)
            return true;
        if (t->model->transition(t->p, i, t->v, x, mem) != STATUS_OK)
            return false;
    }
    return false;
}

/* draw(i, n) is what the code drew, where i is the element and n its count. */
static inline expression two_drawn(void *context, struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    const unsigned *element = context;
    if (node.operation != GRAPH_DRAW)
        return e;
    const expression is_element =
        graph_two(g, GRAPH_EQUAL, node.argument[0], graph_integer(g, (long)*element + 1));
    const expression is_count =
        graph_two(g, GRAPH_EQUAL, node.argument[1], graph_symbol(g, SYMBOL_MEMORY, *element + 20));
    return graph_two(g, GRAPH_PRODUCT, graph_symbol(g, SYMBOL_REFERENCE, 0),
                     graph_two(g, GRAPH_PRODUCT, is_element, is_count));
}

/* The same by the text. A draw is what the code drew; its arguments are to be the element and the
 * count. */
static inline bool two_settle_text(struct two *t, double draw)
{
    struct equations *law = t->law;
    for (unsigned rounds = 0; rounds < 64; rounds++) {
        size_t k = 0;
        const struct graph_point point = { .parameters = t->p,
                                           .inputs = &t->v,
                                           .states = t->x,
                                           .memory = t->memory,
                                           .selection = t->s,
                                           .reference = draw };
        for (; k < law->n_events; k++) {
            double g;
            graph_evaluate(&law->graph, &point, &law->events[k].guard, &g, 1);
            if (g < 0 || (g == 0 && law->events[k].fires_at_zero))
                break;
        }
        if (k == law->n_events)
            return true;
        double values[TWO_ACTIONS];
        const struct event_text *event = &law->events[k];
        for (size_t a = 0; a < event->n && a < TWO_ACTIONS; a++) {
            unsigned element = event->actions[a].index;
            const expression value =
                graph_replaced(&law->graph, event->actions[a].value, two_drawn, &element);
            graph_evaluate(&law->graph, &point, &value, &values[a], 1);
        }
        for (size_t a = 0; a < event->n && a < TWO_ACTIONS; a++)
            (event->actions[a].what == SYMBOL_STATE ? t->x : t->memory)[event->actions[a].index] =
                values[a];
    }
    return false;
}

/* Returns "event" where what happens at the place differs, or "". */
static inline const char *two_compare_events(struct two *t)
{
    double x[MODEL_MAX_STATES], before[EQUATIONS_QUANTITIES];
    struct memory mem = t->mem;
    memcpy(x, t->x, sizeof x);
    memcpy(before, t->memory, sizeof before);
    if (!t->model->guard || t->model->n_guards == 0 || !two_settle_code(t, x, &mem))
        return "";
    double draw = 0;
    int64_t snaps = 0;
    for (unsigned i = 0; i < 20 && i < t->model->n_ints; i++)
        draw = fmax(draw, fabs((double)(mem.ints[i] - t->mem.ints[i])));
    for (unsigned i = 20; i < t->model->n_ints; i++)
        snaps += mem.ints[i] - t->mem.ints[i];
    if (snaps > 1) /* of several draws one stands for all in the text */
        return "";
    if (!two_settle_text(t, draw))
        return "event";
    for (unsigned i = 0; i < t->model->n_states; i++)
        if (!two_near(t->x[i], x[i], 0))
            return "event";
    t->mem = mem;
    memcpy(before, t->memory, sizeof before);
    two_share_memory(t);
    for (size_t i = 0; i < t->law->memory.n; i++)
        if (!two_near(t->memory[i], before[i], 0))
            return "event";
    return "";
}

/* What is compared beside rates, force, starts and constraints. */
enum { TWO_MEMBERS = 1, TWO_EVENTS = 2 };

/* Returns what differs between text and code at any of the places, or "". */
static inline const char *two_compare(const struct model *model, struct equations *law,
                                      const struct statements *statements, unsigned also)
{
    struct two t;
    const char *differs = "";
    struct rng rng = rng_keyed(11, model->name, 0);
    two_open(&t, model, law, statements);
    for (unsigned i = 0; i < CODE_DRAWS && !*differs; i++) {
        bool is_valid;
        two_draw(&t, &rng, i);
        differs = two_compare_motion(&t, &is_valid);
        if (!*differs && is_valid && (also & TWO_MEMBERS))
            differs = two_compare_members(&t);
        if (!*differs && is_valid && (also & TWO_EVENTS))
            differs = two_compare_events(&t);
    }
    two_close(&t);
    return differs;
}

#endif
