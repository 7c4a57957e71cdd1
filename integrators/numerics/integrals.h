/* Linear systems (d - w J) g = r of n states, of which c are integrals (integrators/ode.h). Their
 * rows, d g_e - w a g_k = r_e, are solved by hand, so that the inverse of a smaller matrix is
 * enough. An integral is eliminated before the state that it is the integral of: x[2], then x[0].
 */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_INTEGRALS_H
#define BRISTLE_INTEGRATORS_NUMERICS_INTEGRALS_H

#include "integrators/numerics/dense.h"
#include "integrators/numerics/dense_pairs.h"

/* Calls `function(n, c, ...)`, with constants where n is at most 5. */
#define FOR_INTEGRALS(n, c, function, ...)                                                         \
    if ((c) == 0) {                                                                                \
        FOR_SIZE(n, function, 0, __VA_ARGS__)                                                      \
    } else {                                                                                       \
        switch (8 * (c) + (n)) {                                                                   \
        case 8 + 2:                                                                                \
            function(2, 1, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 8 + 3:                                                                                \
            function(3, 1, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 8 + 4:                                                                                \
            function(4, 1, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 8 + 5:                                                                                \
            function(5, 1, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 16 + 3:                                                                               \
            function(3, 2, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 16 + 4:                                                                               \
            function(4, 2, __VA_ARGS__);                                                           \
            break;                                                                                 \
        case 16 + 5:                                                                               \
            function(5, 2, __VA_ARGS__);                                                           \
            break;                                                                                 \
        default:                                                                                   \
            function(n, c, __VA_ARGS__);                                                           \
        }                                                                                          \
    }

/* The state that is kept as number i of n - c, the integral that is eliminated as number e of c,
 * and the state that it is the integral of. */
FORCE_INLINE unsigned integrals_kept(unsigned c, unsigned i) { return c > 0 && i == 0 ? 1 : i + c; }

FORCE_INLINE unsigned integrals_at(unsigned c, unsigned e) { return e + 1 < c ? 2 : 0; }

FORCE_INLINE unsigned integrals_of(unsigned c, unsigned e) { return e + 1 < c ? 0 : 1; }

/* A system that is ready to be solved for many r. Of the states that are kept it has
 * the inverse; the row of integral e enters that of kept state i with share[e][i] r_e. */
struct reduced {
    real reciprocal;            /* 1/d */
    real of[ODE_MAX_INTEGRALS]; /* w a */
    real share[ODE_MAX_INTEGRALS][ODE_MAX_STATES];
    real inverse[ODE_MAX_STATES * ODE_MAX_STATES];
};

/* Prepares a system. Returns false where it is singular or not finite. */
FORCE_INLINE bool reduce_n(unsigned n, unsigned c, const real J[], real d, real w,
                           struct reduced *to)
{
    const unsigned m = n - c;
    real *a = to->inverse;
    to->reciprocal = 1 / d;
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        UNROLL
        for (unsigned j = 0; j < m; j++)
            a[i * m + j] = -w * J[integrals_kept(c, i) * n + integrals_kept(c, j)];
    }
    UNROLL
    for (unsigned i = 0; i < m; i++)
        a[i * m + i] += d;
    UNROLL
    for (unsigned e = 0; e < c; e++) {
        to->of[e] = w * J[integrals_at(c, e) * n + integrals_of(c, e)];
        UNROLL
        for (unsigned i = 0; i < m; i++) {
            real entry = -w * J[integrals_kept(c, i) * n + integrals_at(c, e)];
            if (e > 0)
                entry += to->share[0][i] * to->of[0];
            to->share[e][i] = entry * to->reciprocal;
            if (e + 1 == c)
                a[i * m] += to->share[e][i] * to->of[e];
        }
    }
    return dense_invert_n(m, a);
}

/* r[n] <- the solution for it. */
FORCE_INLINE void reduced_solve_n(unsigned n, unsigned c, const struct reduced *by, real r[])
{
    const unsigned m = n - c;
    real rest[ODE_MAX_STATES];
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        rest[i] = r[integrals_kept(c, i)];
        UNROLL
        for (unsigned e = 0; e < c; e++)
            rest[i] -= by->share[e][i] * r[integrals_at(c, e)];
    }
    dense_multiply_n(m, by->inverse, rest);
    UNROLL
    for (unsigned i = 0; i < m; i++)
        r[integrals_kept(c, i)] = rest[i];
    UNROLL
    for (unsigned e = c; e-- > 0;) {
        real *own = &r[integrals_at(c, e)];
        *own = (*own + by->of[e] * r[integrals_of(c, e)]) * by->reciprocal;
    }
}

/* The same of two complex systems at once, d = re + i im. */
struct reduced_pairs {
    pair reciprocal_re, reciprocal_im;
    real of[ODE_MAX_INTEGRALS];
    pair share_re[ODE_MAX_INTEGRALS][ODE_MAX_STATES], share_im[ODE_MAX_INTEGRALS][ODE_MAX_STATES];
    pair re[ODE_MAX_STATES * ODE_MAX_STATES], im[ODE_MAX_STATES * ODE_MAX_STATES];
};

FORCE_INLINE bool reduce_pairs_n(unsigned n, unsigned c, const real J[], pair re, pair im, real w,
                                 struct reduced_pairs *to)
{
    const unsigned m = n - c;
    const pair scale = pair_of(1) / (re * re + im * im);
    pair *a = to->re, *b = to->im;
    to->reciprocal_re = re * scale;
    to->reciprocal_im = -im * scale;
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        UNROLL
        for (unsigned j = 0; j < m; j++) {
            a[i * m + j] = pair_of(-w * J[integrals_kept(c, i) * n + integrals_kept(c, j)]);
            b[i * m + j] = pair_of(0);
        }
    }
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        a[i * m + i] += re;
        b[i * m + i] = im;
    }
    UNROLL
    for (unsigned e = 0; e < c; e++) {
        to->of[e] = w * J[integrals_at(c, e) * n + integrals_of(c, e)];
        UNROLL
        for (unsigned i = 0; i < m; i++) {
            pair x = pair_of(-w * J[integrals_kept(c, i) * n + integrals_at(c, e)]), y = pair_of(0);
            if (e > 0) {
                x += to->share_re[0][i] * pair_of(to->of[0]);
                y += to->share_im[0][i] * pair_of(to->of[0]);
            }
            to->share_re[e][i] = x * to->reciprocal_re - y * to->reciprocal_im;
            to->share_im[e][i] = x * to->reciprocal_im + y * to->reciprocal_re;
            if (e + 1 == c) {
                a[i * m] += to->share_re[e][i] * pair_of(to->of[e]);
                b[i * m] += to->share_im[e][i] * pair_of(to->of[e]);
            }
        }
    }
    return dense_invert_pairs_n(m, a, b);
}

/* x + i y <- the solution for x + i y. */
FORCE_INLINE void reduced_solve_pairs_n(unsigned n, unsigned c, const struct reduced_pairs *by,
                                        pair x[], pair y[])
{
    const unsigned m = n - c;
    pair re[ODE_MAX_STATES], im[ODE_MAX_STATES];
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        re[i] = x[integrals_kept(c, i)];
        im[i] = y[integrals_kept(c, i)];
        UNROLL
        for (unsigned e = 0; e < c; e++) {
            const pair u = x[integrals_at(c, e)], v = y[integrals_at(c, e)];
            re[i] -= by->share_re[e][i] * u - by->share_im[e][i] * v;
            im[i] -= by->share_re[e][i] * v + by->share_im[e][i] * u;
        }
    }
    dense_multiply_pairs_n(m, by->re, by->im, re, im);
    UNROLL
    for (unsigned i = 0; i < m; i++) {
        x[integrals_kept(c, i)] = re[i];
        y[integrals_kept(c, i)] = im[i];
    }
    UNROLL
    for (unsigned e = c; e-- > 0;) {
        const unsigned own = integrals_at(c, e), of = integrals_of(c, e);
        const pair u = x[own] + pair_of(by->of[e]) * x[of], v = y[own] + pair_of(by->of[e]) * y[of];
        x[own] = u * by->reciprocal_re - v * by->reciprocal_im;
        y[own] = u * by->reciprocal_im + v * by->reciprocal_re;
    }
}

#endif
