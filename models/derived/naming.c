/* Which values of a printed function are computed once, as constants with names (print_c.h). */
#include "models/derived/print_c.h"

#include <stdlib.h>

#include "tools/base/memory.h"

/* What a function needs of a graph. */
struct need {
    const struct graph *g;
    unsigned *uses;  /* by other values, and by statements */
    bool *is_always; /* it is computed whatever is selected */
    bool *calls;     /* it is computed with a call of the C library */
};

static bool is_leaf(const struct graph *g, expression e)
{
    return g->nodes[e].operation == GRAPH_NUMBER || g->nodes[e].operation == GRAPH_SYMBOL;
}

static void count(struct need *c, const struct c_statement statements[], size_t n)
{
    const struct graph *g = c->g;
    for (size_t i = 0; i < n; i++)
        if (statements[i].e != EXPRESSION_NONE) {
            c->uses[statements[i].e]++;
            c->is_always[statements[i].e] = true;
        }
    for (size_t i = g->n; i-- > 0;)
        for (unsigned k = 0; c->uses[i] > 0 && k < graph_arguments(g->nodes[i].operation); k++) {
            const expression of = g->nodes[i].argument[k];
            const enum graph_operation is = g->nodes[i].operation;
            const bool may_be_passed =
                k > 0 && (is == GRAPH_SELECT || is == GRAPH_AND || is == GRAPH_OR);
            c->uses[of]++;
            c->is_always[of] |= c->is_always[i] && !may_be_passed;
        }
}

static void mark_calls(struct need *c)
{
    for (size_t i = 0; i < c->g->n; i++) {
        const struct graph_node *node = &c->g->nodes[i];
        c->calls[i] = node->operation == GRAPH_POWER ||
                      (node->operation >= GRAPH_EXP && node->operation <= GRAPH_TANH);
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            c->calls[i] |= c->calls[node->argument[k]];
        c->calls[i] &= !graph_is_constant(c->g, (expression)i);
    }
}

static bool keeps_its_left(const struct need *c, const struct graph_node *node)
{
    return graph_arguments(node->operation) == 2 && !is_leaf(c->g, node->argument[0]) &&
           !c->calls[node->argument[0]] && c->calls[node->argument[1]];
}

void c_names(const struct equations *law, const struct c_statement statements[], size_t n,
             bool named[])
{
    const struct graph *g = &law->graph;
    struct need c = { g, memory_array(g->n, sizeof *c.uses),
                      memory_array(g->n, sizeof *c.is_always),
                      memory_array(g->n, sizeof *c.calls) };
    count(&c, statements, n);
    mark_calls(&c);
    for (size_t i = 0; i < g->n; i++) {
        named[i] |= c.uses[i] > 1 && !is_leaf(g, (expression)i);
        if (c.is_always[i] && keeps_its_left(&c, &g->nodes[i]))
            named[g->nodes[i].argument[1]] = true;
    }
    free(c.calls);
    free(c.is_always);
    free(c.uses);
}
