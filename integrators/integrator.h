/* What an integrator is, and the driver that runs one over an ode. */
#ifndef BRISTLE_INTEGRATORS_INTEGRATOR_H
#define BRISTLE_INTEGRATORS_INTEGRATOR_H

#include <stddef.h>

#include "integrators/ode.h"

/* Zero means the default. */
struct settings {
    /* The largest step, s. Methods with steps of given size have no default; for adaptive ones
     * it is infinite. */
    real step;
    real rtol;          /* adaptive methods: relative tolerance; default 1e-6 */
    real atol;          /* absolute tolerance in units of each state's scale; default rtol */
    uint64_t max_steps; /* default 10^9 */
    /* Naive: step across jumps as if the problem were smooth, and make transitions where a
     * step has ended. */
    bool ignore_events;
};

/* The cost of a run, in counts. */
struct statistics {
    uint64_t steps, rejected; /* steps accepted; steps tried in vain */
    /* Calls of rate; calls of flow, relaxation or inclusion; Jacobians; matrices factorized. */
    uint64_t rate_evals, flow_evals, jac_evals, factorizations;
    uint64_t events; /* stops at the end of an interval, and transitions */
};

/* What an integrator is, and what it needs of a problem. */
enum integrator_flags {
    INTEGRATOR_ADAPTIVE = 1 << 0,   /* chooses its steps */
    INTEGRATOR_IMPLICIT = 1 << 1,   /* solves equations in each step */
    INTEGRATOR_USES_FLOW = 1 << 2,  /* needs ode->flow */
    INTEGRATOR_HOST_ONLY = 1 << 3,  /* needs an operating system: allocates through a library */
    INTEGRATOR_RELAXING = 1 << 4,   /* for states that relax each by itself */
    INTEGRATOR_SET_VALUED = 1 << 5, /* for set-valued problems */
};

/* One run in progress, in the integrator's own layout, in memory of the caller. */
struct integration {
    const struct ode *ode;
    const struct settings *settings;
    struct statistics *statistics;
    real t;  /* now */
    real *x; /* the ode's n states, now */
    void *work;
};

/* Returns the longest step that a method may choose from here, s. f[n] are the rates here, or NULL
 * for a method that does not know them. */
static inline real integration_longest(const struct integration *in, const real f[])
{
    const real step = in->settings->step > 0 ? in->settings->step : (real)INFINITY;
    return in->ode->longest ? r_min(step, in->ode->longest(in->ode->ctx, in->t, in->x, f)) : step;
}

/* A method as data: one constant table for each. */
struct integrator {
    const char *name, *title, *source;
    unsigned order; /* of accuracy; 0: varies */
    unsigned flags;
    /* Bytes of work memory for n states, to be aligned like max_align_t. */
    size_t (*workspace)(unsigned n);
    /* How many of these bytes, from the first on, are the history of past steps: no more than those
     * of ODE_MAX_STATES + 1 reals. The driver puts them back where it computes a step afresh.
     * NULL: none. */
    size_t (*history)(unsigned n);
    /* open: called once per run, before the first start. close: called after the last advance, also
     * after a failure. NULL where there is nothing to do. */
    enum status (*open)(struct integration *in) MUST_CHECK;
    void (*close)(struct integration *in);
    /* A smooth interval begins at in->t with the states in->x. NULL for methods without
     * memory. */
    enum status (*start)(struct integration *in) MUST_CHECK;
    /* Methods with steps of given size: advances in->t and in->x to target. On failure both are
     * unspecified. */
    enum status (*advance)(struct integration *in, real target) MUST_CHECK;
    /* Methods that choose their steps have these two in place of advance. step takes one step,
     * which does not go beyond `stop`, and leaves in->t and in->x at its end. interpolate writes
     * the states at t within that step to x[]. */
    enum status (*step)(struct integration *in, real stop) MUST_CHECK;
    enum status (*interpolate)(struct integration *in, real t, real x[]) MUST_CHECK;
};

/* Returns true when the problem has the structure that the integrator needs; drive returns
 * STATUS_UNSUPPORTED otherwise. */
static inline bool integrator_fits(const struct integrator *integrator, const struct ode *ode)
{
    return (ode->flow || !(integrator->flags & INTEGRATOR_USES_FLOW)) &&
           (ode->relaxation || !(integrator->flags & INTEGRATOR_RELAXING)) &&
           (ode->inclusion || !(integrator->flags & INTEGRATOR_SET_VALUED));
}

/* All integrators of this precision, ended by NULL (generated). */
extern const struct integrator *const PREC(integrators)[];

/* The integrator of that name, or NULL. */
const struct integrator *PREC(integrator_find)(const char *name);

/* Called for sample i, at t = times[i]; x[] are the states then, valid during the call. */
typedef void observer(void *ctx, size_t i, real t, const real x[]);

/* Runs the ode from times[0] to times[n-1] (rising, n >= 1), showing the states at every sample to
 * the observer. x[] is the initial state and, on success, the final one. work is at least
 * workspace(ode->n) bytes. *statistics is overwritten, and valid after a failure too. Returns
 * STATUS_UNSUPPORTED where integrator_fits is false, STATUS_NONFINITE where a state is not finite,
 * STATUS_CHATTER where transitions do not end, or the failure of a method or a transition. */
enum status PREC(drive)(const struct integrator *integrator, const struct ode *ode,
                        const struct settings *settings, const real times[], size_t n, real x[],
                        void *work, observer *observe, void *ctx,
                        struct statistics *statistics) MUST_CHECK;

#endif
