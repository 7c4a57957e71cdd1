/* The integrator and the tolerance for users who choose none. */
#ifndef BRISTLE_BENCHMARKS_OPTIONS_DEFAULT_INTEGRATOR_H
#define BRISTLE_BENCHMARKS_OPTIONS_DEFAULT_INTEGRATOR_H

#include "models/model.h"
#include "reference/experiments/scenario.h"

/* Returns the name of the method that fits the law in the experiment. Along held velocities it is
 * the law's own flow, which is exact with any step; for a driven law whose states relax each by
 * itself, to finite values also at rest, adaptive collocation; otherwise an adaptive one-step
 * method, which continues after an event at its full order, where a multistep method has to start
 * at order one. That method needs no Jacobian of the law: across an infinite slope, like that of
 * sqrt(v), differences give a Jacobian so large that CVODE's Newton iteration takes any state for
 * the solution; the error estimate of a Rosenbrock method does not. */
const char *default_integrator(const struct model *model, const struct setup *setup);

/* The default absolute tolerance, relative to each state's size; and the default relative one,
 * unless events of the law depend on a travel. */
#define DEFAULT_TOLERANCE 1e-6

/* Returns the largest relative tolerance at which the law's events are right as far as `travel`, m.
 * Events that depend on a travel follow each other by lengths over which the law changes: the
 * travel has to be known to a part of such a length. */
double fitting_relative_tolerance(const struct model *model, const double p[], double travel);

/* Returns the default relative tolerance. With a mass, whose travel is not known before, it is
 * DEFAULT_TOLERANCE. */
double default_relative_tolerance(const struct model *model, const double p[],
                                  const struct setup *setup);

#endif
