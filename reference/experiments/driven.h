/* A friction law driven by a velocity signal, as a problem for integrators. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_DRIVEN_H
#define BRISTLE_REFERENCE_EXPERIMENTS_DRIVEN_H

#include "integrators/ode.h"
#include "models/model.h"
#include "reference/inputs/signal.h"

/* The problem's context; all of it belongs to the caller. */
struct driven {
    const struct model *model;
    const real *p;
    const struct signal *signal;
    struct smooth_interval interval; /* the one entered; segment NULL: evaluate v(t) afresh */
    bool with_energy;
    struct memory memory, saved; /* in use when the law has one (kink.h) */
    real scale[ODE_MAX_STATES];
};

/* Sets up the context and returns the ode over it. The scale of a state is the model's bound, or 1.
 * with_energy appends one more state, the energy int F v dt in J. */
struct ode PREC(driven_ode)(struct driven *driven, const struct model *model, const real p[],
                            const struct signal *signal, bool with_energy);

/* Returns F at time t, N, the right limit, with the present memory: to be called while the run is
 * there. NAN where F is an interval (v = 0 and a set-valued law). */
real PREC(driven_force)(const struct driven *driven, real t, const real x[]);

#endif
