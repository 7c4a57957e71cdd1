/* Bounds what the sides of kinks make of expressions, from the kinks to what is made of them
 * (graph_spread.h). At one point a node has a value on the sides taken, and a true one. */
#include "reference/graph/graph_spread.h"

#include "reference/graph/graph_kinks.h"
#include "reference/graph/graph_node_ball.h"
#include "reference/graph/graph_slopes.h"
#include "tools/base/decide.h"

/* spread <- the larger one of those of two arguments. */
static void take_larger(mag_ptr spread, size_t i, expression a, expression b)
{
    mag_max(spread + i, spread + a, spread + b);
}

/* Adds `times` as much as the gap may be on the side that is not taken. */
static void add_excess(mag_t spread, const struct graph_tape *t, size_t i, slong times, slong prec)
{
    const struct graph_node *node = t->law->nodes + i;
    arb_t gap;
    mag_t most;
    arb_init(gap);
    mag_init(most);
    if (graph_arguments(node->operation) == 1)
        arb_set(gap, t->value + node->argument[0]);
    else
        arb_sub(gap, t->value + node->argument[1], t->value + node->argument[0], prec);
    arb_mul_si(gap, gap, -t->loose[i] * times, prec);
    arb_nonnegative_part(gap, gap);
    arb_get_mag(most, gap);
    mag_add(spread, spread, most);
    mag_clear(most);
    arb_clear(gap);
}

/* A condition is 0 or 1, a sign between -1 and 1: they differ by all of that, or not. Of |x| and of
 * the lesser and larger of two, which are continuous, the arguments' spreads count, and on the
 * wrong side how far that goes. Gaps have no spread: nothing that they are made of is loose. */
static void spread_of_kink(mag_ptr spread, const struct graph_tape *t, size_t i, slong prec)
{
    const struct graph_node *node = t->law->nodes + i;
    const expression a = node->argument[0],
                     b = graph_arguments(node->operation) == 1 ? a : node->argument[1];
    take_larger(spread, i, a, b);
    switch (node->operation) {
    case GRAPH_ABS:
    case GRAPH_MIN:
    case GRAPH_MAX:
        if (t->loose[i] != 0)
            add_excess(spread + i, t, i, node->operation == GRAPH_ABS ? 2 : 1, prec);
        return;
    default:
        if (t->loose[i] != 0 || !mag_is_zero(spread + i))
            mag_set_ui(spread + i, node->operation == GRAPH_SIGN ? 2 : 1);
    }
}

/* A choice that may be another differs by what is between its branches. */
static void spread_of_select(mag_ptr spread, const struct graph_tape *t, size_t i, slong prec)
{
    const struct graph_node *node = t->law->nodes + i;
    const expression which = node->argument[0], a = node->argument[1], b = node->argument[2];
    const bool may_change = !mag_is_zero(spread + which);
    if (!may_change && ball_is_exactly(t->value + which, 1))
        mag_set(spread + i, spread + a);
    else if (!may_change && ball_is_exactly(t->value + which, 0))
        mag_set(spread + i, spread + b);
    else
        take_larger(spread, i, a, b);
    if (!may_change)
        return;
    arb_t apart;
    mag_t most;
    arb_init(apart);
    mag_init(most);
    arb_sub(apart, t->value + a, t->value + b, prec);
    arb_get_mag(most, apart);
    mag_add(spread + i, spread + i, most);
    mag_clear(most);
    arb_clear(apart);
}

/* A smooth function differs by its slopes over all that its arguments may be. */
static void spread_of_function(mag_ptr spread, const struct graph_tape *t, size_t i, slong prec)
{
    const struct graph_node *node = t->law->nodes + i;
    const struct ball_point none = { .side = NULL };
    const unsigned n = graph_arguments(node->operation);
    arb_ptr slope = _arb_vec_init(GRAPH_MOST_ARGUMENTS);
    mag_t size;
    mag_init(size);
    graph_node_ball(t->value, t->law, i, &none, prec);
    graph_node_slopes(slope, t->value, node, i, prec);
    mag_zero(spread + i);
    for (unsigned k = 0; k < n; k++) {
        const mag_struct *of = spread + node->argument[k];
        arb_get_mag(size, slope + k);
        if (!mag_is_zero(of))
            mag_addmul(spread + i, size, of);
    }
    mag_clear(size);
    _arb_vec_clear(slope, GRAPH_MOST_ARGUMENTS);
}

static bool may_differ(const mag_struct *spread, const struct graph_tape *t, size_t i)
{
    const struct graph_node *node = t->law->nodes + i;
    bool may = t->loose[i] != 0;
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        may = may || !mag_is_zero(spread + node->argument[k]);
    return may;
}

static bool is_condition(enum graph_operation operation)
{
    return operation == GRAPH_EQUAL || operation == GRAPH_AND || operation == GRAPH_OR ||
           operation == GRAPH_NOT;
}

void tape_find_spread(mag_ptr spread, struct graph_tape *t, slong prec)
{
    for (size_t i = 0; i < t->end; i++)
        mag_zero(spread + i);
    for (size_t k = 0; k < t->n_nodes; k++) {
        const expression i = t->nodes[k];
        const enum graph_operation operation = t->law->nodes[i].operation;
        if (!may_differ(spread, t, i))
            continue;
        if (graph_has_kink(t->law->nodes + i))
            spread_of_kink(spread, t, i, prec);
        else if (operation == GRAPH_SELECT)
            spread_of_select(spread, t, i, prec);
        else if (is_condition(operation))
            mag_one(spread + i);
        else
            spread_of_function(spread, t, i, prec);
        arb_add_error_mag(t->value + i, spread + i);
    }
}
