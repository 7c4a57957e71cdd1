/* CVODE and ARKODE as SUNDIALS' manuals use them: with outputs by their own interpolation, their
 * own root finding, and analytic Jacobians. */
#ifndef BRISTLE_BENCHMARKS_RACING_SUNDIALS_RIVALS_H
#define BRISTLE_BENCHMARKS_RACING_SUNDIALS_RIVALS_H

#include "benchmarks/racing/rival.h"

const char *sundials_version(void);
bool cvode_bdf_leg(struct run *run, struct leg *leg);
bool cvode_adams_leg(struct run *run, struct leg *leg);
bool arkode_dirk_leg(struct run *run, struct leg *leg);
bool arkode_erk_leg(struct run *run, struct leg *leg);

#endif
