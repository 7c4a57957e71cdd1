/* Proves that rates and force are finite numbers, by bounds of every operation (finite.h). */
#include "properties/structure/finite.h"

#include <math.h>
#include <stdlib.h>

#include "reference/graph/graph_mark.h"
#include "tools/base/memory.h"

enum {
    MOST_BOXES = 1 << 15,
    ROUNDS = 16, /* until the values of discrete variables no longer spread */
};

/* The nodes that matter, and what they can be over a box. */
struct evaluation {
    const struct law_graph *law;
    const struct finite_place *place;
    bool *needed;
    struct reach *of; /* by node */
    struct reach memory[MODEL_MAX_INTS + MODEL_MAX_REALS];
    unsigned long boxes;
};

static void need(struct evaluation *e, expression root)
{
    graph_mark_all(e->law, &root, 1, e->needed);
}

static void need_all(struct evaluation *e)
{
    const struct law_graph *law = e->law;
    need(e, law->force);
    for (unsigned i = 0; i < law->rate.n; i++)
        need(e, law->rate.of[i]);
    for (unsigned i = 0; i < law->start.n; i++)
        need(e, law->start.of[i]);
    for (unsigned i = 0; i < law->n_constraints; i++)
        need(e, law->constraints[i].condition);
    for (unsigned i = 0; i < law->n_events; i++)
        for (unsigned k = 0; k < law->events[i].n; k++)
            need(e, law->events[i].actions[k].value);
}

static struct reach symbol(const struct evaluation *e, const struct reach parameter[],
                           const struct graph_node *node)
{
    const struct reach nothing = { -INFINITY, INFINITY };
    switch (node->symbol) {
    case SYMBOL_PARAMETER:
        return parameter[node->index];
    case SYMBOL_STATE:
        return e->place->state[node->index];
    case SYMBOL_INPUT:
        return node->index == 0 ? (struct reach){ -e->place->speed, e->place->speed } : nothing;
    case SYMBOL_SELECTION:
        return (struct reach){ -1, 1 };
    case SYMBOL_MEMORY:
        return e->memory[node->index];
    default:
        return nothing;
    }
}

/* Returns true when the law demands of its parameters that a <= b: then b - a is not negative,
 * however it is rounded. */
static bool is_demanded(const struct law_graph *law, expression a, expression b)
{
    for (unsigned i = 0; i < law->n_constraints; i++) {
        const struct graph_node *node = &law->nodes[law->constraints[i].condition];
        if ((node->operation == GRAPH_AT_MOST || node->operation == GRAPH_LESS) &&
            node->argument[0] == a && node->argument[1] == b)
            return true;
    }
    return false;
}

static struct reach operation(const struct evaluation *e, size_t i)
{
    const struct graph_node *node = &e->law->nodes[i];
    struct reach is = reach_node(e->law, i, e->of);
    if (node->operation == GRAPH_DIFFERENCE &&
        is_demanded(e->law, node->argument[1], node->argument[0]))
        is.lo = fmax(is.lo, 0);
    return is;
}

static void evaluate(struct evaluation *e, const struct reach parameter[])
{
    for (size_t i = 0; i < e->law->n; i++) {
        const struct graph_node *node = &e->law->nodes[i];
        if (!e->needed[i])
            continue;
        e->of[i] = node->operation == GRAPH_SYMBOL ? symbol(e, parameter, node) : operation(e, i);
    }
}

/* Returns true when a discrete variable can have values that were not known. */
static bool spread(struct evaluation *e)
{
    bool spreads = false;
    for (unsigned i = 0; i < e->law->n_events; i++)
        for (unsigned k = 0; k < e->law->events[i].n; k++) {
            const struct law_action *action = &e->law->events[i].actions[k];
            if (action->what == SYMBOL_STATE || e->place->memory[action->index].is_known)
                continue; /* it stays within its range, or is not asked for */
            struct reach *of = &e->memory[action->index];
            struct reach value = reach_either(*of, e->of[action->value]);
            if (e->law->is_whole[action->index])
                value = (struct reach){ fmax(value.lo, -0x1p63), fmin(value.hi, 0x1p63) };
            spreads = spreads || value.lo < of->lo || value.hi > of->hi;
            *of = value;
        }
    return spreads;
}

/* Evaluates all nodes over the box, with the values that discrete variables can come to have.
 * Returns false when these are not bounded. */
static bool evaluate_box(struct evaluation *e, const struct reach parameter[])
{
    evaluate(e, parameter);
    for (unsigned i = 0; i < e->law->start.n; i++) {
        const struct finite_limit *limit = &e->place->memory[i];
        const double most = 2 * parameter[limit->parameter].hi; /* no rounding leads so far */
        e->memory[i] = limit->is_known ? (struct reach){ -most, most } : e->of[e->law->start.of[i]];
    }
    for (int round = 0; round < ROUNDS; round++) {
        evaluate(e, parameter);
        if (!spread(e))
            return true;
    }
    for (unsigned i = 0; i < e->law->start.n; i++)
        if (e->law->is_whole[i] && !e->place->memory[i].is_known)
            e->memory[i] = (struct reach){ -0x1p63, 0x1p63 };
    evaluate(e, parameter);
    return !spread(e);
}

