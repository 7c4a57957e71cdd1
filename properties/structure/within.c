/* Proves bounds of states (within.h). */
#include "properties/structure/within.h"

#include <string.h>

#include "properties/workbench/motion.h"

/* Operations within one another of which it is found out whether they fall. */
enum { DEPTH = 24 };

/* How an expression changes as the speed grows from 0 on. */
enum change { CHANGE_UNKNOWN, CHANGE_NONE, CHANGE_RISES, CHANGE_FALLS };

static enum change opposite(enum change c)
{
    return c == CHANGE_RISES ? CHANGE_FALLS : c == CHANGE_FALLS ? CHANGE_RISES : c;
}

static enum change together(enum change a, enum change b)
{
    if (a == CHANGE_NONE || a == b)
        return b;
    return b == CHANGE_NONE ? a : CHANGE_UNKNOWN;
}

static bool depends_on_speed(struct motion *m, expression e)
{
    const struct graph *g = &m->w.equations.graph;
    return graph_depends(g, e, SYMBOL_PARAMETER, (int)g->nodes[workbench_speed(&m->w)].index);
}

static expression at_zero(struct motion *m, expression e)
{
    struct graph *g = &m->w.equations.graph;
    const struct graph_swap zero = { SYMBOL_PARAMETER, g->nodes[workbench_speed(&m->w)].index,
                                     graph_integer(g, 0) };
    return graph_swapped(g, e, &zero, 1);
}

/* Returns true for what begins at 0, or more, and never falls. */
static bool is_rising_from_zero(struct motion *m, expression e, enum change c)
{
    return c == CHANGE_RISES && motion_is_never_negative(m, at_zero(m, e));
}

static enum change change_of(struct motion *m, expression e, unsigned depth);

/* a times, or over, a value that does not change and is not negative. */
static enum change scaled(struct motion *m, expression a, expression by, unsigned depth)
{
    if (depends_on_speed(m, by) || !motion_is_never_negative(m, by))
        return CHANGE_UNKNOWN;
    return change_of(m, a, depth - 1);
}

static enum change magnitude_of(struct motion *m, expression a, unsigned depth)
{
    struct graph *g = &m->w.equations.graph;
    const enum change c = change_of(m, a, depth - 1);
    const expression negative = graph_one(g, GRAPH_NEGATED, a);
    if (is_rising_from_zero(m, a, c) || is_rising_from_zero(m, negative, opposite(c)))
        return CHANGE_RISES;
    return CHANGE_UNKNOWN;
}

static enum change change_of(struct motion *m, expression e, unsigned depth)
{
    const struct graph_node node = m->w.equations.graph.nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    if (!depends_on_speed(m, e))
        return CHANGE_NONE;
    if (depth == 0)
        return CHANGE_UNKNOWN;
    switch (node.operation) {
    case GRAPH_SYMBOL:
        return CHANGE_RISES;
    case GRAPH_NEGATED:
        return opposite(change_of(m, a, depth - 1));
    case GRAPH_SUM:
        return together(change_of(m, a, depth - 1), change_of(m, b, depth - 1));
    case GRAPH_DIFFERENCE:
        return together(change_of(m, a, depth - 1), opposite(change_of(m, b, depth - 1)));
    case GRAPH_PRODUCT:
        return depends_on_speed(m, a) ? scaled(m, a, b, depth) : scaled(m, b, a, depth);
    case GRAPH_QUOTIENT:
        return scaled(m, a, b, depth);
    case GRAPH_ABS:
        return magnitude_of(m, a, depth);
    case GRAPH_POWER: /* of a base that is not negative, to a power that is not */
        return is_rising_from_zero(m, a, scaled(m, a, b, depth)) ? CHANGE_RISES : CHANGE_UNKNOWN;
    case GRAPH_EXP:
    case GRAPH_ATAN:
    case GRAPH_SINH:
    case GRAPH_TANH:
        return change_of(m, a, depth - 1);
    default:
        return CHANGE_UNKNOWN;
    }
}

/* Returns true when |x_i| stays below the bound, times a part of it. */
static bool is_within(struct motion *m, unsigned i, expression part)
{
    bool is = motion_relaxes(m, i) && motion_stays_at_rest(m, i, part);
    for (long direction = -1; is && direction <= 1; direction += 2) {
        motion_go(m, direction);
        is = motion_points_inward(m, i, part) &&
             motion_is_never_negative(m, motion_there(m, m->law->stated[STATEMENT_BOUND].of[i])) &&
             motion_is_never_negative(m, motion_there(m, m->law->k.of[i])) &&
             (part == EXPRESSION_NONE || motion_is_never_negative(m, motion_there(m, part)));
    }
    return is;
}

