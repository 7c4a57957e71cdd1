/* One step of any law by any method between two samples of the velocity, through the library's
 * tables, with the result of a fused kernel (reference/experiments/kernels_test.c). Include it in
 * the precision that is wanted. */
#ifndef BRISTLE_BENCHMARKS_BEHAVIOUR_SAMPLED_STEP_H
#define BRISTLE_BENCHMARKS_BEHAVIOUR_SAMPLED_STEP_H

#include "integrators/kernels/kernel_sampled.h"

static inline void sampled_step_unobserved(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* Steps from d->v0 to d->v1; work is the method's work memory. */
static inline enum status sampled_step(const struct integrator *method, struct sampled *d,
                                       void *work, real x[])
{
    real scale[MODEL_MAX_STATES];
    const struct settings settings = { .step = d->h, .ignore_events = true };
    const real times[] = { 0, d->h };
    struct statistics statistics;
    sampled_scale(d, scale);
    const struct ode ode = sampled_ode(d, scale);
    return PREC(drive)(method, &ode, &settings, times, 2, x, work, sampled_step_unobserved, NULL,
                       &statistics);
}

/* Returns the force at the end of that step, N. */
static inline real sampled_force(const struct sampled *d, const real x[])
{
    return d->law->force(d->p, d->mem, d->v1, sampled_sign(d, d->v1), x);
}

/* Returns true when the law has the structure that the method needs. */
static inline bool sampled_fits(const struct integrator *method, const struct model *law,
                                const real p[])
{
    real scale[MODEL_MAX_STATES];
    struct sampled d = { .law = law, .p = p };
    const struct ode ode = sampled_ode(&d, scale);
    return integrator_fits(method, &ode);
}

#endif
