/* Sums of products with a common factor: a x + ... + a y is a (x + y) + ..., which saves a product
 * (print_law.h). */
#include <stdlib.h>

#include "models/derived/print_law.h"
#include "tools/base/memory.h"

/* Returns the first factor of a product, and EXPRESSION_NONE for what is none. */
static expression first_factor(const struct graph *g, expression e)
{
    if (g->nodes[e].operation != GRAPH_PRODUCT)
        return EXPRESSION_NONE;
    while (g->nodes[e].operation == GRAPH_PRODUCT)
        e = g->nodes[e].argument[0];
    return e;
}

/* Returns a product without its first factor. */
static expression others(struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    if (g->nodes[node.argument[0]].operation != GRAPH_PRODUCT)
        return node.argument[1];
    return graph_two(g, GRAPH_PRODUCT, others(g, node.argument[0]), node.argument[1]);
}

/* Returns a sum with a term added to the one that has its first factor; EXPRESSION_NONE when none
 * has it. */
static expression joined(struct graph *g, expression sum, expression term)
{
    const struct graph_node node = g->nodes[sum];
    const expression factor = first_factor(g, term);
    if (factor == EXPRESSION_NONE)
        return EXPRESSION_NONE;
    if (first_factor(g, sum) == factor)
        return graph_two(g, GRAPH_PRODUCT, factor,
                         graph_two(g, GRAPH_SUM, others(g, sum), others(g, term)));
    if (node.operation != GRAPH_SUM && node.operation != GRAPH_DIFFERENCE)
        return EXPRESSION_NONE;
    const expression last =
        node.operation == GRAPH_SUM ? joined(g, node.argument[1], term) : EXPRESSION_NONE;
    if (last != EXPRESSION_NONE)
        return graph_two(g, GRAPH_SUM, node.argument[0], last);
    const expression first = joined(g, node.argument[0], term);
    return first == EXPRESSION_NONE ? EXPRESSION_NONE
                                    : graph_two(g, node.operation, first, node.argument[1]);
}

static expression replace(void *context, struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    (void)context;
    if (node.operation != GRAPH_SUM)
        return e;
    const expression sum = joined(g, node.argument[0], node.argument[1]);
    return sum == EXPRESSION_NONE ? e : sum;
}

/* Returns how many operations the rates and the force need together. */
static size_t operations(const struct equations *law, expression force)
{
    const struct graph *g = &law->graph;
    bool *in = memory_array(g->n, sizeof *in);
    size_t n = 0;
    graph_mark(g, force, in);
    for (size_t i = 0; i < law->states.n; i++)
        graph_mark(g, law->rate[i], in);
    for (size_t i = 0; i < g->n; i++)
        n += in[i] && graph_arguments(g->nodes[i].operation) > 0;
    free(in);
    return n;
}

/* What the rates need anyway is not saved: a product that they share stays. */
static void shorten(struct equations *law, expression *force)
{
    const expression shorter = graph_replaced(&law->graph, *force, replace, NULL);
    if (operations(law, shorter) < operations(law, *force))
        *force = shorter;
}

void law_by_common_factors(struct equations *law)
{
    shorten(law, &law->force);
    shorten(law, &law->force_by_rates);
}
