/* The velocity within one step of a kernel, linear from v0 to v1, m/s. */
#ifndef BRISTLE_INTEGRATORS_KERNELS_KERNEL_VELOCITY_H
#define BRISTLE_INTEGRATORS_KERNELS_KERNEL_VELOCITY_H

#include "models/real.h"

/* True where the compiler can tell that the condition holds. */
#if defined __GNUC__
#define KERNEL_KNOWN(condition) (__builtin_constant_p(condition) && (condition))
#else
#define KERNEL_KNOWN(condition) 0
#endif

/* Velocity at time t of the step h: exactly v0, (v0 + v1)/2 and v1 at the beginning, the middle and
 * the end. The shortcuts, for instants known when a kernel is compiled, give the same values. */
static inline real kernel_velocity(real v0, real v1, real h, real t)
{
    const real middle = C(0.5) * (v0 + v1), half = h / 2;
    if (KERNEL_KNOWN(!(t > 0)))
        return v0;
    if (KERNEL_KNOWN(!(t < h)))
        return v1;
    if (KERNEL_KNOWN(!(t < half)) && KERNEL_KNOWN(!(t > half)))
        return middle;
    const real part = t / h;
    return part == C(0.5) ? middle : (1 - part) * v0 + part * v1;
}

/* The sign of v; where v vanishes at one end of the step, the sign of v within the step. */
static inline real kernel_sign(real v0, real v1, real v) { return r_sign_or(v, v0 + v1); }

/* The velocity as guards see it: R_MIN with the step's sign where v vanishes. */
static inline real kernel_directed(real v0, real v1, real v)
{
    return v != 0 ? v : kernel_sign(v0, v1, v) * R_MIN;
}

#endif
