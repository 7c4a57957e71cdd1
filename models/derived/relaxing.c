/* States that relax each by itself at held velocity (relaxing.h). */
#include <stdlib.h>

#include "models/algebra/cancel.h"
#include "models/algebra/derive.h"
#include "models/derived/relaxing.h"
#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

/* Returns e/|v|, of v the selection; or e/v, of |v| the selection; EXPRESSION_NONE where e is not
 * seen to be such a multiple. */
static expression per(struct graph *g, enum graph_operation unit, expression e)
{
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    expression left, right;
    if (graph_is_symbol(g, e, SYMBOL_INPUT, 0) ||
        (node.operation == GRAPH_ABS && graph_is_symbol(g, a, SYMBOL_INPUT, 0)))
        return node.operation == unit ? graph_integer(g, 1) : graph_symbol(g, SYMBOL_SELECTION, 0);
    switch (node.operation) {
    case GRAPH_NEGATED:
        left = per(g, unit, a);
        return left == EXPRESSION_NONE ? left : graph_one(g, GRAPH_NEGATED, left);
    case GRAPH_PRODUCT:
        left = per(g, unit, a);
        if (left != EXPRESSION_NONE)
            return graph_two(g, GRAPH_PRODUCT, left, b);
        right = per(g, unit, b);
        return right == EXPRESSION_NONE ? right : graph_two(g, GRAPH_PRODUCT, a, right);
    case GRAPH_QUOTIENT:
        left = per(g, unit, a);
        return left == EXPRESSION_NONE ? left : graph_two(g, GRAPH_QUOTIENT, left, b);
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        left = per(g, unit, a);
        right = left == EXPRESSION_NONE ? left : per(g, unit, b);
        return right == EXPRESSION_NONE ? right : graph_two(g, node.operation, left, right);
    default:
        return EXPRESSION_NONE;
    }
}

/* Returns a/b; of a product a = b c it is c; of a quotient b = c/d it takes one division, a d/c. */
static expression divided(struct graph *g, expression a, expression b)
{
    const struct graph_node node = g->nodes[b], above = g->nodes[a];
    if (above.operation == GRAPH_PRODUCT && above.argument[1] == b)
        return above.argument[0];
    if (above.operation == GRAPH_NEGATED)
        return graph_one(g, GRAPH_NEGATED, divided(g, above.argument[0], b));
    if (node.operation != GRAPH_QUOTIENT)
        return graph_two(g, GRAPH_QUOTIENT, a, b);
    return graph_two(g, GRAPH_QUOTIENT, graph_two(g, GRAPH_PRODUCT, a, node.argument[1]),
                     node.argument[0]);
}

struct law_relaxing law_relaxing(struct equations *law, size_t i)
{
    struct graph *g = &law->graph;
    const expression rate = law->rate[i], x = graph_symbol(g, SYMBOL_STATE, (unsigned)i);
    const struct graph_swap rest = { SYMBOL_STATE, (unsigned)i, graph_integer(g, 0) };
    const expression b = graph_swapped(g, rate, &rest, 1),
                     k = graph_one(g, GRAPH_NEGATED, graph_derivative(g, rate, x));
    const expression over = per(g, GRAPH_SYMBOL, b), under = per(g, GRAPH_ABS, k);
    struct law_relaxing is = { b, k, EXPRESSION_NONE, EXPRESSION_NONE, law_is_nonnegative(law, k) };
    /* Where k may be 0 the steady value may be infinitely far away. */
    is.is_tame = is.is_tame && law_is_positive(law, under != EXPRESSION_NONE ? under : k);
    if (over == EXPRESSION_NONE || under == EXPRESSION_NONE) {
        is.steady = graph_cancelled(g, divided(g, b, k));
        is.is_tame = is.is_tame && !graph_depends(g, k, SYMBOL_INPUT, ANY_INDEX);
        return is;
    }
    is.level = graph_cancelled(g, divided(g, over, under));
    is.steady = graph_two(g, GRAPH_PRODUCT, graph_symbol(g, SYMBOL_SELECTION, 0), is.level);
    return is;
}
