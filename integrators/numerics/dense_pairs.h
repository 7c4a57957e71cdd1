/* Small dense linear systems in complex numbers, two at a time (dense.h). */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_DENSE_PAIRS_H
#define BRISTLE_INTEGRATORS_NUMERICS_DENSE_PAIRS_H

#include <stdbool.h>

#include "integrators/numerics/pair.h"
#include "integrators/ode.h"

/* |Re| + |Im| of both, together. */
FORCE_INLINE real dense_size_of(pair re, pair im)
{
    return r_abs(re[0]) + r_abs(im[0]) + r_abs(re[1]) + r_abs(im[1]);
}

/* a + i b <- the inverses of two complex matrices at once, as by dense_invert_n. They exchange the
 * same rows, those with the largest |Re| + |Im| of both: for matrices that differ by their
 * diagonals only. */
FORCE_INLINE bool dense_invert_pairs_n(unsigned n, pair *a, pair *b)
{
    unsigned row[ODE_MAX_STATES];
    UNROLL
    for (unsigned k = 0; k < n; k++) {
        unsigned p = k;
        UNROLL
        for (unsigned i = k + 1; i < n; i++)
            if (dense_size_of(a[i * n + k], b[i * n + k]) >
                dense_size_of(a[p * n + k], b[p * n + k]))
                p = i;
        row[k] = p;
        for (unsigned j = 0; p != k && j < n; j++) {
            const pair x = a[k * n + j], y = b[k * n + j];
            a[k * n + j] = a[p * n + j];
            b[k * n + j] = b[p * n + j];
            a[p * n + j] = x;
            b[p * n + j] = y;
        }
        const pair x = a[k * n + k], y = b[k * n + k], scale = pair_of(1) / (x * x + y * y);
        const pair re = x * scale, im = -y * scale;
        if (!isfinite(scale[0]) || !isfinite(scale[1]))
            return false;
        a[k * n + k] = pair_of(1);
        b[k * n + k] = pair_of(0);
        UNROLL
        for (unsigned j = 0; j < n; j++) {
            const pair u = a[k * n + j], v = b[k * n + j];
            a[k * n + j] = u * re - v * im;
            b[k * n + j] = u * im + v * re;
        }
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            if (i == k)
                continue;
            const pair l = a[i * n + k], m = b[i * n + k];
            a[i * n + k] = b[i * n + k] = pair_of(0);
            UNROLL
            for (unsigned j = 0; j < n; j++) {
                a[i * n + j] -= l * a[k * n + j] - m * b[k * n + j];
                b[i * n + j] -= l * b[k * n + j] + m * a[k * n + j];
            }
        }
    }
    UNROLL
    for (unsigned k = n; k-- > 0;)
        for (unsigned i = 0; row[k] != k && i < n; i++) {
            const pair x = a[i * n + k], y = b[i * n + k];
            a[i * n + k] = a[i * n + row[k]];
            b[i * n + k] = b[i * n + row[k]];
            a[i * n + row[k]] = x;
            b[i * n + row[k]] = y;
        }
    return true;
}

/* x + i y <- (a + i b) (x + i y), two products at once. */
FORCE_INLINE void dense_multiply_pairs_n(unsigned n, const pair *a, const pair *b, pair *x, pair *y)
{
    pair u[ODE_MAX_STATES], v[ODE_MAX_STATES];
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        u[i] = a[i * n] * x[0] - b[i * n] * y[0];
        v[i] = a[i * n] * y[0] + b[i * n] * x[0];
        UNROLL
        for (unsigned j = 1; j < n; j++) {
            u[i] += a[i * n + j] * x[j] - b[i * n + j] * y[j];
            v[i] += a[i * n + j] * y[j] + b[i * n + j] * x[j];
        }
    }
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        x[i] = u[i];
        y[i] = v[i];
    }
}

#endif
