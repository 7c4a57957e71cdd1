/* One step of an exported header, behind the law, problem.h and the method: what
 * integrators/kernels/kernel_body.h does with the same law and method, in the same order. */
#include "integrators/kernels/kernel_settle.h"

/* Typical sizes of the states: their bounds, or the law's length, or 1. */
static inline void kernel_scale(const real p[], unsigned n, real scale[])
{
    for (unsigned i = 0; i < n; i++)
        scale[i] = 1;
#ifdef LAW_HAS_BOUND
    LAW_bound(p, scale);
#endif
    for (unsigned i = 0; i < n; i++)
        if (!isfinite(scale[i]))
#ifdef LAW_HAS_LENGTH
            scale[i] = LAW_length(p);
#else
            scale[i] = 1;
#endif
}

#if LAW_GUARDS > 0
/* Takes the step between what happens at its ends: what happens within it is made to happen where
 * it has ended; at its beginning only a velocity of 0 may have got another direction. */
static inline enum status kernel_once(struct integration *in, const struct ode *ode)
{
    enum status status = ode->v0 == 0 ? kernel_settle(ode, in->t, in->x) : STATUS_OK;
    if (status == STATUS_OK)
        status = step(in, ode->h);
    return status == STATUS_OK ? kernel_settle(ode, ode->h, in->x) : status;
}
#else
static inline enum status kernel_once(struct integration *in, const struct ode *ode)
{
    return step(in, ode->h);
}
#endif

/* Advances states and memory by a step. Time begins at -0, because adding -0 changes nothing: the
 * instants within a step are then constants. */
static inline enum status kernel_advance(struct ode *ode, real x[])
{
    struct integration in = { .ode = ode, .t = -C(0.0), .x = x };
#ifdef METHOD_IS_IMPLICIT
    real scale[MODEL_MAX_STATES];
    kernel_scale(ode->p, ode->n, scale);
    ode->scale = scale;
#endif
#if METHOD_WORK > 0
    real work[METHOD_WORK];
    in.work = work;
#endif
    return kernel_once(&in, ode);
}

/* Takes a step, and returns the force at its end, or NAN. */
static inline real kernel_respond(const real p[], struct memory *mem, real h, real v0, real v1,
                                  real x[])
{
#if LAW_STATES > 0 || defined LAW_HAS_START
    struct ode ode = { .n = LAW_STATES, .p = p, .h = h, .v0 = v0, .v1 = v1 };
#ifdef LAW_HAS_START
    ode.mem = mem;
#endif
#ifdef METHOD_IS_RELAXING
    ode.n_relaxing = ode.n;
#endif
#if LAW_GUARDS > 0
    ode.n_guards = LAW_GUARDS;
#endif
    if (kernel_advance(&ode, x) != STATUS_OK)
        return (real)NAN;
#endif
    return LAW_force(p, mem, v1, kernel_sign(v0, v1, v1), x);
}
