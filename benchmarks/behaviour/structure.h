/* Measures what integrators do with friction: their order on smooth problems and across events,
 * bounds and passivity at large steps, the energy balance of a mass, and the error of float. */
#ifndef BRISTLE_BENCHMARKS_BEHAVIOUR_STRUCTURE_H
#define BRISTLE_BENCHMARKS_BEHAVIOUR_STRUCTURE_H

#include <stdio.h>

#include "benchmarks/behaviour/run.h"
#include "integrators/integrator.h"
#include "tools/base/cli.h"

/* A measurement. STATUS_UNSUPPORTED: the method does not apply. */
struct measured {
    enum status status;
    double value;
};

/* The problems on which orders are measured. */
enum order_problem {
    ORDER_MASS,         /* a mass that never stops */
    ORDER_DRIVEN,       /* a law along a velocity that keeps its sign */
    ORDER_DRIVEN_NAIVE, /* along one that reverses, events ignored */
    ORDER_DRIVEN_AWARE, /* ORDER_DRIVEN_NAIVE with events */
    ORDER_MASS_NAIVE,   /* release, reversals and capture, events ignored */
    ORDER_MASS_AWARE,   /* ORDER_MASS_NAIVE with events */
    N_ORDERS
};

/* The problem, and its reference, exact up to *floor: the distance of two independent methods at
 * their smallest tolerances, relative to each state's largest value. */
const struct run_problem *order_problem(enum order_problem which);
const struct run *order_reference(enum order_problem which, double *floor);

/* Returns the largest distance of any state at any sample, relative to its largest value in a. */
double run_distance(const struct run *a, const struct run *b);

/* Returns the exponent of the step (for an adaptive method of the relative tolerance) in the
 * error. */
struct measured structure_order(const struct integrator *integrator, enum order_problem which);

/* Methods with given steps: the largest k, up to LIMIT_MOST, such that the property holds for it
 * and all smaller k of the scan; INFINITY: always, 0: never. k is the step times the rate at which
 * the law relaxes. */
#define LIMIT_LEAST 1e-3
#define LIMIT_MOST  1e4
/* |z| stays within 1/sigma0 at held velocity. */
struct measured structure_bound(const struct integrator *integrator);
/* int F v dt of a passive law never falls below 0 along holds. */
struct measured structure_passivity(const struct integrator *integrator);

/* Adaptive methods: the excess over the bound, relative to it; and how far int F v dt falls below
 * 0, relative to the energy that the law can store. 0: not beyond rounding. */
struct measured structure_bound_excess(const struct integrator *integrator, double rtol);
struct measured structure_passivity_deficit(const struct integrator *integrator, double rtol);

/* At a step of STRUCTURE_STEP, or a tolerance of STRUCTURE_RTOL. structure_drift: the error of the
 * energy balance of a mass on a spring that slides to a stop, relative to the initial energy.
 * structure_float: the difference between float and double, relative to each state's largest
 * value. */
#define STRUCTURE_STEP 1e-3
#define STRUCTURE_RTOL 1e-6
struct measured structure_drift(const struct integrator *integrator, uint64_t *steps);
struct measured structure_float(const struct integrator *integrator, bool mass, uint64_t *steps);

struct structure_row {
    const struct integrator *integrator;
    struct measured order[N_ORDERS];
    struct measured bound, passivity;      /* methods with given steps */
    struct measured excess[2], deficit[2]; /* adaptive, at structure_tolerances */
    struct measured drift, float_driven, float_mass;
};
extern const double structure_tolerances[2];
struct structure_row structure_row(const struct integrator *integrator);

void structure_write(FILE *out, enum format format, const struct structure_row rows[], size_t n);

#endif
