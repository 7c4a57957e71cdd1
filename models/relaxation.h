/* A state that relaxes: dx/dt = (x_ss - x)/tau over the time h, with k = h/tau >= 0.
 *
 * Both functions keep full relative precision from the tiny k of pre-sliding, where exp(-k)
 * would round to 1 and the state would never settle, to large k, where x - x (1 - exp(-k))
 * would cancel.
 */
#ifndef BRISTLE_MODELS_RELAXATION_H
#define BRISTLE_MODELS_RELAXATION_H

#include "models/decay.h"

/* x(h) = x_ss + (x - x_ss) exp(-k). */
#ifdef REAL_LANES
/* Both sides from one function. From k = 1 on, where exp(-k) = 1 + expm1(-k) is below 0.37, the
 * sum's rounding is one of x - x_ss. */
static inline real relaxed(real x, real x_ss, real k)
{
    const real excess = x - x_ss, change = r_decay_m1(k);
    const real near = x + excess * change, far = x_ss + excess * (1 + change);
    return k < 1 ? near : far;
}
#elif defined REAL_F32
/* In float exp(-k) and exp(-k) - 1 have the same parts (decay.h), and slow relaxation is the case
 * to be fast. */
static inline real relaxed(real x, real x_ss, real k)
{
    const struct decay d = decay_parts(k);
    const real excess = x - x_ss, product = d.scale * d.change;
    if (R_LIKELY(k < 1))
        return x + excess * (product + (d.scale - 1));
    return x_ss + excess * (k > R_DECAY_RANGE ? 0 : product + d.scale);
}
#else
static inline real relaxed(real x, real x_ss, real k)
{
    return k < 1 ? x + (x - x_ss) * r_decay_m1(k) : x_ss + (x - x_ss) * r_decay(k);
}
#endif

/* The mean of exp(-k t) over 0 <= t <= 1, (1 - exp(-k))/k, without cancellation. */
static inline real decay_mean(real k) { return k > 0 ? -r_decay_m1(k) / k : 1; }

/* The mean of (1-exp(-k t))/k over 0 <= t <= 1, (k - 1 + exp(-k))/k^2; by its series where
 * that cancels: sum of (-k)^j/(j+2)!, whose 11th term is below 1e-9 of the sum for k < 1/2,
 * and the 16th below 1e-19. */
static inline real rise_mean(real k)
{
    if (k >= C(0.5))
        return (1 - decay_mean(k)) / k;
    real sum = 0, term = C(0.5);
    for (int j = 1; j <= 16; j++) {
        sum += term;
        term *= -k / (real)(j + 2);
    }
    return sum;
}

#endif
