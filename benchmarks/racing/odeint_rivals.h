/* Boost.odeint's steppers with dense output. */
#ifndef BRISTLE_BENCHMARKS_RACING_ODEINT_RIVALS_H
#define BRISTLE_BENCHMARKS_RACING_ODEINT_RIVALS_H

#include "benchmarks/racing/rival.h"

#ifdef __cplusplus
extern "C" {
#endif
const char *odeint_version(void);
bool odeint_rosenbrock4_leg(struct run *run, struct leg *leg);
bool odeint_dopri5_leg(struct run *run, struct leg *leg);
#ifdef __cplusplus
}
#endif

#endif
