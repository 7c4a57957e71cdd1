/* Values that are never negative (nonnegative.h). */
#include <stdlib.h>

#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

/* Returns true when the law demands of its parameters that a <= b. */
static bool is_demanded(const struct equations *law, expression a, expression b)
{
    for (size_t i = 0; i < law->n_constraints; i++) {
        const struct graph_node *node = &law->graph.nodes[law->constraints[i].condition];
        if ((node->operation == GRAPH_AT_MOST || node->operation == GRAPH_LESS) &&
            node->argument[0] == a && node->argument[1] == b)
            return true;
    }
    return false;
}

static bool symbol_is_nonnegative(const struct equations *law, const struct graph_node *node,
                                  bool within)
{
    return (node->symbol == SYMBOL_PARAMETER && law->parameters.of[node->index].lo >= 0) ||
           (within && node->symbol == SYMBOL_STATE && law->states.of[node->index].lo >= 0);
}

/* Returns true when the value is never negative, by what is known of the arguments; within: as long
 * as states are within their ranges. */
static bool is_nonnegative(const struct equations *law, const struct graph_node *node,
                           const bool known[], bool within)
{
    const struct graph *g = &law->graph;
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_NUMBER:
        return fmpq_sgn(g->numbers + node->index) >= 0;
    case GRAPH_SYMBOL:
        return symbol_is_nonnegative(law, node, within);
    case GRAPH_ABS:
    case GRAPH_EXP:
    case GRAPH_SQRT:
    case GRAPH_COSH:
        return true;
    case GRAPH_MAX:
        return known[a] || known[b];
    case GRAPH_MIN:
        return known[a] && known[b];
    case GRAPH_SELECT:
        return known[b] && known[node->argument[2]];
    case GRAPH_POWER:
        return known[a] || graph_is_integer(g, b, 2);
    case GRAPH_PRODUCT:
        return a == b || (known[a] && known[b]);
    case GRAPH_DIFFERENCE:
        return is_demanded(law, b, a);
    case GRAPH_SUM:
    case GRAPH_QUOTIENT:
        return known[a] && known[b];
    default:
        return false;
    }
}

static void mark(const struct equations *law, bool of[], bool within)
{
    for (size_t i = 0; i < law->graph.n; i++)
        of[i] = is_nonnegative(law, &law->graph.nodes[i], of, within);
}

void law_mark_nonnegative(const struct equations *law, bool of[]) { mark(law, of, false); }

void law_mark_nonnegative_within(const struct equations *law, bool of[]) { mark(law, of, true); }

/* Returns true when the value is above 0, by what is known of the arguments. */
static bool is_positive(const struct equations *law, const struct graph_node *node,
                        const bool nonnegative[], const bool positive[])
{
    const struct graph *g = &law->graph;
    const expression a = node->argument[0], b = node->argument[1];
    switch (node->operation) {
    case GRAPH_NUMBER:
        return fmpq_sgn(g->numbers + node->index) > 0;
    case GRAPH_SYMBOL:
        return node->symbol == SYMBOL_PARAMETER && law->parameters.of[node->index].lo > 0;
    case GRAPH_EXP:
        return true;
    case GRAPH_ABS:
    case GRAPH_SQRT:
    case GRAPH_POWER:
        return positive[a];
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        return positive[a] && positive[b];
    case GRAPH_SUM:
        return (positive[a] && nonnegative[b]) || (nonnegative[a] && positive[b]);
    default:
        return false;
    }
}

bool law_is_positive(const struct equations *law, expression e)
{
    bool *nonnegative = memory_array(law->graph.n, sizeof *nonnegative),
         *positive = memory_array(law->graph.n, sizeof *positive);
    law_mark_nonnegative(law, nonnegative);
    for (size_t i = 0; i < law->graph.n; i++)
        positive[i] = is_positive(law, &law->graph.nodes[i], nonnegative, positive);
    const bool is = positive[e];
    free(nonnegative);
    free(positive);
    return is;
}

bool law_is_nonnegative(const struct equations *law, expression e)
{
    bool *of = memory_array(law->graph.n, sizeof *of);
    law_mark_nonnegative(law, of);
    const bool is = of[e];
    free(of);
    return is;
}
