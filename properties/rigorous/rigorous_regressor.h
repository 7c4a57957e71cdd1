/* The rigorous side of the properties of F = U P, in ball arithmetic. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_REGRESSOR_H
#define BRISTLE_PROPERTIES_RIGOROUS_RIGOROUS_REGRESSOR_H

#include "properties/rigorous/rigorous.h"

/* As rigorous_applicable, for REGRESSOR, REGRESSOR_AS_PRINTED, IDENTIFIABILITY and
 * IDENTIFIABLE_RANK.
 *
 * An integer vector n != 0 with U n = 0 after each segment of the signal and each hold of the
 * excitation that follows it certifies that entries of P cannot be told apart. Evaluated at the
 * midpoints of the states' balls equal terms cancel to a ball of radius zero, and over the balls
 * themselves U n is within 2^-60 of the columns, so that U n vanishes at the true states, too. The
 * vector comes with the case, or is searched for among those with entries -1, 0 and 1. A volume
 * that is positive as a ball certifies that the entries can be told apart. */
bool rigorous_regressor_applicable(const struct arb_law *law, enum property property);

/* Searches for such a vector of n_regressors entries. Returns false when there is none. */
bool rigorous_null_vector(const struct rigorous_case *c, slong prec, long null[]);

#endif
