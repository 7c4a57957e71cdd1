/* The loop around a kernel that delimits the counts: they begin where control leaves the section
 * "driver" and end where control returns. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_DRIVER_H
#define BRISTLE_BENCHMARKS_FIRMWARE_DRIVER_H

#include "integrators/kernels/kernel.h"

/* The data that a kernel works on. */
struct driven {
    struct memory *memory; /* the law's memory, or NULL */
    real h;                /* s */
    real params[KERNEL_MAX_PARAMS];
    real states[MODEL_MAX_STATES];
};

/* Runs n steps over the velocities v[n+1] in m/s; returns the last force in N. */
real PREC(driver)(kernel_step *step, struct driven *d, const real v[], unsigned n);

#endif
