/* Slopes along a direction, by the chain rule from the symbols to the results
 * (graph_direction.h). What a sum of states does not change along the direction is then exactly, or
 * nearly, nothing in all that is made of that sum, however wide its other factors are. */
#include "reference/graph/graph_direction.h"

#include "reference/graph/graph_kinks.h"
#include "reference/graph/graph_slopes.h"
#include "tools/base/decide.h"

static bool all_rest(arb_srcptr along, const struct graph_node *node)
{
    bool rest = true;
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        rest = rest && ball_is_exactly(along + node->argument[k], 0);
    return rest;
}

static void along_select(arb_ptr along, arb_srcptr value, const struct graph_node *node, size_t i,
                         slong prec)
{
    const arb_struct *which = value + node->argument[0];
    const expression a = node->argument[1], b = node->argument[2];
    if (ball_is_exactly(which, 1) || ball_is_exactly(which, 0))
        arb_set(along + i, along + (ball_is_exactly(which, 1) ? a : b));
    else if (ball_is_exactly(along + node->argument[0], 0))
        arb_union(along + i, along + a, along + b, prec);
    else
        arb_indeterminate(along + i);
}

static void along_side(arb_ptr along, const struct graph_node *node, size_t i, int side)
{
    const struct graph_side is = graph_side(node, side);
    if (is.same == EXPRESSION_NONE)
        arb_zero(along + i);
    else if (is.factor < 0)
        arb_neg(along + i, along + is.same);
    else
        arb_set(along + i, along + is.same);
}

static void along_function(arb_ptr along, arb_srcptr value, const struct graph_node *node, size_t i,
                           slong prec)
{
    arb_ptr slope = _arb_vec_init(GRAPH_MOST_ARGUMENTS);
    graph_node_slopes(slope, value, node, i, prec);
    arb_zero(along + i);
    for (unsigned k = 0; k < graph_arguments(node->operation); k++)
        if (!ball_is_exactly(along + node->argument[k], 0))
            arb_addmul(along + i, slope + k, along + node->argument[k], prec);
    _arb_vec_clear(slope, GRAPH_MOST_ARGUMENTS);
}

void graph_node_along(arb_ptr along, arb_srcptr value, const struct law_graph *law, size_t i,
                      const signed char *side, slong prec)
{
    const struct graph_node *node = law->nodes + i;
    const int is = side ? side[i] : 0;
    if (graph_arguments(node->operation) == 0)
        return;
    if (graph_is_side(is))
        along_side(along, node, i, is);
    else if (is == GRAPH_AT_ZERO || (is == GRAPH_EITHER && graph_jumps(node)) ||
             all_rest(along, node))
        arb_zero(along + i);
    else if (node->operation == GRAPH_SELECT)
        along_select(along, value, node, i, prec);
    else
        along_function(along, value, node, i, prec);
}
