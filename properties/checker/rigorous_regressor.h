/* The rigorous side of the properties of F = U P, in ball arithmetic. */
#ifndef BRISTLE_PROPERTIES_CHECKER_RIGOROUS_REGRESSOR_H
#define BRISTLE_PROPERTIES_CHECKER_RIGOROUS_REGRESSOR_H

#include "properties/checker/rigorous.h"

/* As rigorous_applicable, for REGRESSOR, REGRESSOR_AS_PRINTED, IDENTIFIABILITY and
 * IDENTIFIABLE_RANK.
 *
 * That entries of P cannot be told apart is certified by an integer vector n != 0 with U n = 0
 * after each segment of the signal and each hold of the excitation that follows it: evaluated at
 * the midpoints of the states' balls equal terms cancel to a ball of radius zero, and over the
 * balls themselves U n is within 2^-60 of the columns, so that the true states have it, too. The
 * vector comes with the case, or is searched for among those with entries -1, 0 and 1. That they
 * can is certified by a volume that is positive as a ball. */
bool rigorous_regressor_applicable(const struct arb_law *law, enum property property);

/* Searches such a vector of n_regressors entries; false when there is none. */
bool rigorous_null_vector(const struct rigorous_case *c, slong prec, long null[]);

#endif
