/* CVODE's linear multistep methods of variable order and step, behind struct integrator (the paper
 * and what CVODE shares with ARKODE: integrators/sundials/sundials.h). */
#ifndef BRISTLE_INTEGRATORS_SUNDIALS_CVODE_H
#define BRISTLE_INTEGRATORS_SUNDIALS_CVODE_H

#include "integrators/sundials/sundials.h"

enum cvode_family { CVODE_BDF, CVODE_ADAMS };

/* The functions of struct integrator; open also takes the family. */
enum status cvode_open(struct integration *in, enum cvode_family family) MUST_CHECK;
void cvode_close(struct integration *in);
enum status cvode_start(struct integration *in) MUST_CHECK;
enum status cvode_step(struct integration *in, real stop) MUST_CHECK;
enum status cvode_interpolate(struct integration *in, real t, real x[]) MUST_CHECK;

#endif
