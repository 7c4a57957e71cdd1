/* Small dense linear systems, row-major, in place, for the implicit methods. At the sizes that
 * occur they are inlined with a constant n, so that the compiler unrolls them; products with a zero
 * are skipped. */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_DENSE_H
#define BRISTLE_INTEGRATORS_NUMERICS_DENSE_H

#include <stdbool.h>

#include "integrators/force_inline.h"
#include "integrators/ode.h"

/* Factorizes a = L U with partial pivoting, the reciprocals of the pivots on the diagonal; row[k]
 * is the row that step k exchanged with row k. Returns false where a is singular or not finite. */
static inline bool dense_factorize_n(unsigned n, real *a, unsigned *row)
{
    UNROLL
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
    UNROLL
    for (unsigned k = 0; k < n; k++) {
        const real swap = b[row[k]];
        b[row[k]] = b[k];
        b[k] = swap;
    }
    UNROLL
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = 0; j < i; j++)
            if (a[i * n + j] != 0)
                b[i] -= a[i * n + j] * b[j];
    UNROLL
    for (unsigned i = n; i-- > 0;) {
        for (unsigned j = i + 1; j < n; j++)
            if (a[i * n + j] != 0)
                b[i] -= a[i * n + j] * b[j];
        b[i] *= a[i * n + i];
    }
}

/* a <- its inverse, by Gauss and Jordan's elimination with partial pivoting. Returns false where a
 * is singular or not finite. For many right-hand sides: a product has no chain of divisions and
 * subtractions that each wait for the last one, as the substitutions have. */
FORCE_INLINE bool dense_invert_n(unsigned n, real *a)
{
    unsigned row[ODE_MAX_STATES];
    UNROLL
    for (unsigned k = 0; k < n; k++) {
        unsigned p = k;
        UNROLL
        for (unsigned i = k + 1; i < n; i++)
            if (r_abs(a[i * n + k]) > r_abs(a[p * n + k]))
                p = i;
        row[k] = p;
        if (p != k) {
            UNROLL
            for (unsigned j = 0; j < n; j++) {
                const real swap = a[k * n + j];
                a[k * n + j] = a[p * n + j];
                a[p * n + j] = swap;
            }
        }
        const real pivot = 1 / a[k * n + k];
        if (!isfinite(pivot))
            return false;
        a[k * n + k] = 1;
        UNROLL
        for (unsigned j = 0; j < n; j++)
            a[k * n + j] *= pivot;
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            if (i == k)
                continue;
            const real l = a[i * n + k];
            a[i * n + k] = 0;
            UNROLL
            for (unsigned j = 0; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
    }
    /* Exchanged rows are exchanged columns of the inverse. */
    UNROLL
    for (unsigned k = n; k-- > 0;)
        if (row[k] != k) {
            UNROLL
            for (unsigned i = 0; i < n; i++) {
                const real swap = a[i * n + k];
                a[i * n + k] = a[i * n + row[k]];
                a[i * n + row[k]] = swap;
            }
        }
    return true;
}

/* a <- its transpose. */
FORCE_INLINE void dense_transpose_n(unsigned n, real *a)
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        UNROLL
        for (unsigned j = 0; j < i; j++) {
            const real swap = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = swap;
        }
    }
}

/* b <- the transpose of a, times c: sums of columns, which are vectors; those of even and of odd
 * ones do not wait for each other. */
FORCE_INLINE void dense_multiply_transposed_n(unsigned n, const real *a, const real *c, real *b)
{
    real even[ODE_MAX_STATES], odd[ODE_MAX_STATES];
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        even[i] = a[i] * c[0];
        odd[i] = n > 1 ? a[n + i] * c[1] : 0;
    }
    UNROLL
    for (unsigned j = 2; j < n; j++) {
        UNROLL
        for (unsigned i = 0; i < n; i++)
            if (j % 2 == 0)
                even[i] += a[j * n + i] * c[j];
            else
                odd[i] += a[j * n + i] * c[j];
    }
    UNROLL
    for (unsigned i = 0; i < n; i++)
        b[i] = n > 1 ? even[i] + odd[i] : even[i];
}

/* b <- a b. */
FORCE_INLINE void dense_multiply_n(unsigned n, const real *a, real *b)
{
    real product[ODE_MAX_STATES];
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        product[i] = a[i * n] * b[0];
        UNROLL
        for (unsigned j = 1; j < n; j++)
            product[i] += a[i * n + j] * b[j];
    }
    UNROLL
    for (unsigned i = 0; i < n; i++)
        b[i] = product[i];
}

/* dense_factorize_n for any n. */
static inline bool dense_factorize(unsigned n, real *a, unsigned *row)
{
    bool regular;
    FOR_SIZE(n, regular = dense_factorize_n, a, row)
    return regular;
}

/* dense_solve_n for any n. */
static inline void dense_solve(unsigned n, const real *a, const unsigned *row, real *b)
{
    FOR_SIZE(n, dense_solve_n, a, row, b)
}

#endif
