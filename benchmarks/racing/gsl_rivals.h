/* GSL's ordinary differential equations: its drivers step to each output. */
#ifndef BRISTLE_BENCHMARKS_RACING_GSL_RIVALS_H
#define BRISTLE_BENCHMARKS_RACING_GSL_RIVALS_H

#include "benchmarks/racing/rival.h"

const char *gsl_rivals_version(void);
bool gsl_msbdf_leg(struct run *run, struct leg *leg);
bool gsl_rk4imp_leg(struct run *run, struct leg *leg);
bool gsl_bsimp_leg(struct run *run, struct leg *leg);
bool gsl_rk8pd_leg(struct run *run, struct leg *leg);

#endif
