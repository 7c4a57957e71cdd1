/* The problem an integrator sees: x' = f(t, x), with whatever structure is known of it.
 *
 * Time and states are in working precision. The right-hand side may jump at known instants
 * (a signal's jumps and zeros): `interval` cuts time there into smooth intervals, and the
 * driver makes integrators stop and restart at their ends, so that one-sided values are used
 * on either side. Other events are found on the way: where a guard fires, the driver locates
 * the instant, and lets the problem make its transition. Between events the problem is
 * smooth, also a little beyond the next one, so that a step may overshoot it and be cut back.
 * A driver told to ignore events cuts and locates nothing: the right-hand side then takes its
 * value to the right of each jump, and transitions are made at the ends of steps.
 */
#ifndef BRISTLE_INTEGRATORS_ODE_H
#define BRISTLE_INTEGRATORS_ODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/real.h"
#include "models/status.h"

enum { ODE_MAX_STATES = 20, ODE_MAX_GUARDS = 36, ODE_MAX_INTEGRALS = 2 };

/* A problem. Functions take the time t in s and states x[n]; dx[n], jac[n * n], ft[n] and
 * g[n_guards] are outputs, owned by the caller. */
struct ode {
    unsigned n; /* states, at most ODE_MAX_STATES */
    /* Bit i: state i is a velocity, for methods that advance those before the rest. */
    uint32_t velocities;
    void *ctx; /* passed to every function; owned by the caller */
    /* Writes f(t, x) to dx[n]. */
    void (*rate)(void *ctx, real t, const real x[], real dx[]);
    /* Row-major n x n d(dx_i)/dx_j; NULL: unknown. */
    void (*jacobian)(void *ctx, real t, const real x[], real jac[]);
    /* df/dt at fixed x; NULL: unknown. */
    void (*rate_t)(void *ctx, real t, const real x[], real ft[]);
    /* x advanced in place over [t, t+h] by the exact flow with the input held at its value at
     * t + c h, c = 0 or 1/2; NULL: none. */
    void (*flow)(void *ctx, real t, real h, real c, real x[]);
    /* States that each relax by themselves towards values that depend on time only,
     * x_i' = rate_i(t) (steady_i(t) - x_i): the first n_relaxing ones, with rate_i >= 0 in 1/s. The
     * others are integrals, whose rates depend on t and on the relaxing states. NULL: no state
     * relaxes so. */
    unsigned n_relaxing;
    void (*relaxation)(void *ctx, real t, real steady[], real rate[]);
    /* The first states of a mass are a position, its velocity and perhaps the integral of the
     * position, up to functions of time: dx[0] depends on x[1] and on time only, and dx[2] on x[0]
     * and on time only. How many of these two are known to be integrals: 0, 1 or 2. */
    unsigned integrals;
    /* Takes one implicit step h of a set-valued problem, whose selection is found together with the
     * states at its end: first order, and what sticks sticks exactly. NULL: not set-valued. */
    enum status (*inclusion)(void *ctx, real t, real h, real x[]);
    /* Returns the longest step from here, s, that cannot leap over a feature of the rates which no
     * state announces, like a peak at a speed that the input passes. dx[n] is f(t, x), or NULL for
     * a caller that does not know it. NULL: no limit. */
    real (*longest)(void *ctx, real t, const real x[], const real dx[]);
    /* The problem's own memory, which flow may change: save sets it aside when a step begins,
     * restore puts it back where the driver computes that step afresh. NULL: flow changes none. */
    void (*save)(void *ctx);
    void (*restore)(void *ctx);
    uint32_t stiff; /* bit i: state i relaxes so fast that its rate is better treated implicitly */
    /* Enters the smooth interval that begins at t in state x and returns its end, possibly
     * INFINITY; NULL: smooth throughout. Also called where a run ends. */
    real (*interval)(void *ctx, real t, const real x[]);
    /* Guards: g[n_guards], positive while nothing happens; one that falls below zero fires, and
     * transition then changes states and the problem's own memory so that it is positive (or
     * zero) again. 0: none. */
    unsigned n_guards;
    void (*guard)(void *ctx, real t, const real x[], real g[]);
    enum status (*transition)(void *ctx, unsigned index, real t, real x[]);
    /* Typical size of each guard. With an adaptive method a guard fires only where it is below
     * -(absolute tolerance) times this size, so that a solution that has died out does not fire on
     * errors within the tolerance. 0: the guard is located as well as rounding allows. NULL: all 0.
     */
    const real *guard_scale;
    const real *scale; /* typical size of each state, for absolute tolerances */
};

/* Methods call a problem by these functions only, which an exported header has its own of
 * (benchmarks/exporting/problem.h). Two of them return false where the problem has none. */
static inline void ode_rate(const struct ode *ode, real t, const real x[], real dx[])
{
    ode->rate(ode->ctx, t, x, dx);
}

static inline bool ode_jacobian(const struct ode *ode, real t, const real x[], real jac[])
{
    if (ode->jacobian)
        ode->jacobian(ode->ctx, t, x, jac);
    return ode->jacobian != NULL;
}

static inline bool ode_rate_t(const struct ode *ode, real t, const real x[], real ft[])
{
    if (ode->rate_t)
        ode->rate_t(ode->ctx, t, x, ft);
    return ode->rate_t != NULL;
}

static inline void ode_flow(const struct ode *ode, real t, real h, real c, real x[])
{
    ode->flow(ode->ctx, t, h, c, x);
}

static inline void ode_relaxation(const struct ode *ode, real t, real steady[], real rate[])
{
    ode->relaxation(ode->ctx, t, steady, rate);
}

static inline void ode_guard(const struct ode *ode, real t, const real x[], real g[])
{
    ode->guard(ode->ctx, t, x, g);
}

static inline enum status ode_transition(const struct ode *ode, unsigned index, real t, real x[])
{
    return ode->transition(ode->ctx, index, t, x);
}

#endif
