/* Evaluates expressions in double, for laws whose code is not compiled, and for tests. */
#ifndef BRISTLE_MODELS_LANGUAGE_INTERPRET_H
#define BRISTLE_MODELS_LANGUAGE_INTERPRET_H

#include "models/language/graph.h"

/* What the symbols are. Arrays by index; those that no expression needs may be NULL. */
struct graph_point {
    const double *parameters, *inputs, *states, *memory;
    double selection, travel, reference;
};

/* Evaluates n expressions at a point, in double, operation by operation as the text says; what
 * cannot be evaluated, integrals and draws, is NaN. */
void graph_evaluate(const struct graph *graph, const struct graph_point *point,
                    const expression e[], double value[], size_t n);

#endif
