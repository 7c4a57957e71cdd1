/* What a law's text states of the long run and of sizes; where it states nothing, what follows from
 * its equations. */
#ifndef BRISTLE_MODELS_DERIVED_VALUES_H
#define BRISTLE_MODELS_DERIVED_VALUES_H

#include "models/derived/structure.h"
#include "models/language/statements.h"

/* Expressions of p, v and the selection; EXPRESSION_NONE: not known. */
struct law_values {
    expression steady_force;      /* N */
    expression settling_rate;     /* the slowest relaxation at held velocity, 1/s */
    expression force_scale;       /* N: summed magnitudes of the terms of the force, over states
                                   * within their bounds, of a state without bound up to the travel */
    expression stribeck;          /* the bound of a state as a part of its bound at rest */
    expression printed_regressor; /* N: U P with the columns as printed */
};

/* Returns the force in the steady states that are stated or that follow from the rates, whatever
 * the text states of it. */
expression law_steady_force(struct equations *law, const struct statements *statements,
                            const struct structure *structure);

struct law_values law_values_find(struct equations *law, const struct statements *statements,
                                  const struct structure *structure);

#endif
