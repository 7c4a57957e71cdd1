/* What ensemble.c knows of the kernels that are made for it (ensemble_kernels in defs.bzl). */
#ifndef BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_KERNEL_H
#define BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_KERNEL_H

#include "integrators/kernels/ensemble.h"

/* Advances `lanes` lanes, a multiple of ENSEMBLE_LANES and at most ENSEMBLE_TILE, in arrays with
 * rows of that stride. */
typedef void ensemble_run(const real p[], real h, size_t n, size_t stride, unsigned lanes,
                          const real v[], real x[]);

struct ensemble_kernel {
    const char *law, *method;
    enum ensemble_level level;
    unsigned n_params, n_states;
    unsigned square; /* the parameter that is usually 2, or n_params */
    /* [parameters per lane][that parameter is 2 everywhere]; NULL: the law has none */
    ensemble_run *run[2][2];
};

/* Ended by a NULL (generated). */
extern const struct ensemble_kernel *const PREC(ensemble_kernels)[];

#endif
