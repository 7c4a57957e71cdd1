/* The Stribeck curve shared by the laws that have one:
 *
 *     g(v) = exp(-|v/vs|^m),      0 <= g <= 1, g(0) = 1
 */
#ifndef BRISTLE_MODELS_STRIBECK_CURVE_H
#define BRISTLE_MODELS_STRIBECK_CURVE_H

#include "models/decay.h"

/* |v/vs|^m; the usual m = 2 without the cost of pow. */
static inline real stribeck_power(real v, real vs, real m)
{
    const real r = r_abs(v) / vs;
    return m == 2 ? r * r : r_pow(r, m);
}

/* g(v). */
static inline real stribeck_curve(real v, real vs, real m)
{
    return r_decay(stribeck_power(v, vs, m));
}

/* The same value without a call of the library where the curve underflows, which the library takes
 * long for. Loops to be vectorised do better without this branch. */
static inline real stribeck_curve_branching(real v, real vs, real m)
{
    const real power = stribeck_power(v, vs, m);
    return power > R_DECAY_RANGE ? 0 : r_decay(power);
}

#endif
