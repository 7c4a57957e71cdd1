/* CVODE: linear multistep methods of variable order and step. See sundials.h. */
#ifndef BRISTLE_INTEGRATORS_SUNDIALS_CVODE_H
#define BRISTLE_INTEGRATORS_SUNDIALS_CVODE_H

#include "integrators/sundials/sundials.h"

enum cvode_family { CVODE_BDF, CVODE_ADAMS };

/* The functions of struct integrator; open is told the family. */
enum status cvode_open(struct integration *in, enum cvode_family family) MUST_CHECK;
void cvode_close(struct integration *in);
enum status cvode_start(struct integration *in) MUST_CHECK;
enum status cvode_step(struct integration *in, real stop) MUST_CHECK;
enum status cvode_interpolate(struct integration *in, real t, real x[]) MUST_CHECK;

#endif
