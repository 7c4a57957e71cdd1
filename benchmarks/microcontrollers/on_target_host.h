/* Computes on the host, by the library and in the precision of this compilation, what programs
 * compute on cores (benchmarks/firmware/on_target.h). */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_ON_TARGET_HOST_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_ON_TARGET_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "models/model.h"

/* A step and its result; a force of NAN: the step failed. */
struct host_step {
    double v0, v1, h, force;
    double start[MODEL_MAX_STATES], x[MODEL_MAX_STATES];
};

struct host_run {
    unsigned steps;
    uint64_t digest;
    double bound, settled;
};

/* Returns true when the law has the structure that the method needs. */
bool PREC(host_fits)(const char *law, const char *method);
struct host_step PREC(host_trial)(const char *law, const char *method, unsigned number);
/* Computes the holds one after the other, step[TRIAL_HOLDS]. */
void PREC(host_holds)(const char *law, const char *method, struct host_step step[]);
struct host_run PREC(host_run)(const char *law, const char *method);

/* In float. */
struct host_step host_trial_f32(const char *law, const char *method, unsigned number);
void host_holds_f32(const char *law, const char *method, struct host_step step[]);
struct host_run host_run_f32(const char *law, const char *method);

/* In double: the change of the step's results, to first order, when each input changes by its own
 * size, summed over the velocities, h, the parameters and the states at the start, plus the sizes
 * of the terms that the results consist of. Two correct computations of the step may differ by some
 * roundings times this spread, whatever the order of their operations. */
struct spread {
    double force, x[MODEL_MAX_STATES];
};
struct spread host_spread(const char *law, const char *method, const struct host_step *step);

#endif
