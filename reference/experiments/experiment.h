/* A law in an experiment, driven or with a mass, as one problem for integrators. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_EXPERIMENT_H
#define BRISTLE_REFERENCE_EXPERIMENTS_EXPERIMENT_H

#include "reference/experiments/driven.h"
#include "reference/experiments/plant_ode.h"
#include "reference/experiments/scenario.h"

/* The problem's context; all of it belongs to the caller. */
struct experiment {
    const struct setup *setup;
    struct driven driven; /* in use without a mass */
    struct moving moving; /* in use with a mass */
};

/* Sets up the context and returns the ode over it. The experiment must not be moved afterwards. */
struct ode PREC(experiment_ode)(struct experiment *experiment, const struct model *model,
                                const real p[], const struct setup *setup, bool with_energy);

/* Sets the states of that ode, x[n], at t = 0: a mass at rest, and a law where it begins. */
void PREC(experiment_begin)(const struct experiment *experiment, unsigned n, real x[]);

/* The quantities at time t for an observer, while the run is there. */
struct experiment_point {
    real x, v;       /* of the mass, or of the driven surface; m, m/s */
    real F;          /* N; NAN where it is an interval */
    real energy;     /* J, int F v dt; NAN without */
    const real *law; /* the law's states */
};
struct experiment_point PREC(experiment_point)(const struct experiment *experiment, real t,
                                               const real x[]);

#endif
