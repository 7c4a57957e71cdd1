/* What printed laws use beside models/model.h.
 *
 * A state that relaxes by itself, dx/dt = b - k x, is solved without cancellation for every k,
 * also 0 and below: with u = k h
 *
 *     x(h) = x + (b - k x) h phi(u),   phi(u) = (1 - e^-u)/u
 *
 * and its mean over h is x + (b - k x) h psi(u), psi(u) = (u - 1 + e^-u)/u^2. From u = 1 on, where
 * b - k x may be a small difference, both are written about b/k.
 */
#ifndef BRISTLE_MODELS_DERIVED_DERIVED_H
#define BRISTLE_MODELS_DERIVED_DERIVED_H

#include "models/model.h"
#include "models/relaxation.h"

/* The laws whose texts have code, ended by NULL. */
extern const struct model *const PREC(derived_laws)[];

static inline real r_asin(real x) { return R_FUNCTION(asin)(x); }
static inline real r_acos(real x) { return R_FUNCTION(acos)(x); }
static inline real r_cosh(real x) { return R_FUNCTION(cosh)(x); }

static inline real r_square(real x) { return x * x; }

/* x^y; the usual exponent 2 without the cost of pow. */
static inline real r_power(real x, real y) { return r_is_two(y) ? x * x : r_pow(x, y); }

/* x(h). */
static inline real affine_flow(real x, real b, real k, real h)
{
    const real u = k * h;
    if (u >= 1)
        return x * r_decay(u) - b / k * r_decay_m1(u);
    const real rate = b - k * x;
    return x + rate * h * (u > 0 ? decay_mean(u) : u < 0 ? -r_expm1(-u) / u : 1);
}

/* The mean of x over h; of no time x. */
static inline real affine_mean(real x, real b, real k, real h)
{
    const real u = k * h;
    if (u >= 1)
        return b / k + (x - b / k) * decay_mean(u);
    const real rate = b - k * x;
    return x + rate * h * (u >= C(-0.5) ? rise_mean(u) : (u + r_expm1(-u)) / (u * u));
}

/* The mean of dx/dt over h; of no time dx/dt. */
static inline real affine_mean_rate(real x, real b, real k, real h)
{
    const real u = k * h;
    return (b - k * x) * (u > 0 ? decay_mean(u) : u < 0 ? -r_expm1(-u) / u : 1);
}

#endif
