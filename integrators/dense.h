/* Small dense linear systems, row-major, in place: for the implicit methods. Inlined with a
 * constant n at the sizes that occur, so that the compiler unrolls them; zeros are passed over,
 * so that nothing is left of those it knows. */
#ifndef BRISTLE_INTEGRATORS_DENSE_H
#define BRISTLE_INTEGRATORS_DENSE_H

#include <stdbool.h>

#include "models/real.h"

/* Before a loop over pivots or rows, which vanishes where n is a constant: up to the largest for
 * which there is one. */
#ifdef __GNUC__
#define DENSE_UNROLL _Pragma("GCC unroll 5")
#else
#define DENSE_UNROLL
#endif

/* a = L U with partial pivoting, the reciprocals of the pivots on its diagonal; row[k] is the
 * row that step k exchanged with k. False where a is singular or not finite. */
static inline bool dense_factorize_n(unsigned n, real *a, unsigned *row)
{
    DENSE_UNROLL
    for (unsigned k = 0; k < n; k++) {
        unsigned p = k;
        for (unsigned i = k + 1; i < n; i++)
            if (r_abs(a[i * n + k]) > r_abs(a[p * n + k]))
                p = i;
        row[k] = p;
        for (unsigned j = 0; p != k && j < n; j++) {
            const real swap = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = swap;
        }
        a[k * n + k] = 1 / a[k * n + k];
        if (!isfinite(a[k * n + k]))
            return false;
        for (unsigned i = k + 1; i < n; i++) {
            if (a[i * n + k] == 0)
                continue;
            const real l = a[i * n + k] *= a[k * n + k];
            for (unsigned j = k + 1; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
    return true;
}

/* b <- the solution of (L U) x = b. */
static inline void dense_solve_n(unsigned n, const real *a, const unsigned *row, real *b)
{
    DENSE_UNROLL
    for (unsigned k = 0; k < n; k++) {
        const real swap = b[row[k]];
        b[row[k]] = b[k];
        b[k] = swap;
    }
    DENSE_UNROLL
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (a[i * n + j] != 0)
                b[i] -= a[i * n + j] * b[j];
    DENSE_UNROLL
    for (unsigned i = n; i-- > 0;) {
        for (unsigned j = i + 1; j < n; j++)
            if (a[i * n + j] != 0)
                b[i] -= a[i * n + j] * b[j];
        b[i] *= a[i * n + i];
    }
}

static inline bool dense_factorize(unsigned n, real *a, unsigned *row)
{
    switch (n) {
    case 1:
        return dense_factorize_n(1, a, row);
    case 2:
        return dense_factorize_n(2, a, row);
    case 3:
        return dense_factorize_n(3, a, row);
    case 4:
        return dense_factorize_n(4, a, row);
    case 5:
        return dense_factorize_n(5, a, row);
    default:
        return dense_factorize_n(n, a, row);
    }
}

static inline void dense_solve(unsigned n, const real *a, const unsigned *row, real *b)
{
    switch (n) {
    case 1:
        dense_solve_n(1, a, row, b);
        break;
    case 2:
        dense_solve_n(2, a, row, b);
        break;
    case 3:
        dense_solve_n(3, a, row, b);
        break;
    case 4:
        dense_solve_n(4, a, row, b);
        break;
    case 5:
        dense_solve_n(5, a, row, b);
        break;
    default:
        dense_solve_n(n, a, row, b);
    }
}

#endif
