/* Ensembles: many independent trajectories of one driven law at once, a lane of a vector register
 * each. The law's own source and the method's own source, as in a fused kernel (kernel.h), in a
 * loop over lanes that the compiler turns into vector instructions, with the vector exp of glibc
 * (libmvec, within 4 ulp).
 *
 * What a trajectory gives depends on nothing but its own data: not on how many lanes there are,
 * nor on its place among them. It does depend on the level, because exp does: from one to another,
 * and from the scalar kernel, results differ by the rounding of that and what the method makes of
 * it.
 *
 * Arrays are the caller's, aligned to ENSEMBLE_ALIGN, and made of rows, one value for each lane:
 * row r of lane l is at [r * ensemble_stride(lanes) + l]. Rows are padded to whole vectors; the
 * padding goes through the computation, so that it must be initialized, with whatever, and that
 * of the states is overwritten.
 */
#ifndef BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_H
#define BRISTLE_INTEGRATORS_KERNELS_ENSEMBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "models/real.h"
#include "models/status.h"

enum {
    ENSEMBLE_LANES = 8, /* rows are padded to multiples of it: a vector of AVX-512 in double */
    ENSEMBLE_TILE = 64, /* lanes that go through time together, so that they stay in the cache */
    ENSEMBLE_ALIGN = 64,
};

/* Instructions to use. */
enum ensemble_level {
    ENSEMBLE_BEST, /* of those that this processor has */
    ENSEMBLE_BASELINE,
    ENSEMBLE_AVX2,
    ENSEMBLE_AVX512,
    ENSEMBLE_LEVELS,
};

/* "best", "baseline", "avx2", "avx512". */
extern const char *const ensemble_level_names[ENSEMBLE_LEVELS];

/* Returns true when this processor has the instructions of that level, which is not ENSEMBLE_BEST.
 */
bool ensemble_level_available(enum ensemble_level level);

/* The trajectories of an ensemble, and the kernel that advances them. */
struct ensemble {
    const char *law, *method; /* as in their tables */
    enum ensemble_level level;
    size_t lanes;         /* trajectories */
    const real *p;        /* the law's parameters: values common to all, or rows */
    bool params_per_lane; /* rows */
};

/* Reals from one row to the next: `lanes`, rounded up to a multiple of ENSEMBLE_LANES. */
static inline size_t ensemble_stride(size_t lanes)
{
    return (lanes + ENSEMBLE_LANES - 1) / ENSEMBLE_LANES * ENSEMBLE_LANES;
}

/* Bytes of an array of so many rows; a multiple of ENSEMBLE_ALIGN where a real is a double. */
static inline size_t ensemble_bytes(size_t rows, size_t lanes)
{
    return rows * ensemble_stride(lanes) * sizeof(real);
}

/* Returns true when there is such a kernel, and this processor can run it. */
bool PREC(ensemble_supports)(const struct ensemble *e);

/* Advances all trajectories by n steps of h > 0 seconds: x has a row for each state, in place; v
 * has n + 1 rows, the velocities in m/s between which each lane's is linear. p is not checked.
 *   STATUS_UNSUPPORTED  there is no such kernel, or the processor lacks the level asked for;
 *                       nothing has changed
 *   STATUS_NONFINITE    a state of some lane did not stay finite; the other lanes are right */
enum status PREC(ensemble_advance)(const struct ensemble *e, real h, size_t n, const real v[],
                                   real x[]) MUST_CHECK;

#endif
