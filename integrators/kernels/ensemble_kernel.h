/* The ensemble kernels that defs.bzl (ensemble_kernels) generates and ensemble.c chooses from. */
#ifndef BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_KERNEL_H
#define BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_KERNEL_H

#include "integrators/kernels/ensemble.h"

/* Advances `lanes` trajectories, a multiple of ENSEMBLE_LANES and at most ENSEMBLE_TILE, by n steps
 * of h seconds. Rows of p, v and x are `stride` reals apart. */
typedef void ensemble_run(const real p[], real h, size_t n, size_t stride, unsigned lanes,
                          const real v[], real x[]);

/* One kernel: a law and a method at one level of instructions. */
struct ensemble_kernel {
    const char *law, *method;
    enum ensemble_level level;
    unsigned n_params, n_states;
    unsigned square; /* the parameter that is usually 2, or n_params */
    /* [parameters per lane][that parameter is 2 in every lane]; NULL where the law has none */
    ensemble_run *run[2][2];
};

/* All kernels, ended by NULL (generated). */
extern const struct ensemble_kernel *const PREC(ensemble_kernels)[];

#endif
