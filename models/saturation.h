/* A force that saturates: w, in units of its limit, along the path tau of the deflection.
 *
 *     dw/dtau = 1 - sgn(w) |w|^n,   n = 1 or 2                         (1)
 *
 * tends to 1 from either side and never crosses it. n = 1: 1 - w decays. n = 2: w is a tangent
 * below 0, a hyperbolic tangent between 0 and 1, a hyperbolic cotangent beyond, where by the
 * addition theorem, with t = tanh tau, in both cases
 *
 *     w(tau) = (w + t)/(1 + w t),   int w dtau = ln(cosh tau + w sinh tau)   (2)
 *
 * Changes are computed as such, without cancellation, and the end by itself, so that a short way
 * and a long one both keep their digits.
 */
#ifndef BRISTLE_MODELS_SATURATION_H
#define BRISTLE_MODELS_SATURATION_H

#include "models/relaxation.h"

/* sgn(w) |w|^n. */
static inline real saturation_power(real n, real w) { return n == 2 ? w * r_abs(w) : w; }

/* The right side of (1). */
static inline real saturation_rate(real n, real w) { return 1 - saturation_power(n, w); }

/* After a path: w, what it has gained, and int w dtau. */
struct saturation {
    real end, change, integral;
};

/* The branch of (2) that begins at w >= 0. */
static inline struct saturation saturation_hyperbolic(real w, real tau)
{
    const real t = r_tanh(tau), below = 1 + w * t;
    return (struct saturation){ .end = (w + t) / below,
                                .change = t * (1 - w) * (1 + w) / below,
                                .integral = tau + r_log1p((1 - w) / 2 * r_decay_m1(2 * tau)) };
}

/* The branch that begins at w < 0, at most up to 0: int w dtau = ln[(1+end^2)/(1+w^2)]/2. */
static inline struct saturation saturation_circular(real w, real tau)
{
    const real t = r_tan(tau), below = 1 - w * t;
    const real end = (w + t) / below, change = t * (1 + w * w) / below;
    return (struct saturation){ end, change, -r_log1p(-change * (w + end) / (1 + end * end)) / 2 };
}

/* Returns the force after the path tau >= 0 from w. */
static inline struct saturation saturated(real n, real w, real tau)
{
    if (n != 2) {
        const real change = (w - 1) * r_decay_m1(tau);
        return (struct saturation){ relaxed(w, 1, tau), change, tau - change };
    }
    if (w >= 0)
        return saturation_hyperbolic(w, tau);
    const real to_zero = r_atan(-w);
    if (tau < to_zero)
        return saturation_circular(w, tau);
    struct saturation at = saturation_hyperbolic(0, tau - to_zero);
    at.change -= w;
    at.integral -= r_log1p(w * w) / 2;
    return at;
}

/* Returns artanh x, x >= 0; INFINITY from x = 1 on. */
static inline real saturation_artanh(real x)
{
    return x < 1 ? r_log1p(2 * x / (1 - x)) / 2 : (real)INFINITY;
}

/* Returns the path on which w changes by `change` towards 1; INFINITY where it would reach 1. */
static inline real saturation_path(real n, real w, real change)
{
    const real end = w + change;
    if (n != 2)
        return change / (1 - w) < 1 ? -r_log1p(-change / (1 - w)) : (real)INFINITY;
    if (w >= 0)
        return saturation_artanh(change / ((1 - w) * (1 + w) - w * change));
    if (change <= -w)
        return r_atan(change / (1 + w * end));
    return r_atan(-w) + saturation_artanh(end);
}

#endif
