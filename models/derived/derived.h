/* What printed laws use beside models/model.h.
 *
 * A state that relaxes by itself, dx/dt = b - k x, tends to b/k for k > 0. Over a time h, with
 * u = k h,
 *
 *     x(h)   = x + (b/k - x)(1 - e^-u)
 *     mean x = b/k + (x - b/k) phi(u) = x + (b - k x) h psi(u)
 *     mean of dx/dt = (b - k x) phi(u)
 *     phi(u) = (1 - e^-u)/u = 1 - u psi(u),   psi(u) = (u - 1 + e^-u)/u^2
 *
 * b/k may be far away where u is small: the mean is taken in the second form there, by the series
 * of psi. k may also be 0 or negative.
 */
#ifndef BRISTLE_MODELS_DERIVED_DERIVED_H
#define BRISTLE_MODELS_DERIVED_DERIVED_H

#include "models/model.h"
#include "models/relaxation.h"
#include "models/smooth_sign.h"

static inline real r_asin(real x) { return R_FUNCTION(asin)(x); }
static inline real r_acos(real x) { return R_FUNCTION(acos)(x); }

static inline real r_square(real x) { return x * x; }

/* One over a parameter, which is an element of p. Who asks for many stages of a step may keep the
 * reciprocals so far behind the parameters. */
#ifdef REAL_RECIPROCALS
#define r_reciprocal(parameter) ((&(parameter))[REAL_RECIPROCALS])
#else
static inline real r_reciprocal(real parameter) { return 1 / parameter; }
#endif

/* exp(-k), k >= 0, without a call of the library where it underflows, which it takes long for.
 * Lanes do not branch. */
#ifdef REAL_LANES
static inline real r_decay_branching(real k) { return r_decay(k); }
#else
static inline real r_decay_branching(real k) { return k > R_DECAY_RANGE ? 0 : r_decay(k); }
#endif

/* cosh(x), by the exponential of smooth_sign.h; infinite where that underflows. */
static inline real r_cosh(real x)
{
    const real e = r_decay(r_abs(x));
    return (1 + e * e) / (2 * e);
}

/* x^y; the usual exponent 2 without the cost of pow. */
static inline real r_power(real x, real y) { return r_is_two(y) ? x * x : r_pow(x, y); }

/* 1 - e^-u, for u of either sign. */
static inline real affine_change(real u) { return u < 0 ? -r_expm1(-u) : -r_decay_m1(u); }

/* x(h). Where u is below the rounding of 1, the state moves along its tangent. */
static inline real affine_flow(real x, real b, real k, real h)
{
    const real u = k * h;
    if (R_LIKELY(u > R_EPSILON / 4))
        return relaxed(x, b / k, u);
    return u < -R_EPSILON / 4 ? x + (b / k - x) * affine_change(u) : x + (b - k * x) * h;
}

/* The means of x and of dx/dt over h. */
struct affine_means {
    real x, rate;
};

enum { AFFINE_TERMS = sizeof(real) == sizeof(double) ? 10 : 5 };

/* psi(u) for |u| <= 1/8: of the series of u^n/(n+2)!, with changing signs, the first term left out
 * is below 1e-17 of the sum, in float below 2e-8. */
static inline real affine_psi(real u)
{
    static const real terms[] = {
        C(0.5),         -C(1.0) / 6,    C(1.0) / 24,      -C(1.0) / 120,    C(1.0) / 720,
        -C(1.0) / 5040, C(1.0) / 40320, -C(1.0) / 362880, C(1.0) / 3628800, -C(1.0) / 39916800,
    };
    real sum = terms[AFFINE_TERMS - 1];
    for (int n = AFFINE_TERMS - 2; n >= 0; n--)
        sum = sum * u + terms[n];
    return sum;
}

static inline struct affine_means affine_means(real x, real b, real k, real h)
{
    const real u = k * h, rate = b - k * x;
    if (r_abs(u) <= C(0.125)) {
        const real psi = affine_psi(u);
        return (struct affine_means){ x + rate * h * psi, rate * (1 - u * psi) };
    }
    const real phi = affine_change(u) / u, steady = b / k;
    return (struct affine_means){ steady + (x - steady) * phi, rate * phi };
}

#endif
