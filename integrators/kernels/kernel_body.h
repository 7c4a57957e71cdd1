/* The functions of a fused kernel, to be included at the end of a file that has included the
 * law's source and the method's source, and has defined
 *
 *     KERNEL_LAW, KERNEL_METHOD    the tables of both
 *     KERNEL_NAME                  the kernel's name, with its precision
 *     KERNEL_FORCE_NAME            that of its force
 *     KERNEL_STEP_NAME             and that of its single step
 *     KERNEL_STEP_ONLY             optional: only the step is wanted
 *     KERNEL_SQUARE                optional: the parameter that is an exponent, usually 2
 *
 * (see fused_kernels in defs.bzl). The method is entered through its `step`, which every method
 * of given steps has: its driver's share, to cut time into equal steps, is not wanted here.
 */
#include "integrators/force_inline.h"
#include "integrators/kernels/kernel.h"
#include "integrators/kernels/kernel_sampled.h"

#ifndef KERNEL_STEP_ONLY
kernel_advance KERNEL_NAME;
kernel_force KERNEL_FORCE_NAME;
#endif
kernel_step KERNEL_STEP_NAME;

/* Returns STATUS_UNSUPPORTED or STATUS_NO_MEMORY where the law does not go with the method. */
static inline enum status kernel_check(void)
{
    if ((KERNEL_METHOD.flags & INTEGRATOR_USES_FLOW) && !KERNEL_LAW.flow)
        return STATUS_UNSUPPORTED;
    if ((KERNEL_METHOD.flags & INTEGRATOR_RELAXING) && !KERNEL_LAW.relaxation)
        return STATUS_UNSUPPORTED;
    if (KERNEL_LAW.n_params > KERNEL_MAX_PARAMS ||
        KERNEL_METHOD.workspace(KERNEL_LAW.n_states) > KERNEL_WORK * sizeof(real))
        return STATUS_NO_MEMORY;
    return STATUS_OK;
}

/* Typical sizes of the states, for methods that linearize by differences. */
static inline void kernel_scale(const struct sampled *d, real scale[MODEL_MAX_STATES])
{
    if (KERNEL_METHOD.flags & INTEGRATOR_IMPLICIT)
        sampled_scale(d, scale);
}

/* Takes one step. Time begins at -0, because adding -0 is known to change nothing: the instants
 * within a step are then constants of a loop around it. Guards are settled where the step has
 * ended; at its beginning only a velocity of 0 may have got another direction. */
static inline enum status kernel_once_in(const struct ode *ode, const struct sampled *d, real y[],
                                         real work[])
{
    enum status status = STATUS_OK;
    struct statistics statistics = { 0 };
    struct integration in = {
        .ode = ode, .statistics = &statistics, .t = -C(0.0), .x = y, .work = work
    };
    if (ode->n_guards > 0 && d->v0 == 0)
        status = kernel_settle(ode, in.t, y);
    if (status == STATUS_OK)
        status = step(&in, d->h);
    if (ode->n_guards > 0 && status == STATUS_OK)
        status = kernel_settle(ode, d->h, y);
    return status;
}

/* Takes no more stack than the states need: n is known when a kernel is compiled. */
#define KERNEL_ONCE(n)                                                                             \
    {                                                                                              \
        real work[KERNEL_WORK_FOR(n)];                                                             \
        return kernel_once_in(ode, d, y, work);                                                    \
    }
static inline enum status kernel_once(const struct ode *ode, const struct sampled *d, real y[])
{
    switch (ode->n) {
    case 0:
        KERNEL_ONCE(0)
    case 1:
        KERNEL_ONCE(1)
    case 2:
        KERNEL_ONCE(2)
    case 3:
        KERNEL_ONCE(3)
    default:
        KERNEL_ONCE(MODEL_MAX_STATES)
    }
}

static inline real kernel_force_at(const real p[], const struct memory *mem, real v0, real v1,
                                   const real x[])
{
    const struct sampled d = { .v0 = v0, .v1 = v1 };
    return KERNEL_LAW.force(p, mem, v1, sampled_sign(&d, v1), x);
}

