/* Functions with kinks: those that are another smooth function on each side of a place, and there
 * have a bend or a jump.
 *
 * The place is where a gap is zero: the argument of |x| and sign(x); y - x of x < y, x <= y,
 * min(x, y) and max(x, y). On each side the function is a number, or one of its arguments but for
 * the sign, and as such goes on beyond the place. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_KINKS_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_KINKS_H

#include "models/algebra/graph.h"

/* Instead of a side: the gap is zero wherever the motion leads, as where what is multiplied by 0
 * comes to be compared with 0; or values are those of the balls, of either side, and slopes those
 * of each side by itself, with no jump between them. */
enum { GRAPH_AT_ZERO = 2, GRAPH_EITHER = 3 };

/* What a function is on one side: factor times a node, or the factor itself (EXPRESSION_NONE). */
struct graph_side {
    expression same;
    int factor;
};

/* Returns true when a node has a kink of a kind for which there are sides. */
static inline bool graph_has_kink(const struct graph_node *node)
{
    switch (node->operation) {
    case GRAPH_ABS:
    case GRAPH_SIGN:
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_MIN:
    case GRAPH_MAX:
        return true;
    default:
        return false;
    }
}

/* Returns true when that is one side, -1 or 1. */
static inline bool graph_is_side(int side) { return side == -1 || side == 1; }

/* Returns true when a node has a kink at which it jumps. */
static inline bool graph_jumps(const struct graph_node *node)
{
    return node->operation == GRAPH_SIGN || node->operation == GRAPH_LESS ||
           node->operation == GRAPH_AT_MOST;
}

/* Returns what a node with a kink is where its gap is positive (side 1) or negative (-1). */
static inline struct graph_side graph_side(const struct graph_node *node, int side)
{
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_ABS:
        return (struct graph_side){ a, side };
    case GRAPH_SIGN:
        return (struct graph_side){ EXPRESSION_NONE, side };
    case GRAPH_MIN:
        return (struct graph_side){ side > 0 ? a : b, 1 };
    case GRAPH_MAX:
        return (struct graph_side){ side > 0 ? b : a, 1 };
    default:
        return (struct graph_side){ EXPRESSION_NONE, side > 0 };
    }
}

#endif
