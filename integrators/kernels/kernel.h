/* Fused kernels: one law and one method of given steps, compiled into one inlined loop.
 *
 * A kernel is the law's own source and the method's own source in one translation unit (made by
 * fused_kernels in defs.bzl), so that nothing of the interfaces between them is left, and its
 * results are bit for bit those of the library. It is what a control loop runs: it knows the
 * velocity at its samples and goes from one to the next. No heap, no state of its own, nothing
 * but libm; in float or double.
 *
 * Within step i of h seconds the velocity is linear, from v[i] to v[i+1]. Where it is zero at one
 * end of a step, the sign of a law that has a jump there is the one within the step; where it
 * changes sign within a step, the step goes across. A kernel locates no events: laws with guards
 * make their transitions at the end of the step.
 */
#ifndef BRISTLE_INTEGRATORS_KERNELS_KERNEL_H
#define BRISTLE_INTEGRATORS_KERNELS_KERNEL_H

#include <stddef.h>

#include "models/model.h"

/* Most parameters of a law that has kernels: programs on microcontrollers keep that many. */
enum { KERNEL_MAX_PARAMS = 16 };

/* Advances the law's states x[] in place by n steps of h > 0 seconds. p[] are its parameters in
 * its own order and units, not checked here (model_valid does); v[n+1] the velocities in m/s;
 * mem its memory (as the law's start, or a step before, left it), or NULL for a law without. On
 * failure x[] and the memory are unspecified:
 *   STATUS_UNSUPPORTED  the law lacks the flow or the relaxation that the method needs
 *   STATUS_NONFINITE    a state did not stay finite (looked at after the last step), or the
 *                       linear equations of a step had no solution
 *   STATUS_NO_MEMORY    the law has more than KERNEL_MAX_PARAMS parameters, or the method needs
 *                       more work memory than a kernel has
 *   STATUS_NO_CONVERGENCE  those that are not linear were not solved
 *   STATUS_CHATTER      there is no end to the transitions at the end of a step */
typedef enum status kernel_advance(const real p[], struct memory *mem, real h, const real v[],
                                   size_t n, real x[]) MUST_CHECK;

/* The force in N at the end of a step from v0 to v1 that has led to x[]. */
typedef real kernel_force(const real p[], const struct memory *mem, real v0, real v1,
                          const real x[]);

/* Takes one step of h > 0 seconds from velocity v0 to v1, as a control loop does: advances x[] and
 * the memory in place and returns the force in N at the step's end, bit for bit as advance and
 * force do. Returns NAN where advance would fail, but does not look for states that are not finite;
 * x[] and the memory are then unspecified. */
typedef real kernel_step(const real p[], struct memory *mem, real h, real v0, real v1, real x[]);

/* The functions of one kernel: `kernel_advance KERNEL(lugre, euler);` declares it. */
#define KERNEL(law, method)       PREC(kernel_##law##_##method)
#define KERNEL_FORCE(law, method) PREC(kernel_##law##_##method##_force)
#define KERNEL_STEP(law, method)  PREC(kernel_##law##_##method##_step)

/* Kernels as data, where several are wanted: fused_kernels makes a table `extern const struct
 * kernel PREC(name)[]`, whose last entry holds NULLs. */
struct kernel {
    const char *law, *method;
    kernel_advance *advance;
    kernel_force *force;
    kernel_step *step;
};

#endif
