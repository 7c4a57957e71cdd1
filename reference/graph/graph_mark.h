/* What expressions of a law are made of. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_MARK_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_MARK_H

#include "models/derived/law_graph.h"

/* Marks, in needed[law->n], what the expressions are made of; EXPRESSION_NONE marks nothing.
 * Returns one more than the last node, 0 for none. */
static inline size_t graph_mark_all(const struct law_graph *law, const expression of[], unsigned n,
                                    bool needed[])
{
    size_t end = 0;
    for (unsigned i = 0; i < n; i++)
        if (of[i] != EXPRESSION_NONE) {
            needed[of[i]] = true;
            end = end > of[i] ? end : (size_t)of[i] + 1;
        }
    for (size_t i = end; i-- > 0;)
        for (unsigned k = 0; needed[i] && k < graph_arguments(law->nodes[i].operation); k++)
            needed[law->nodes[i].argument[k]] = true;
    return end;
}

#endif
