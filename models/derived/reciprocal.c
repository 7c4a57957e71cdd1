/* Division by what depends on parameters only: once, for all stages of a step (print_law.h). */
#include <stdlib.h>

#include "models/derived/print_law.h"
#include "models/normal/nonnegative.h"
#include "tools/base/memory.h"

/* Returns true when the value depends on something beside parameters. */
static bool varies(const struct graph *g, expression e)
{
    for (int kind = SYMBOL_PARAMETER + 1; kind <= SYMBOL_VARIABLE; kind++)
        if (graph_depends(g, e, (enum graph_symbol)kind, ANY_INDEX))
            return true;
    return false;
}

/* Returns a/b as a product with 1/b, in which factors of b that are constant stand apart: v/(2 vs)
 * and v/vs need one division. */
static expression by_reciprocal(struct graph *g, expression a, expression b)
{
    const struct graph_node node = g->nodes[b];
    const expression one = graph_integer(g, 1);
    if (node.operation == GRAPH_PRODUCT)
        for (int k = 0; k < 2; k++)
            if (graph_is_constant(g, node.argument[k]))
                return by_reciprocal(g,
                                     graph_two(g, GRAPH_PRODUCT, a,
                                               graph_two(g, GRAPH_QUOTIENT, one, node.argument[k])),
                                     node.argument[1 - k]);
    return graph_two(g, GRAPH_PRODUCT, a, graph_two(g, GRAPH_QUOTIENT, one, b));
}

/* Returns |a (1/b)| as |a| (1/b) for b > 0: |v| is needed elsewhere, too. */
static expression magnitude(struct equations *law, expression e)
{
    struct graph *g = &law->graph;
    const struct graph_node product = g->nodes[g->nodes[e].argument[0]];
    if (product.operation != GRAPH_PRODUCT || varies(g, product.argument[1]) ||
        !law_is_nonnegative(law, product.argument[1]))
        return e;
    return graph_two(g, GRAPH_PRODUCT, graph_one(g, GRAPH_ABS, product.argument[0]),
                     product.argument[1]);
}

static expression replace(void *law, struct graph *g, expression e)
{
    const struct graph_node node = g->nodes[e];
    if (node.operation == GRAPH_ABS)
        return magnitude(law, e);
    if (node.operation != GRAPH_QUOTIENT || !varies(g, node.argument[0]) ||
        varies(g, node.argument[1]) || graph_is_constant(g, node.argument[1]))
        return e;
    return by_reciprocal(g, node.argument[0], node.argument[1]);
}

static size_t divisions(const struct graph *g, expression e)
{
    bool *in = memory_array(g->n, sizeof *in);
    size_t n = 0;
    graph_mark(g, e, in);
    for (size_t i = 0; i < g->n; i++)
        n += in[i] && g->nodes[i].operation == GRAPH_QUOTIENT &&
             !graph_is_constant(g, g->nodes[i].argument[1]);
    free(in);
    return n;
}

/* A law without states has one stage. */
void law_by_reciprocals(struct equations *law)
{
    struct graph *g = &law->graph;
    const expression force = graph_replaced(g, law->force, replace, law);
    if (law->states.n == 0 && divisions(g, force) >= divisions(g, law->force))
        return;
    law->force = force;
    law->force_by_rates = graph_replaced(g, law->force_by_rates, replace, law);
    for (size_t i = 0; i < law->states.n; i++)
        law->rate[i] = graph_replaced(g, law->rate[i], replace, law);
}