/* Returns true when the curve is the same in both directions, and falls as the speed grows; at rest
 * it is what it tends to, for it does not depend on the selection. */
static bool is_falling(struct motion *m, expression curve)
{
    const struct graph *g = &m->w.equations.graph;
    expression at[2];
    bool falls = !graph_depends(g, m->w.of[curve], SYMBOL_VARIABLE,
                                (int)g->nodes[workbench_selection(&m->w)].index);
    for (int k = 0; k < 2; k++) {
        motion_go(m, k == 0 ? -1 : 1);
        at[k] = motion_there(m, curve);
        const enum change c = change_of(m, at[k], DEPTH);
        falls = falls && (c == CHANGE_FALLS || c == CHANGE_NONE);
    }
    return falls && normal_same(m->w.normal, at[0], at[1]);
}

/* The rate of state i at a face, inwards, any other states within their bounds: their signs are the
 * bits of `sides`, of which that of state i is the face. */
static expression inflow(struct motion *m, unsigned i, unsigned sides)
{
    struct graph *g = &m->w.equations.graph;
    struct graph_swap swaps[BALANCE_STATES];
    const struct law_list *bound = &m->law->stated[STATEMENT_BOUND];
    const bool is_low = sides >> i & 1;
    for (unsigned k = 0; k < bound->n; k++) {
        const expression share =
            k == i ? graph_integer(g, is_low ? -1 : 1) : motion_share(m, k, sides >> k & 1);
        swaps[k] = (struct graph_swap){
            SYMBOL_STATE, k, motion_two(m, GRAPH_PRODUCT, share, motion_there(m, bound->of[k]))
        };
    }
    const expression rate = motion_there(m, m->law->rate.of[i]),
                     inward = is_low ? rate : graph_one(g, GRAPH_NEGATED, rate);
    return graph_swapped(g, inward, swaps, bound->n);
}

/* The same of laws whose states need not relax each by itself: an inequality has been found of
 * their rates at the bounds (models/derived/balance.h). So they are odd, have bounded slopes there,
 * and at rest lie between those of creeping either way. */
static bool point_inward(struct motion *m)
{
    const unsigned n = m->law->balance.n_states;
    bool do_so = true;
    motion_go(m, 1);
    for (unsigned i = 0; i < n; i++)
        for (unsigned sides = 0; do_so && sides < 1U << n; sides++) {
            const expression e = inflow(m, i, sides);
            do_so = workbench_is_defined(&m->w, e) && motion_is_never_negative(m, e);
        }
    return do_so;
}

static bool is_applicable(const struct law_graph *law)
{
    return law->n_events == 0 && law->start.n == 0 && law->rate.n > 0 && motion_has_bounds(law);
}

enum answer within_prove_bounds(const struct law_graph *law, expression condition)
{
    struct motion m;
    const bool is_relaxing = is_applicable(law), has_inflow = law->balance.has_inflow;
    if (!is_relaxing && !has_inflow)
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    if (condition != EXPRESSION_NONE)
        workbench_demand(&m.w, condition);
    bool begins = true, is = is_relaxing;
    for (unsigned i = 0; begins && i < law->rate.n; i++) {
        begins = motion_begins_within(&m, i);
        is = is && is_within(&m, i, EXPRESSION_NONE);
    }
    is = begins && (is || (has_inflow && point_inward(&m)));
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}

/* Returns the state y, of which alone the law states a curve; rate.n: there is none. */
static unsigned state_of_curve(const struct law_graph *law)
{
    const struct law_list *curve = &law->stated[STATEMENT_STRIBECK];
    unsigned y = law->rate.n;
    for (unsigned i = 0; i < curve->n && i < law->rate.n; i++)
        if (curve->of[i] != EXPRESSION_NONE) {
            if (y < law->rate.n || strcmp(law->states[i], "y") != 0)
                return law->rate.n;
            y = i;
        }
    return y;
}

enum answer within_prove_curve(const struct law_graph *law, bool is_history,
                               enum signal_class signals)
{
    const unsigned y = state_of_curve(law);
    const expression curve = law->values.stribeck;
    struct motion m;
    if (!is_applicable(law) || law->initial.n > 0 || y == law->rate.n || curve == EXPRESSION_NONE ||
        (!is_history && signals != SLOWING_SIGNAL))
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    const bool is = is_within(&m, y, curve) && (is_history || is_falling(&m, curve));
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
