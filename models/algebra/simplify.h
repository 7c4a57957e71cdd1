/* Only graph.c includes this header. */
#ifndef BRISTLE_MODELS_ALGEBRA_SIMPLIFY_H
#define BRISTLE_MODELS_ALGEBRA_SIMPLIFY_H

#include "models/algebra/graph.h"

/* Returns the expression that an operation is equal to by its numbers and signs alone, as 1 + 2, x
 * + 0 and -(-x y); EXPRESSION_NONE when it needs a node of its own. */
expression graph_simplified(struct graph *graph, const struct graph_node *node);

#endif
