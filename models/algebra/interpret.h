/* Evaluates expressions in double, for laws whose code is not compiled, and for tests. */
#ifndef BRISTLE_MODELS_ALGEBRA_INTERPRET_H
#define BRISTLE_MODELS_ALGEBRA_INTERPRET_H

#include "models/algebra/graph.h"

/* What the symbols are. Arrays by index; those that no expression needs may be NULL. */
struct graph_point {
    const double *parameters, *inputs, *states, *rates, *memory;
    double selection, travel, reference;
};

/* Evaluates n expressions at a point, in double, operation by operation as the text says; what
 * cannot be evaluated, integrals and draws, is NaN. */
void graph_evaluate(const struct graph *graph, const struct graph_point *point,
                    const expression e[], double value[], size_t n);

/* Expressions made ready to be evaluated at many points. */
struct graph_program {
    struct graph_step *steps; /* in the order of the graph */
    double *values;           /* of the steps */
    uint32_t *results;        /* steps that are asked for */
    size_t n, n_results;
};

/* Makes n expressions ready, to be released by graph_program_free. graph_run evaluates them at a
 * point, as graph_evaluate does. */
void graph_prepare(const struct graph *graph, const expression e[], size_t n,
                   struct graph_program *program);
void graph_run(struct graph_program *program, const struct graph_point *point, double value[]);

/* The same, with memory of the caller's for the values of the steps, work[program->n]: threads may
 * share a program. */
void graph_run_in(const struct graph_program *program, const struct graph_point *point,
                  double work[], double value[]);

void graph_program_free(struct graph_program *program);

#endif
