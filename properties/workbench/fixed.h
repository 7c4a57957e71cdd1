/* Parameters that have one value each in a claim. */
#ifndef BRISTLE_PROPERTIES_WORKBENCH_FIXED_H
#define BRISTLE_PROPERTIES_WORKBENCH_FIXED_H

#include "models/derived/law_graph.h"

/* Only whole numbers are values here: others may not be what their decimals say. */
enum { FIXED_MOST = 64 };

struct fixed {
    struct {
        unsigned parameter; /* of the law's */
        long value;
    } of[FIXED_MOST];
    unsigned n;
};

/* Fills in what is put in the places of these parameters, and returns how many those are. */
static inline size_t fixed_swaps(struct graph *g, const struct fixed *fixed,
                                 struct graph_swap swaps[FIXED_MOST])
{
    for (unsigned i = 0; i < fixed->n; i++)
        swaps[i] = (struct graph_swap){ SYMBOL_PARAMETER, fixed->of[i].parameter,
                                        graph_integer(g, fixed->of[i].value) };
    return fixed->n;
}

#endif
