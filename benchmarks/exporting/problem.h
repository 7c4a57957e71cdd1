/* What a method sees in an exported header, in place of integrators/ode.h and
 * integrators/integrator.h: one law, driven by a velocity that is linear over one step. The
 * exporter replaces LAW_NAME by the function that the law's table has for NAME. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_PROBLEM_H
#define BRISTLE_BENCHMARKS_EXPORTING_PROBLEM_H

#define BRISTLE_INTEGRATORS_ODE_H
#define BRISTLE_INTEGRATORS_INTEGRATOR_H

#include "integrators/force_inline.h"
#include "integrators/kernels/kernel_velocity.h"
#include "models/model.h"

/* Has room for an integral, which no law has, so that loops over none stay within. */
enum { ODE_MAX_STATES = MODEL_MAX_STATES + 1 };

/* The law over one step of h seconds, with the velocity from v0 to v1, m/s. */
struct ode {
    unsigned n; /* states */
    const real *p;
    real h, v0, v1;
#ifdef LAW_HAS_START
    struct memory *mem;
#endif
#ifdef METHOD_IS_RELAXING
    unsigned n_relaxing; /* all of them */
#endif
#if LAW_GUARDS > 0
    unsigned n_guards;
#endif
#ifdef METHOD_IS_IMPLICIT
    const real *scale; /* typical size of each state */
#endif
};

/* The states on their way through the step, and the method's work memory. */
struct integration {
    const struct ode *ode;
    real t, *x;
#if METHOD_WORK > 0
    real *work;
#endif
};

#ifdef LAW_HAS_START
#define ODE_MEMORY ode->mem
#else
#define ODE_MEMORY NULL
#endif

static inline real ode_velocity(const struct ode *ode, real t)
{
    return kernel_velocity(ode->v0, ode->v1, ode->h, t);
}

static inline real ode_sign(const struct ode *ode, real t)
{
    return kernel_sign(ode->v0, ode->v1, ode_velocity(ode, t));
}

static inline void ode_rate(const struct ode *ode, real t, const real x[], real dx[])
{
    LAW_rate(ode->p, ODE_MEMORY, ode_velocity(ode, t), ode_sign(ode, t), x, dx);
}

#ifdef LAW_HAS_JACOBIAN
static inline bool ode_jacobian(const struct ode *ode, real t, const real x[], real jac[])
{
    struct jacobian j;
    LAW_jacobian(ode->p, ODE_MEMORY, ode_velocity(ode, t), ode_sign(ode, t), x, &j);
    for (unsigned i = 0; i < ode->n * ode->n; i++)
        jac[i] = j.rate_x[i];
    return true;
}
#else
static inline bool ode_jacobian(const struct ode *ode, real t, const real x[], real jac[])
{
    return false; /* the method takes differences */
}
#endif

static inline void ode_flow(const struct ode *ode, real t, real h, real c, real x[])
{
    LAW_flow(ode->p, ODE_MEMORY, ode_velocity(ode, t + c * h), ode_sign(ode, t + c * h), h, x);
}

static inline void ode_relaxation(const struct ode *ode, real t, real steady[], real rate[])
{
    LAW_relaxation(ode->p, ode_velocity(ode, t), ode_sign(ode, t), steady, rate);
}

static inline real ode_directed(const struct ode *ode, real t)
{
    return kernel_directed(ode->v0, ode->v1, ode_velocity(ode, t));
}

static inline void ode_guard(const struct ode *ode, real t, const real x[], real g[])
{
    LAW_guard(ode->p, ODE_MEMORY, ode_directed(ode, t), x, g);
}

static inline enum status ode_transition(const struct ode *ode, unsigned index, real t, real x[])
{
    return LAW_transition(ode->p, index, ode_directed(ode, t), x, ODE_MEMORY);
}

#endif
