/* SUNDIALS CVODE: linear multistep methods of variable order and step.
 *
 * A. C. Hindmarsh et al., "SUNDIALS: suite of nonlinear and differential/algebraic equation
 * solvers", ACM Trans. Math. Softw. 31(3), 363-396, 2005. Newton's method with a dense direct
 * solver, analytic Jacobian where the problem has one, absolute tolerance scaled by each state's
 * size, re-initialised at the start of every smooth stretch, never stepping past its end.
 *
 * A state that was large in a stretch and returns to zero keeps the rounding of its large
 * values: no step can be accurate to less, so that is added to the tolerance.
 */
#ifndef BRISTLE_INTEGRATORS_CVODE_H
#define BRISTLE_INTEGRATORS_CVODE_H

#include "integrators/integrator.h"

enum cvode_family { CVODE_BDF, CVODE_ADAMS };

/* The functions of struct integrator; open is told the family. */
size_t cvode_workspace(unsigned n);
enum status cvode_open(struct integration *in, enum cvode_family family) MUST_CHECK;
void cvode_close(struct integration *in);
enum status cvode_start(struct integration *in) MUST_CHECK;
enum status cvode_step(struct integration *in, real stop) MUST_CHECK;
enum status cvode_interpolate(struct integration *in, real t, real x[]) MUST_CHECK;

#endif
