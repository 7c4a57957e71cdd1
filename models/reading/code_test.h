/* Compares the text of a law with its code where //models/language:laws_test does, and beyond: in
 * all modes, through events, and what the two state beside the equations. */
#ifndef BRISTLE_MODELS_READING_CODE_TEST_H
#define BRISTLE_MODELS_READING_CODE_TEST_H

#include <math.h>

#include "models/model.h"
#include "models/reading/identities.h"
#include "models/reading/texts_test.h"
#include "tools/base/rng.h"

enum { CODE_DRAWS = 320 };

/* A law in two statements, and a place. */
struct two {
    const struct model *model;
    struct equations *law;
    const struct statements *statements;
    struct graph_program motion; /* rates, force, starts, constraints */
    struct graph_program stated; /* what two_members lists */
    expression *members;
    size_t n_members;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], memory[EQUATIONS_QUANTITIES], v, s;
    struct memory mem;
};

static inline bool two_near(double a, double b, double size)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + size);
}

static inline void two_evaluate(struct two *t, struct graph_program *program, double values[])
{
    const struct graph_point point = { .parameters = t->p,
                                       .inputs = &t->v,
                                       .states = t->x,
                                       .memory = t->memory,
                                       .selection = t->s,
                                       .travel = 1e-4,
                                       .reference = 1e-3 };
    graph_run(program, &point, values);
}

/* Integers, then reals, of the code are the discrete variables of the text in their order. */
static inline void two_share_memory(struct two *t)
{
    unsigned ints = 0, reals = 0;
    for (size_t i = 0; i < t->law->memory.n; i++)
        t->memory[i] = t->law->memory.of[i].type == TYPE_REAL ? t->mem.reals[reals++]
                                                              : (double)t->mem.ints[ints++];
}

/* A bond near the present place, in units of delta_s/2^24; one of all too far away to hold. */
static inline int64_t two_bond(const struct two *t, struct rng *rng, bool is_due)
{
    const double place = t->x[0] / t->p[2], off = (rng_uniform(rng) - 0.5) * 1.5;
    return (int64_t)((place + off + (is_due ? copysign(0.6, off) : 0)) * 0x1p24);
}

static inline void two_draw_mode(struct two *t, struct rng *rng, unsigned number)
{
    const bool is_bristle = strcmp(t->model->name, "bristle") == 0;
    const int64_t way = (int64_t)rng_below(rng, 3) - 1;
    memset(&t->mem, 0, sizeof t->mem);
    if (t->model->start)
        t->model->start(t->p, 1, &t->mem);
    for (unsigned i = 0; number % 3 > 0 && i < t->model->n_ints; i++)
        if (is_bristle)
            t->mem.ints[i] =
                i < 20 ? (int64_t)rng_below(rng, 1 << 24) - (1 << 23) : (int64_t)rng_below(rng, 9);
        else if (t->law->memory.of[i].type == TYPE_BOOLEAN)
            t->mem.ints[i] = rng_below(rng, 2);
        else
            t->mem.ints[i] = rng_below(rng, 3) > 0 ? way : 0;
    for (unsigned i = 0; number % 3 > 0 && i < t->model->n_reals; i++)
        t->mem.reals[i] = rng_uniform(rng) * 0.3;
    two_share_memory(t);
}

static inline void two_draw(struct two *t, struct rng *rng, unsigned number)
{
    const struct model *m = t->model;
    double bound[MODEL_MAX_STATES];
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        t->p[i] = q->value;
        if (number > 0 && model_param_is_whole(m, i))
            t->p[i] = q->lo + rng_below(rng, (unsigned)(q->hi - q->lo + 1));
        else if (number % 2 == 0 && number > 0 && rng_below(rng, 8) == 0)
            t->p[i] = rng_below(rng, 2) ? q->lo : q->hi;
        else if (number > 0) { /* near the defaults all conditions are fulfilled */
            const double spread = number % 2 == 0 ? 3 : 1.05;
            const double factor = q->lo < 0 && rng_below(rng, 3) == 0 ? -0.5 : 1;
            const double value = q->value != 0 ? q->value * rng_log_uniform(rng, 1 / spread, spread)
                                               : rng_uniform(rng);
            t->p[i] = fmin(fmax(factor * value, q->lo), q->hi);
        }
    }
    const double vs = m->stribeck_speed ? m->stribeck_speed(t->p) : 1e-3;
    t->v = number % 4 == 0 ? rng_log_uniform(rng, 1e-7, 100) : vs * rng_log_uniform(rng, 0.1, 3);
    t->v *= rng_below(rng, 2) == 0 ? -1 : 1;
    t->s = copysign(1, t->v);
    if (number % 16 == 8) {
        t->v = 0;
        t->s = rng_uniform(rng) * 2 - 1;
    }
    if (m->bound)
        m->bound(t->p, bound);
    for (unsigned i = 0; i < m->n_states; i++) {
        const double size = m->bound && isfinite(bound[i]) ? bound[i] : 1e-5;
        t->x[i] = number % 16 == 4 ? 0 : (rng_uniform(rng) * 2 - 1) * size;
        if (m->n_guards > 0 && number % 3 == 0 && t->v != 0) /* beyond the bound on its way */
            t->x[i] = copysign(1.4 * t->x[i], t->v);
    }
    /* Elements that are not there rest. */
    for (unsigned i = 0; i < m->n_states && m->n_states == 4 && m->n_guards == 5; i++)
        t->x[i] = i < t->p[0] ? t->x[i] : 0;
    two_draw_mode(t, rng, number);
}

