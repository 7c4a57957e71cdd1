/* Proves the dissipation inequality of a law by signs (stored.h). */
#include "properties/structure/stored.h"

#include "models/normal/forms.h"
#include "properties/structure/within.h"
#include "properties/workbench/motion.h"

/* D at any speed, with the storage as it is stated and mu = 0. */
static expression excess(struct motion *m)
{
    struct graph *g = &m->w.equations.graph;
    struct graph_swap swaps[BALANCE_VARIABLES];
    motion_go(m, 1);
    for (unsigned i = 0; i < BALANCE_VARIABLES; i++)
        swaps[i] = (struct graph_swap){ SYMBOL_VARIABLE, i,
                                        graph_integer(g, i == BALANCE_OF_STORED ? 1 : 0) };
    return graph_swapped(g, motion_there(m, m->law->balance.value), swaps, BALANCE_VARIABLES);
}

/* D for any states, over their bounds, whose signs are the bits of `sides`. */
static expression on_side(struct motion *m, expression D, unsigned sides)
{
    struct graph_swap swaps[BALANCE_STATES];
    const unsigned n = m->law->balance.n_states;
    for (unsigned i = 0; i < n; i++)
        swaps[i] = (struct graph_swap){ SYMBOL_STATE, i, motion_share(m, i, sides >> i & 1) };
    return graph_swapped(&m->w.equations.graph, D, swaps, n);
}

/* What the rate of the only state is over the speed, at a share of its bound; NO_FORM: none. */
static size_t rise_at(struct motion *m, bool is_negative)
{
    struct graph *g = &m->w.equations.graph;
    const expression z = motion_two(m, GRAPH_PRODUCT, motion_share(m, 0, is_negative),
                                    motion_there(m, m->law->stated[STATEMENT_BOUND].of[0]));
    const struct graph_swap state = { SYMBOL_STATE, 0, z };
    const expression rate = graph_swapped(g, motion_there(m, m->law->rate.of[0]), &state, 1);
    return normal_form(m->w.normal, motion_two(m, GRAPH_QUOTIENT, rate, workbench_speed(&m->w)));
}

/* Takes for granted what follows of the only state, which begins at 0: where a creeping motion does
 * not raise its share, no motion does, if none raises it more; and one in the other direction
 * lowers it. It does not come there. */
static void demand_reachable(struct motion *m)
{
    struct graph *g = &m->w.equations.graph;
    const size_t rise = rise_at(m, false);
    const struct graph_swap rest = { SYMBOL_PARAMETER, g->nodes[workbench_speed(&m->w)].index,
                                     graph_integer(g, 0) };
    if (rise == NO_FORM || !form_never_negative(m->w.normal, rise_at(m, true)))
        return;
    const expression e = form_expression(m->w.normal, g, rise),
                     creeping = graph_swapped(g, e, &rest, 1);
    if (workbench_is_defined(&m->w, creeping) &&
        motion_is_never_negative(m, motion_two(m, GRAPH_DIFFERENCE, creeping, e)))
        workbench_demand_positive(&m->w, creeping);
}

/* The balance's `value` is there only of laws that are odd, that have no jumps where these would
 * matter, and whose S is an energy. It is continuous in the states: what holds within their bounds,
 * and beside 0, holds there as well. */
static enum answer prove(const struct law_graph *law, expression condition, bool is_positive)
{
    struct motion m;
    if (law->balance.n_storage == 0 || law->balance.value == EXPRESSION_NONE ||
        within_prove_bounds(law, condition) != ANSWER_YES)
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    if (condition != EXPRESSION_NONE)
        workbench_demand(&m.w, condition);
    const expression D = excess(&m);
    if (law->balance.n_states == 1 && law->initial.n == 0)
        demand_reachable(&m);
    bool is = workbench_is_defined(&m.w, D);
    for (unsigned sides = 0; is && sides < 1U << law->balance.n_states; sides++) {
        const size_t form = normal_form(m.w.normal, on_side(&m, D, sides));
        is = is_positive ? form_positive(m.w.normal, form) : form_never_negative(m.w.normal, form);
    }
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}

enum answer stored_prove_dissipation(const struct law_graph *law, expression condition)
{
    if (law->stated[STATEMENT_STORAGE].n == 0)
        return ANSWER_UNDECIDED;
    return prove(law, condition, false);
}

enum answer stored_prove_passivity(const struct law_graph *law, expression condition)
{
    if (law->initial.n > 0)
        return ANSWER_UNDECIDED;
    return prove(law, condition, true);
}
