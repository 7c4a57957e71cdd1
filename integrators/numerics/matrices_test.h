/* Matrices for tests of linear systems: a fixed sequence. */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_MATRICES_TEST_H
#define BRISTLE_INTEGRATORS_NUMERICS_MATRICES_TEST_H

#include "integrators/numerics/dense.h"

enum { MOST = 7, MATRICES = 200 };

/* In [-1, 1), a fixed sequence: the upper bits of a linear congruence. */
static inline real next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (real)(int32_t)*state * C(0x1p-31);
}

/* Fills a with rows of very different sizes, which need pivoting, and some zeros. */
static inline void draw(uint32_t *state, unsigned n, real a[])
{
    for (unsigned i = 0; i < n; i++) {
        const real size = r_exp2(8 * next(state));
        for (unsigned j = 0; j < n; j++) {
            const real value = next(state);
            a[i * n + j] = next(state) < -C(0.6) ? 0 : size * value;
        }
    }
}

static inline real largest(unsigned n, const real a[])
{
    real size = 0;
    for (unsigned i = 0; i < n; i++)
        size = r_max(size, r_abs(a[i]));
    return size;
}

#endif