static bool is_excluded(const struct evaluation *e)
{
    for (unsigned i = 0; i < e->law->n_constraints; i++)
        if (reach_is_false(e->of[e->law->constraints[i].condition]))
            return true;
    return false;
}

static bool are_finite(const struct evaluation *e)
{
    bool are = reach_is_finite(e->of[e->law->force]);
    for (unsigned i = 0; i < e->law->rate.n; i++)
        are = are && reach_is_finite(e->of[e->law->rate.of[i]]);
    return are;
}

/* Returns the first operation that has no bounds although its arguments have; or law->n. */
static size_t first_unknown(const struct evaluation *e)
{
    for (size_t i = 0; i < e->law->n; i++)
        if (e->needed[i] && !reach_is_finite(e->of[i]))
            return i;
    return e->law->n;
}

/* How much a parameter's interval may be narrowed: of one sign by its ratio. */
static double width_of(struct reach a, bool is_whole_number)
{
    if (is_whole_number)
        return a.hi - a.lo >= 1 ? INFINITY : 0;
    if (a.lo > 0)
        return log(a.hi / a.lo);
    if (a.hi < 0)
        return log(a.lo / a.hi);
    return a.hi > a.lo ? 1e3 * (a.hi - a.lo) / fmax(-a.lo, a.hi) : 0;
}

static double middle_of(struct reach a)
{
    if (a.lo > 0)
        return sqrt(a.lo) * sqrt(a.hi);
    if (a.hi < 0)
        return -sqrt(-a.lo) * sqrt(-a.hi);
    return a.lo / 2 + a.hi / 2;
}

/* Chooses the widest parameter on which the operation depends, by its denominator, base or
 * argument. Returns false when there is none to cut. */
static bool choose(const struct evaluation *e, size_t node, const struct reach parameter[],
                   unsigned *which)
{
    const struct graph_node *at = &e->law->nodes[node];
    bool *seen = memory_array(e->law->n, sizeof *seen);
    double widest = 0x1p-20;
    bool found = false;
    seen[at->operation == GRAPH_QUOTIENT ? at->argument[1] : (expression)node] = true;
    for (size_t i = node + 1; i-- > 0;) {
        const struct graph_node *n = &e->law->nodes[i];
        for (unsigned k = 0; seen[i] && k < graph_arguments(n->operation); k++)
            seen[n->argument[k]] = true;
        if (!seen[i] || n->operation != GRAPH_SYMBOL || n->symbol != SYMBOL_PARAMETER)
            continue;
        const double width = width_of(parameter[n->index], e->place->whole >> n->index & 1);
        if (width > widest) {
            widest = width;
            *which = n->index;
            found = true;
        }
    }
    free(seen);
    return found;
}

static bool is_proved(struct evaluation *e, struct reach parameter[]);

static bool is_proved_in_halves(struct evaluation *e, struct reach parameter[])
{
    unsigned which = 0;
    const size_t node = first_unknown(e);
    if (node == e->law->n || !choose(e, node, parameter, &which))
        return false;
    const struct reach whole = parameter[which];
    const bool counts = e->place->whole >> which & 1;
    const double middle = counts ? floor(whole.lo / 2 + whole.hi / 2) : middle_of(whole);
    parameter[which].hi = middle;
    bool yes = is_proved(e, parameter);
    parameter[which] = (struct reach){ counts ? middle + 1 : middle, whole.hi };
    yes = yes && is_proved(e, parameter);
    parameter[which] = whole;
    return yes;
}

static bool is_proved(struct evaluation *e, struct reach parameter[])
{
    if (++e->boxes > MOST_BOXES)
        return false;
    const bool is_bounded = evaluate_box(e, parameter);
    if (is_excluded(e) || (is_bounded && are_finite(e)))
        return true;
    return is_bounded && is_proved_in_halves(e, parameter);
}

enum answer finite_prove(const struct law_graph *law, const struct finite_place *place)
{
    struct reach parameter[MODEL_MAX_PARAMS];
    struct evaluation e = { .law = law, .place = place };
    unsigned n = 0;
    while (law->parameters[n])
        n++;
    if (n > MODEL_MAX_PARAMS || law->rate.n > MODEL_MAX_STATES ||
        law->start.n > MODEL_MAX_INTS + MODEL_MAX_REALS)
        return ANSWER_UNDECIDED;
    e.needed = memory_array(law->n, sizeof *e.needed);
    e.of = memory_array(law->n, sizeof *e.of);
    for (unsigned i = 0; i < n; i++)
        parameter[i] = place->parameter[i];
    need_all(&e);
    const bool yes = is_proved(&e, parameter);
    free(e.of);
    free(e.needed);
    return yes ? ANSWER_YES : ANSWER_UNDECIDED;
}
