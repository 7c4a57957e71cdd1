/* ARKODE's ARKStep: Runge-Kutta methods of order 4 with embedded errors, explicit, diagonally
 * implicit, or both at once on the parts of a problem. See sundials.h.
 *
 * D. R. Reynolds, D. J. Gardner, C. S. Woodward, R. Chinomona, "ARKODE: a flexible IVP solver
 * infrastructure for one-step methods", ACM Trans. Math. Softw. 49(2), 19, 2023. Between steps
 * ARKODE interpolates with Hermite's cubics.
 */
#ifndef BRISTLE_INTEGRATORS_SUNDIALS_ARKODE_H
#define BRISTLE_INTEGRATORS_SUNDIALS_ARKODE_H

#include "integrators/sundials/sundials.h"

enum arkode_family { ARKODE_ERK, ARKODE_DIRK, ARKODE_IMEX };

/* The functions of struct integrator; open and start also take the family. */
enum status arkode_open(struct integration *in, enum arkode_family family) MUST_CHECK;
void arkode_close(struct integration *in);
enum status arkode_start(struct integration *in, enum arkode_family family) MUST_CHECK;
enum status arkode_step(struct integration *in, real stop) MUST_CHECK;
enum status arkode_interpolate(struct integration *in, real t, real x[]) MUST_CHECK;

#endif