static inline real kernel_respond(const real q[], struct memory *mem, real h, real v0, real v1,
                                  real y[])
{
    real scale[MODEL_MAX_STATES];
    struct sampled d = { .p = q, .mem = mem, .h = h, .v0 = v0, .v1 = v1 };
    kernel_scale(&d, scale);
    const struct ode ode = sampled_ode(&d, scale);
    if (kernel_once(&ode, &d, y) != STATUS_OK)
        return (real)NAN;
    return kernel_force_at(q, mem, v0, v1, y);
}

#ifndef KERNEL_STEP_ONLY

static inline enum status kernel_run(const real q[], struct memory *mem, real h, const real v[],
                                     size_t n, real y[])
{
    enum status status = STATUS_OK;
    real scale[MODEL_MAX_STATES];
    struct sampled d = { .p = q, .mem = mem, .h = h };
    kernel_scale(&d, scale);
    const struct ode ode = sampled_ode(&d, scale);
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        d.v0 = v[i];
        d.v1 = v[i + 1];
        status = kernel_once(&ode, &d, y);
    }
    return status;
}

/* Advances as kernel.h says. Parameters and states are copied, so that the compiler sees that they
 * do not overlap. */
KERNEL_FLATTEN enum status KERNEL_NAME(const real p[], struct memory *mem, real h, const real v[],
                                       size_t n, real x[])
{
    enum status status = kernel_check();
    if (status != STATUS_OK)
        return status;
    real q[KERNEL_MAX_PARAMS] = { 0 }, y[MODEL_MAX_STATES] = { 0 };
    for (unsigned i = 0; i < KERNEL_LAW.n_params; i++)
        q[i] = p[i];
    for (unsigned i = 0; i < KERNEL_LAW.n_states; i++)
        y[i] = x[i];
#ifdef KERNEL_SQUARE
    if (r_is_two(q[KERNEL_SQUARE])) {
        q[KERNEL_SQUARE] = 2; /* a constant from here on */
        status = kernel_run(q, mem, h, v, n, y);
    } else
#endif
        status = kernel_run(q, mem, h, v, n, y);
    for (unsigned i = 0; i < KERNEL_LAW.n_states; i++) {
        if (!isfinite(y[i]))
            status = STATUS_NONFINITE;
        x[i] = y[i];
    }
    return status;
}

KERNEL_FLATTEN real KERNEL_FORCE_NAME(const real p[], const struct memory *mem, real v0, real v1,
                                      const real x[])
{
    return kernel_force_at(p, mem, v0, v1, x);
}

#endif

/* The step for any exponent. Being apart, with its calls, it costs the usual step below, whose
 * exponent is 2, no registers. */
#ifdef KERNEL_SQUARE
KERNEL_FLATTEN APART static
#else
static inline
#endif
    real
    kernel_step_any(const real p[], struct memory *mem, real h, real v0, real v1, real x[])
{
    return kernel_respond(p, mem, h, v0, v1, x);
}

KERNEL_FLATTEN real KERNEL_STEP_NAME(const real p[], struct memory *mem, real h, real v0, real v1,
                                     real x[])
{
    if (kernel_check() != STATUS_OK)
        return (real)NAN;
#ifdef KERNEL_SQUARE
    if (!r_is_two(p[KERNEL_SQUARE]))
        return kernel_step_any(p, mem, h, v0, v1, x);
#endif
    /* Parameters and states are copied, so that the compiler sees that they do not overlap. */
    real q[KERNEL_MAX_PARAMS] = { 0 }, y[MODEL_MAX_STATES] = { 0 };
    for (unsigned i = 0; i < KERNEL_LAW.n_params; i++)
        q[i] = p[i];
    for (unsigned i = 0; i < KERNEL_LAW.n_states; i++)
        y[i] = x[i];
#ifdef KERNEL_SQUARE
    q[KERNEL_SQUARE] = 2; /* a constant from here on */
    const real force = kernel_respond(q, mem, h, v0, v1, y);
#else
    const real force = kernel_step_any(q, mem, h, v0, v1, y);
#endif
    for (unsigned i = 0; i < KERNEL_LAW.n_states; i++)
        x[i] = y[i];
    return force;
}
