/* Judges typos by the statements of the text (weak_spots.h). */
#include "models/reading/weak_spots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/derived/structure.h"
#include "models/reading/assertions.h"
#include "tools/base/memory.h"

enum { ASSERTIONS = 64 };

/* Expressions that are evaluated together: four of each identity, then the law's outputs, then its
 * conditions on parameters. */
struct evaluation {
    expression *e;
    size_t n, room, first_output, first_constraint;
    struct graph_program program;
    double *values;
};

static void ask(struct evaluation *v, expression e)
{
    v->e = memory_grown(v->e, v->n, &v->room, sizeof *v->e);
    v->e[v->n++] = e;
}

/* Draws have no values here: the arguments tell one from another. */
static expression told_apart(void *context, struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    (void)context;
    if (node.operation != GRAPH_DRAW)
        return e;
    return graph_two(
        g, GRAPH_SUM, graph_integer(g, 7),
        graph_two(g, GRAPH_SUM, node.argument[0],
                  graph_two(g, GRAPH_PRODUCT, graph_integer(g, 1000), node.argument[1])));
}

/* What is the same where a typo changes nothing: rates, force, events, starts, statements. */
static void ask_outputs(struct evaluation *v, struct equations *law,
                        const struct statements *statements)
{
    ask(v, law->force);
    for (size_t i = 0; i < law->states.n; i++) {
        ask(v, law->rate[i]);
        ask(v, law->states.of[i].start);
    }
    for (size_t i = 0; i < law->memory.n; i++)
        ask(v, law->memory.of[i].start);
    for (size_t i = 0; i < law->n_events; i++) {
        ask(v, law->events[i].guard);
        for (size_t k = 0; k < law->events[i].n; k++)
            ask(v, graph_replaced(&law->graph, law->events[i].actions[k].value, told_apart, NULL));
    }
    for (size_t s = 0; s < N_STATEMENTS; s++)
        for (size_t i = 0; i < statements->values[s].n; i++)
            if (statements->values[s].e[i] != EXPRESSION_NONE)
                ask(v, statements->values[s].e[i]);
}

static void prepare(struct evaluation *v, struct equations *law,
                    const struct statements *statements, const struct identities *identities)
{
    *v = (struct evaluation){ .n = 0 };
    for (size_t i = 0; i < identities->n; i++) {
        const struct identity *identity = &identities->of[i];
        ask(v, identity->left);
        ask(v, identity->right);
        ask(v, identity->size);
        ask(v,
            identity->where == EXPRESSION_NONE ? graph_integer(&law->graph, 1) : identity->where);
    }
    v->first_output = v->n;
    ask_outputs(v, law, statements);
    v->first_constraint = v->n;
    for (size_t i = 0; i < law->n_constraints; i++)
        ask(v, law->constraints[i].condition);
    graph_prepare(&law->graph, v->e, v->n, &v->program);
    v->values = memory_array(v->n, sizeof *v->values);
}

static void release(struct evaluation *v)
{
    graph_program_free(&v->program);
    free(v->values);
    free(v->e);
}

static void evaluate(struct evaluation *v, const struct place *place)
{
    const struct graph_point point = place_point(place);
    graph_run(&v->program, &point, v->values);
}

static bool applies(const struct identity *identity, const struct place *place,
                    const double values[4])
{
    return identity->set == place->set && values[3] != 0 && !isnan(values[3]);
}

/* What is no number fulfils nothing. */
static bool holds(const struct identity *identity, const double values[4])
{
    const double off = values[0] - values[1];
    return (identity->is_equal ? fabs(off) : off) <= identity->tolerance * values[2];
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * (fabs(a) + fabs(b));
}

static bool are_valid(const struct evaluation *v)
{
    for (size_t i = v->first_constraint; i < v->n; i++)
        if (v->values[i] == 0)
            return false;
    return true;
}

static void note(struct examination *x, const struct identity *identity, const struct place *place,
                 const double values[4])
{
    x->contradictions = memory_grown(x->contradictions, x->n_contradictions,
                                     &x->room_contradictions, sizeof *x->contradictions);
    x->contradictions[x->n_contradictions++] =
        (struct contradiction){ *identity, *place, values[0], values[1] };
}

/* Finds which identities hold at all places. A fact that does not is noted once. */
static void find_force(struct examination *x, struct evaluation *v)
{
    bool *seen = memory_array(x->identities.n + 1, sizeof *seen);
    x->in_force = memory_array(x->identities.n + 1, sizeof *x->in_force);
    x->n_outputs = v->n - v->first_output;
    x->outputs = memory_array(x->places.n * x->n_outputs + 1, sizeof *x->outputs);
    for (size_t k = 0; k < x->places.n; k++) {
        const struct place *place = &x->places.of[k];
        evaluate(v, place);
        memcpy(x->outputs + k * x->n_outputs, v->values + v->first_output,
               x->n_outputs * sizeof *x->outputs);
        for (size_t i = 0; i < x->identities.n; i++) {
            const struct identity *identity = &x->identities.of[i];
            const double *values = v->values + 4 * i;
            if (!applies(identity, place, values))
                continue;
            const bool is_right = holds(identity, values);
            if (!is_right && (!seen[i] || x->in_force[i]) && identity->is_fact)
                note(x, identity, place, values);
            x->in_force[i] = is_right && (!seen[i] || x->in_force[i]);
            seen[i] = true;
        }
    }
    free(seen);
}

