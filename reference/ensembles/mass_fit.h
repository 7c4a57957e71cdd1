/* The factor on a step, in lanes: without functions of the library, which take ten times as long.
 */
#ifndef BRISTLE_REFERENCE_ENSEMBLES_MASS_FIT_H
#define BRISTLE_REFERENCE_ENSEMBLES_MASS_FIT_H

#include <stdint.h>
#include <string.h>

#include "integrators/force_inline.h"

/* error^-1/10 to 1e-5, as powf has it, where that lies within 1/10 and 10, otherwise one of these:
 * the factor on a step that makes the mean square of its error 1. A number is 2^e m with m within
 * sqrt(2) of sqrt(2), where t is at most 0.172, and the first term that is left out of
 * log m = log sqrt(2) + 2 atanh t 1.3e-6; that of the exponential of x, at most 0.29, is 8e-7,
 * eight times of which count. */
FORCE_INLINE double mass_fit(double error)
{
    static const double ln2 = 0.693147180559945309417, sqrt2 = 1.41421356237309504880;
    const double bounded = error > 1e-10 ? (error < 1e10 ? error : 1e10) : 1e-10;
    int64_t bits, mantissa;
    double m;
    memcpy(&bits, &bounded, sizeof bits);
    mantissa = (bits & 0xfffffffffffff) | 0x3ff0000000000000;
    memcpy(&m, &mantissa, sizeof m);
    const double e = (double)((int32_t)(bits >> 32) >> 20) - 1022.5;
    const double t = (m - sqrt2) / (m + sqrt2), tt = t * t;
    const double log = e * ln2 + 2 * t * (1 + tt * (1.0 / 3 + tt * (1.0 / 5)));
    const double x = log * (-0.1 / 8);
    const double eighth = 1 + x * (1 + x * (1.0 / 2 + x * (1.0 / 6 + x * (1.0 / 24 + x / 120))));
    const double fourth = eighth * eighth;
    return fourth * fourth * (fourth * fourth);
}

#endif