/* What both state: the text's expression, and the code's value at the place. */
typedef double two_member(const struct two *t, unsigned index);

#define TWO_OF(member, call)                                                                       \
    static inline double two_##member(const struct two *t, unsigned i)                             \
    {                                                                                              \
        (void)i;                                                                                   \
        return t->model->member ? (double)t->model->call : (double)NAN;                            \
    }
TWO_OF(storage, storage(t->p, &t->mem, t->x))
TWO_OF(steady_force, steady_force(t->p, t->v))
TWO_OF(settling_rate, settling_rate(t->p, t->v))
TWO_OF(force_scale, force_scale(t->p, t->v, 1e-4))
TWO_OF(break_away, break_away(t->p))
TWO_OF(creep_resistance, creep_resistance(t->p))
TWO_OF(length, length(t->p))
TWO_OF(stribeck_speed, stribeck_speed(t->p))
TWO_OF(stick_band, stick_band(t->p))
TWO_OF(printed_force, printed_force(t->p, t->v))
#undef TWO_OF

static inline double two_bound(const struct two *t, unsigned i)
{
    double bound[MODEL_MAX_STATES];
    t->model->bound(t->p, bound);
    return bound[i];
}

static inline double two_stribeck(const struct two *t, unsigned i)
{
    return two_bound(t, i) * t->model->stribeck(t->p, t->v);
}

static inline double two_regressor(const struct two *t, unsigned i)
{
    double u[MODEL_MAX_REGRESSORS];
    t->model->regressor(t->p, &t->mem, t->v, t->s, t->x, u);
    return u[i];
}

static inline double two_coefficient(const struct two *t, unsigned i)
{
    double c[MODEL_MAX_REGRESSORS];
    t->model->coefficients(t->p, c);
    return c[i];
}

static const struct two_statement {
    enum statement which;
    two_member *code;
} two_statements[] = {
    { STATEMENT_STORAGE, two_storage },
    { STATEMENT_BOUND, two_bound },
    { STATEMENT_STRIBECK, two_stribeck },
    { STATEMENT_SETTLING_RATE, two_settling_rate },
    { STATEMENT_FORCE_SCALE, two_force_scale },
    { STATEMENT_BREAK_AWAY, two_break_away },
    { STATEMENT_CREEP_RESISTANCE, two_creep_resistance },
    { STATEMENT_LENGTH, two_length },
    { STATEMENT_STRIBECK_SPEED, two_stribeck_speed },
    { STATEMENT_STICK_BAND, two_stick_band },
    { STATEMENT_PRINTED_FORCE, two_printed_force },
    { STATEMENT_REGRESSOR, two_regressor },
    { STATEMENT_COEFFICIENTS, two_coefficient },
};
enum { TWO_STATEMENTS = sizeof two_statements / sizeof *two_statements };

static inline bool two_has_integral(const struct graph *g, expression e)
{
    for (expression i = 0; i <= e; i++)
        if (g->nodes[i].operation == GRAPH_INTEGRAL)
            return true;
    return false;
}

/* Returns the first statement of which the two differ at the place, where v is not 0, or "". */
static inline const char *two_compare_members(struct two *t)
{
    double *values = calloc(t->n_members + 1, sizeof *values);
    const char *differs = "";
    size_t n = 0;
    if (t->v == 0) {
        free(values);
        return "";
    }
    two_evaluate(t, &t->stated, values);
    for (size_t k = 0; k < TWO_STATEMENTS; k++) {
        const struct statement_values *stated = &t->statements->values[two_statements[k].which];
        for (unsigned i = 0; i < stated->n; i++) {
            if (stated->e[i] == EXPRESSION_NONE)
                continue;
            const double text = values[n++];
            if (k == 0 && two_has_integral(&t->law->graph, stated->e[i]))
                continue;
            const double code = two_statements[k].code(t, i);
            /* The code's bound and length are tighter: elements move together. */
            const bool is_weaker =
                strcmp(t->model->name, "leuven") == 0 &&
                (two_statements[k].code == two_bound || two_statements[k].code == two_length);
            if (!two_near(is_weaker ? fmin(text, code) : text, code, 0))
                differs = "member";
        }
    }
    if (t->model->steady_force && n < t->n_members &&
        !two_near(values[n], two_steady_force(t, 0), 0))
        differs = "steady_force";
    free(values);
    return differs;
}

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
        double values[2 * EQUATIONS_QUANTITIES];
        const struct event_text *event = &law->events[k];
        for (size_t a = 0; a < event->n && a < 2 * EQUATIONS_QUANTITIES; a++) {
            unsigned element = event->actions[a].index;
            const expression value =
                graph_replaced(&law->graph, event->actions[a].value, two_drawn, &element);
            graph_evaluate(&law->graph, &point, &value, &values[a], 1);
        }
        for (size_t a = 0; a < event->n && a < 2 * EQUATIONS_QUANTITIES; a++)
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

/* Returns what differs between text and code at any of the places, or "". */
static inline const char *two_compare(const struct model *model, struct equations *law,
                                      const struct statements *statements, bool with_events)
{
    struct two t;
    const char *differs = "";
    struct rng rng = rng_keyed(11, model->name, 0);
    two_open(&t, model, law, statements);
    for (unsigned i = 0; i < CODE_DRAWS && !*differs; i++) {
        bool is_valid;
        two_draw(&t, &rng, i);
        differs = two_compare_motion(&t, &is_valid);
        if (!*differs && is_valid)
            differs = two_compare_members(&t);
        if (!*differs && is_valid && with_events)
            differs = two_compare_events(&t);
    }
    two_close(&t);
    return differs;
}

#endif
