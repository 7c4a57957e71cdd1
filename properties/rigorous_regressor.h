/* The rigorous side of the properties of F = U P, in ball arithmetic. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_REGRESSOR_H
#define BRISTLE_PROPERTIES_RIGOROUS_REGRESSOR_H

#include "properties/rigorous.h"

/* As rigorous_applicable and rigorous_evaluate, for REGRESSOR, REGRESSOR_AS_PRINTED,
 * IDENTIFIABILITY and IDENTIFIABLE_RANK.
 *
 * That entries of P cannot be told apart is certified by an integer vector n != 0 with
 * U n = 0 exactly: evaluated at exact states (the midpoints of the balls) and velocities after
 * each hold of the signal and of the excitation that follows it, where equal terms cancel to a
 * ball of radius zero. The vector comes with the case, or is searched for among those with
 * entries -1, 0 and 1. That they can is certified by a volume that is positive as a ball. */
bool rigorous_regressor_applicable(const struct arb_law *law, enum property property);
enum answer rigorous_regressor(const struct rigorous_case *c, slong prec, arb_t functional,
                               arb_t margin);

/* Searches such a vector of n_regressors entries; false when there is none. */
bool rigorous_null_vector(const struct rigorous_case *c, slong prec, long null[]);

#endif
