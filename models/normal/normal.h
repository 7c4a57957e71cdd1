/* Normal forms: whether two expressions are equal, or one is never negative, shown by
 * algebra.
 *
 * A form is a quotient of polynomials with whole coefficients, whose variables are symbols and
 * functions of such quotients. It holds where v != 0: there v = s |v| and s^2 = 1. What is known of
 * functions: |a b| = |a| |b| and the same of sign, exp(a + b) = exp(a) exp(b), tanh as a
 * quotient of exponentials, which functions are even or odd, and that a parameter with a positive
 * range is its magnitude. A condition is a number c with c^2 = c, and a choice is b + c (a - b). */
#ifndef BRISTLE_MODELS_NORMAL_NORMAL_H
#define BRISTLE_MODELS_NORMAL_NORMAL_H

#include "models/language/equations.h"

struct normal;

/* Returns the forms of a law's expressions, none yet; normal_free releases them. Borrows the law.
 */
struct normal *normal_new(const struct equations *law);
void normal_free(struct normal *normal);

/* Returns true when both have the same form: then they are equal at v != 0 wherever both are
 * defined. false: not shown, because they differ or because a form would be too large. */
bool normal_same(struct normal *normal, expression a, expression b);

/* Returns true when the expression is shown to be never negative at v != 0, for parameters within
 * their ranges that fulfil the law's demands, wherever it is defined. */
bool normal_never_negative(struct normal *normal, expression e);

#endif
