/* The functions of a fused kernel, to be included at the end of a file that has included the
 * law's source and the method's source, and has defined
 *
 *     KERNEL_LAW, KERNEL_METHOD    the tables of both
 *     KERNEL_NAME                  the kernel's name, with its precision
 *     KERNEL_FORCE_NAME            that of its force
 *     KERNEL_SQUARE                optional: the parameter that is an exponent, usually 2
 *
 * (see fused_kernels in defs.bzl). The method is entered through its `step`, which every method
 * of given steps has: its driver's share, to cut time into equal steps, is not wanted here.
 */
#include "integrators/kernel.h"
#include "integrators/kernel_sampled.h"

kernel_advance KERNEL_NAME;
kernel_force KERNEL_FORCE_NAME;

/* What the law cannot do with this method. */
static inline enum status kernel_check(void)
{
    if (KERNEL_LAW.n_guards > 0)
        return STATUS_UNSUPPORTED;
    if ((KERNEL_METHOD.flags & INTEGRATOR_USES_FLOW) && !KERNEL_LAW.flow)
        return STATUS_UNSUPPORTED;
    if ((KERNEL_METHOD.flags & INTEGRATOR_RELAXING) && !KERNEL_LAW.relaxation)
        return STATUS_UNSUPPORTED;
    if (KERNEL_METHOD.workspace(KERNEL_LAW.n_states) > KERNEL_WORK * sizeof(real))
        return STATUS_NO_MEMORY;
    return STATUS_OK;
}

/* Time begins at -0, because adding that to anything is known to change nothing: the instants
 * within a step are then constants of the loop. */
static inline enum status kernel_run(const real q[], struct memory *mem, real h, const real v[],
                                     size_t n, real y[])
{
    real scale[MODEL_MAX_STATES], work[KERNEL_WORK];
    enum status status = kernel_check();
    sampled_scale(q, scale);
    struct sampled d = { .p = q, .mem = mem, .h = h };
    const struct ode ode = sampled_ode(&d, scale);
    struct statistics statistics = { 0 };
    struct integration in = {
        .ode = &ode, .statistics = &statistics, .t = -C(0.0), .x = y, .work = work
    };
    for (size_t i = 0; i < n && status == STATUS_OK; i++) {
        d.v0 = v[i];
        d.v1 = v[i + 1];
        status = step(&in, h);
    }
    return status;
}

/* Parameters and states are copied, so that the compiler sees that they are not the same memory. */
KERNEL_FLATTEN enum status KERNEL_NAME(const real p[], struct memory *mem, real h, const real v[],
                                       size_t n, real x[])
{
    enum status status;
    real q[MODEL_MAX_PARAMS] = { 0 }, y[MODEL_MAX_STATES] = { 0 };
    for (unsigned i = 0; i < KERNEL_LAW.n_params; i++)
        q[i] = p[i];
    for (unsigned i = 0; i < KERNEL_LAW.n_states; i++)
        y[i] = x[i];
#ifdef KERNEL_SQUARE
    if (q[KERNEL_SQUARE] == 2) {
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
    const struct sampled d = { .v0 = v0, .v1 = v1 };
    return KERNEL_LAW.force(p, mem, v1, sampled_sign(&d, v1), x);
}
