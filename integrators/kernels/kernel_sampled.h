/* A law driven by samples of the velocity, as a problem for one step of an integrator: time runs
 * from 0 to h, the velocity linearly from v0 to v1. Where the including file has defined
 * KERNEL_LAW, the law's struct model in the same file, calls to the law are direct; otherwise they
 * go to the law of struct sampled. */
#include "integrators/integrator.h"
#include "integrators/kernels/kernel_flatten.h"
#include "integrators/kernels/kernel_settle.h"
#include "integrators/kernels/kernel_velocity.h"
#include "models/model.h"

/* Reals of work memory for n states, for any method of ours: a Jacobian, its factors, twelve
 * vectors. */
#define KERNEL_WORK_FOR(n) ((n) * (2 * (n) + 12) + 1)
enum { KERNEL_WORK = KERNEL_WORK_FOR(MODEL_MAX_STATES) };

#ifdef KERNEL_LAW
#define KERNEL_LAW_OF(d) KERNEL_LAW
#else
#define KERNEL_LAW_OF(d) (*(d)->law)
#endif

/* The velocity over one step, and the law that it drives. */
struct sampled {
    const struct model *law; /* used without KERNEL_LAW */
    const real *p;           /* its parameters */
    struct memory *mem;      /* NULL for a law without memory */
    real h, v0, v1;          /* step, s; velocity at its two ends, m/s */
};

/* Velocity at time t of the step, m/s. */
static inline real sampled_velocity(const struct sampled *d, real t)
{
    return kernel_velocity(d->v0, d->v1, d->h, t);
}

/* The sign of v; where v vanishes at one end of the step, the sign of v within the step. */
static inline real sampled_sign(const struct sampled *d, real v)
{
    return kernel_sign(d->v0, d->v1, v);
}

/* The memory of a law that has start, otherwise NULL. A kink (model.h) needs none: a step of a
 * control loop ends at a sample, not at a kink. */
static inline struct memory *sampled_memory(const struct sampled *d)
{
    return KERNEL_LAW_OF(d).start ? d->mem : NULL;
}

KERNEL_FLATTEN static void sampled_rate(void *ctx, real t, const real x[], real dx[])
{
    const struct sampled *d = ctx;
    const real v = sampled_velocity(d, t);
    KERNEL_LAW_OF(d).rate(d->p, sampled_memory(d), v, sampled_sign(d, v), x, dx);
}

KERNEL_FLATTEN static void sampled_jacobian(void *ctx, real t, const real x[], real jac[])
{
    const struct sampled *d = ctx;
    const real v = sampled_velocity(d, t);
    const unsigned n = KERNEL_LAW_OF(d).n_states;
    struct jacobian j;
    KERNEL_LAW_OF(d).jacobian(d->p, sampled_memory(d), v, sampled_sign(d, v), x, &j);
    for (unsigned i = 0; i < n * n; i++)
        jac[i] = j.rate_x[i];
}

KERNEL_FLATTEN static void sampled_rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct sampled *d = ctx;
    const real v = sampled_velocity(d, t), slope = (d->v1 - d->v0) / d->h;
    struct jacobian j;
    KERNEL_LAW_OF(d).jacobian(d->p, sampled_memory(d), v, sampled_sign(d, v), x, &j);
    for (unsigned i = 0; i < KERNEL_LAW_OF(d).n_states; i++)
        ft[i] = j.rate_v[i] * slope;
}

KERNEL_FLATTEN static void sampled_relaxation(void *ctx, real t, real steady[], real rate_of[])
{
    const struct sampled *d = ctx;
    const real v = sampled_velocity(d, t);
    KERNEL_LAW_OF(d).relaxation(d->p, v, sampled_sign(d, v), steady, rate_of);
}

KERNEL_FLATTEN static void sampled_flow(void *ctx, real t, real h, real c, real x[])
{
    const struct sampled *d = ctx;
    const real v = sampled_velocity(d, t + c * h);
    KERNEL_LAW_OF(d).flow(d->p, sampled_memory(d), v, sampled_sign(d, v), h, x);
}

/* The velocity as guards see it. */
static inline real sampled_directed(const struct sampled *d, real t)
{
    return kernel_directed(d->v0, d->v1, sampled_velocity(d, t));
}

KERNEL_FLATTEN static void sampled_guard(void *ctx, real t, const real x[], real g[])
{
    const struct sampled *d = ctx;
    KERNEL_LAW_OF(d).guard(d->p, d->mem, sampled_directed(d, t), x, g);
}

KERNEL_FLATTEN static enum status sampled_transition(void *ctx, unsigned index, real t, real x[])
{
    const struct sampled *d = ctx;
    return KERNEL_LAW_OF(d).transition(d->p, index, sampled_directed(d, t), x, d->mem);
}

/* Typical sizes, for Jacobians by differences: the law's bounds, or its length, or 1. */
static inline void sampled_scale(const struct sampled *d, real scale[MODEL_MAX_STATES])
{
    for (unsigned i = 0; i < KERNEL_LAW_OF(d).n_states; i++)
        scale[i] = 1;
    if (KERNEL_LAW_OF(d).bound)
        KERNEL_LAW_OF(d).bound(d->p, scale);
    for (unsigned i = 0; i < KERNEL_LAW_OF(d).n_states; i++)
        if (!isfinite(scale[i]))
            scale[i] = KERNEL_LAW_OF(d).length ? KERNEL_LAW_OF(d).length(d->p) : 1;
}

static inline struct ode sampled_ode(struct sampled *d, const real scale[MODEL_MAX_STATES])
{
    return (struct ode){
        .n = KERNEL_LAW_OF(d).n_states,
        .ctx = d,
        .rate = sampled_rate,
        .jacobian = KERNEL_LAW_OF(d).jacobian ? sampled_jacobian : NULL,
        .rate_t = KERNEL_LAW_OF(d).jacobian ? sampled_rate_t : NULL,
        .flow = KERNEL_LAW_OF(d).flow ? sampled_flow : NULL,
        .n_relaxing = KERNEL_LAW_OF(d).n_states,
        .relaxation = KERNEL_LAW_OF(d).relaxation ? sampled_relaxation : NULL,
        .n_guards = KERNEL_LAW_OF(d).n_guards,
        .guard = KERNEL_LAW_OF(d).n_guards > 0 ? sampled_guard : NULL,
        .transition = KERNEL_LAW_OF(d).n_guards > 0 ? sampled_transition : NULL,
        .scale = scale,
    };
}
