/* What programs on cores compute (firmware/on_target.h), computed on the host by the library, in
 * the precision of the file compiled. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_ON_TARGET_HOST_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_ON_TARGET_HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "models/model.h"

/* A step and where it has led; a force that is NAN: it fails. */
struct host_step {
    double v0, v1, h, force;
    double start[MODEL_MAX_STATES], x[MODEL_MAX_STATES];
};

struct host_run {
    unsigned steps;
    uint64_t digest;
    double bound, settled;
};

/* Whether the law has the structure that the method needs. */
bool PREC(host_fits)(const char *law, const char *method);
struct host_step PREC(host_trial)(const char *law, const char *method, unsigned number);
/* The holds one after the other, step[TRIAL_HOLDS]. */
void PREC(host_holds)(const char *law, const char *method, struct host_step step[]);
struct host_run PREC(host_run)(const char *law, const char *method);

/* The same for float. */
struct host_step host_trial_f32(const char *law, const char *method, unsigned number);
void host_holds_f32(const char *law, const char *method, struct host_step step[]);
struct host_run host_run_f32(const char *law, const char *method);

/* In double: how much the results of a step change, to first order, when each input changes by its
 * own size: the sum over the velocities, h, the parameters and the states at the start. With the
 * sizes of the terms that they are made of added. That times some roundings is what two correct
 * computations of the step may differ by, whatever the order of their operations. */
struct spread {
    double force, x[MODEL_MAX_STATES];
};
struct spread host_spread(const char *law, const char *method, const struct host_step *step);

#endif
