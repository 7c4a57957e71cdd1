/* Factors that cancel. */
#ifndef BRISTLE_MODELS_ALGEBRA_CANCEL_H
#define BRISTLE_MODELS_ALGEBRA_CANCEL_H

#include "models/algebra/graph.h"

/* Returns the expression with factors taken out that stand in a product and in what divides it,
 * also where it divides a term of a sum: a (b/a) is b, and a (b/a + c) is b + a c. Where a is 0
 * the result is the limit. What has no such factors stays as it is written. */
expression graph_cancelled(struct graph *graph, expression e);

#endif
