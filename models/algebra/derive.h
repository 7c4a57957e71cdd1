/* Derivatives of expressions. */
#ifndef BRISTLE_MODELS_ALGEBRA_DERIVE_H
#define BRISTLE_MODELS_ALGEBRA_DERIVE_H

#include "models/algebra/graph.h"

/* Returns the derivative of e with respect to a symbol, at fixed other symbols; that of |v| is the
 * selection s, that of sign(x), of a choice's condition and of a comparison is 0. Powers of |v|
 * keep the factors v with which they vanish at v = 0, so that no 0 times infinity arises there: the
 * derivative of |v/c|^m is m |v/c|^m/v, and a factor |v| beside it takes the 1/v away. */
expression graph_derivative(struct graph *graph, expression e, expression symbol);

#endif
