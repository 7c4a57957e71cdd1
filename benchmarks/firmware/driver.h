/* The loop around a kernel that the counts end at: they begin where control leaves the section
 * "driver" and end where it is back. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_DRIVER_H
#define BRISTLE_BENCHMARKS_FIRMWARE_DRIVER_H

#include "integrators/kernels/kernel.h"

/* All that a kernel works on. */
struct driven {
    struct memory *memory; /* its own, or NULL */
    real h;                /* s */
    real params[KERNEL_MAX_PARAMS];
    real states[MODEL_MAX_STATES];
};

/* n steps over the velocities v[n+1] in m/s; returns the last force in N. */
real PREC(driver)(kernel_step *step, struct driven *d, const real v[], unsigned n);

#endif