/* Lists the identities, and finds which are in force. */
static void try_mirroring(struct examination *x, struct mirroring mirroring)
{
    struct evaluation v;
    free(x->identities.of);
    free(x->in_force);
    free(x->outputs);
    x->n_contradictions = 0;
    x->mirroring = mirroring;
    x->identities = identities_of(x->law, x->statements, mirroring);
    prepare(&v, x->law, x->statements, &x->identities);
    find_force(x, &v);
    release(&v);
}

static bool is_odd(const struct examination *x)
{
    for (size_t i = 0; i < x->identities.n; i++)
        if (strcmp(x->identities.of[i].word, "odd_symmetry") == 0 && !x->in_force[i])
            return false;
    return true;
}

void examine(struct examination *x, const struct text *text, struct equations *law,
             const struct statements *statements, uint64_t seed)
{
    unsigned group[2 * EQUATIONS_QUANTITIES];
    const unsigned groups = structure_groups(law, group);
    *x = (struct examination){ .text = text, .law = law, .statements = statements };
    x->places = places_draw(law, statements, seed);
    for (unsigned long even = 0; groups <= MIRRORING_GROUPS && even < 1ul << groups; even++) {
        try_mirroring(x, (struct mirroring){ true, even });
        if (is_odd(x))
            return;
    }
    try_mirroring(x, (struct mirroring){ false, 0 });
}

void examination_free(struct examination *x)
{
    free(x->places.of);
    free(x->identities.of);
    free(x->in_force);
    free(x->outputs);
    free(x->contradictions);
    *x = (struct examination){ .text = NULL };
}

/* What the places say of a law with a typo. */
struct comparison {
    const struct examination *x;
    struct evaluation v;
    struct identities identities;
    bool changes;
    size_t drawn, valid; /* places of the present set, and those that are still valid */
    const char *word;
};

/* Of places with invalid parameters only the conditions on these are compared. */
static bool differs(const struct comparison *c, size_t k)
{
    const struct evaluation *v = &c->v;
    const size_t n = v->n - v->first_output;
    const size_t first =
        c->x->places.of[k].set == SET_INVALID ? v->first_constraint : v->first_output;
    for (size_t i = first; i < v->n; i++)
        if (!same(v->values[i], c->x->outputs[k * n + i - v->first_output]))
            return true;
    return false;
}

static void compare_place(struct comparison *c, size_t k)
{
    const struct examination *x = c->x;
    const struct place *place = &x->places.of[k];
    if (k > 0 && place->set != place[-1].set)
        c->drawn = c->valid = 0;
    evaluate(&c->v, place);
    c->drawn++;
    c->valid += are_valid(&c->v);
    c->changes = c->changes || differs(c, k);
    for (size_t i = 0; i < c->identities.n && !*c->word; i++)
        if (x->in_force[i] && applies(&x->identities.of[i], place, c->v.values + 4 * i) &&
            !holds(&c->identities.of[i], c->v.values + 4 * i))
            c->word = c->identities.of[i].word;
    const bool is_last = k + 1 == x->places.n || place[1].set != place->set;
    if (is_last && place->set >= 0 && c->valid == 0 && !*c->word)
        c->word = "claims"; /* nothing is left of their domain */
}

static bool tells(const struct examination *x, const struct equations *law)
{
    bool before[ASSERTIONS], now[ASSERTIONS];
    const size_t n = assertions_told(x->law, before, ASSERTIONS);
    if (assertions_told(law, now, ASSERTIONS) != n)
        return false;
    for (size_t i = 0; i < n && i < ASSERTIONS; i++)
        if (before[i] && !now[i])
            return true;
    return false;
}

/* Compares the law with the typo with the one without, place by place. */
static struct judgement compare(const struct examination *x, struct judgement j,
                                struct equations *law, const struct statements *statements)
{
    struct comparison c = { .x = x,
                            .word = tells(x, law) ? "assert" : "",
                            .identities = identities_of(law, statements, x->mirroring) };
    prepare(&c.v, law, statements, &c.identities);
    if (c.identities.n != x->identities.n || c.v.n - c.v.first_output != x->n_outputs)
        c.word = "structure";
    for (size_t k = 0; k < x->places.n && !*c.word; k++)
        compare_place(&c, k);
    j.word = c.word;
    j.fate = *j.word ? FATE_NOTICED : c.changes ? FATE_SURVIVES : FATE_NOTHING;
    release(&c.v);
    free(c.identities.of);
    return j;
}

struct judgement examine_typo(const struct examination *x, const struct typo *typo)
{
    char *source = typo_plant(x->text, typo);
    struct text text = { .name = x->text->name, .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements = { .source = "" };
    struct judgement j = { .typo = *typo, .fate = FATE_REFUSED, .word = "" };
    if (equations_read(&text, &law) && statements_read(&text, &law, &statements))
        j = compare(x, j, &law, &statements);
    statements_free(&statements);
    equations_free(&law);
    free(source);
    return j;
}

struct weak_spots weak_spots_find(const struct examination *x)
{
    struct typos typos = typos_of(x->text, x->law);
    struct weak_spots found = { .n = typos.n };
    found.of = memory_array(typos.n + 1, sizeof *found.of);
    for (size_t i = 0; i < typos.n; i++) {
        found.of[i] = examine_typo(x, &typos.of[i]);
        found.fates[found.of[i].fate]++;
    }
    free(typos.of);
    return found;
}
