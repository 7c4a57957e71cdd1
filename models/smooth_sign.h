/* tanh, the sign of laws that are smooth at v = 0, from the laws' own exponential (decay.h): in
 * float the same bits on every machine.
 *
 *     tanh(x) = sgn(x) (1 - e)/(1 + e),   d tanh/dx = 4 e/(1 + e)^2,   e = exp(-2 |x|)
 *
 * Neither cancels: 1 - e is taken whole, and no 1 - tanh^2.
 */
#ifndef BRISTLE_MODELS_SMOOTH_SIGN_H
#define BRISTLE_MODELS_SMOOTH_SIGN_H

#include "models/decay.h"

/* tanh(x). */
static inline real smooth_sign(real x)
{
    const real e_m1 = r_decay_m1(2 * r_abs(x));
    const real magnitude = -e_m1 / (2 + e_m1);
    return x < 0 ? -magnitude : magnitude;
}

/* d tanh/dx. */
static inline real smooth_sign_slope(real x)
{
    const real e = r_decay(2 * r_abs(x));
    return 4 * e / ((1 + e) * (1 + e));
}

#endif
