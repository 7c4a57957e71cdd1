/* The integrator for who does not choose one. */
#ifndef BRISTLE_BENCHMARKS_OPTIONS_DEFAULT_INTEGRATOR_H
#define BRISTLE_BENCHMARKS_OPTIONS_DEFAULT_INTEGRATOR_H

#include "models/model.h"
#include "reference/experiments/scenario.h"

/* The name of the method that fits the law in that experiment. Along held velocities its own flow,
 * which is exact with any step; for a driven law whose states relax each by itself adaptive
 * collocation; and for all others an adaptive method of one step, which starts anew after an event
 * at its full order, where one of several steps has to start at the first. It needs no Jacobian of
 * the law: across an infinite slope, like that of sqrt(v), differences give one that is so large
 * that CVODE's Newton iteration takes any state for the solution; the error estimate of a
 * Rosenbrock method does not. */
const char *default_integrator(const struct model *model, const struct setup *setup);

/* For who does not choose one: relative to each state's size, the absolute tolerance; and the
 * relative one, unless events of the law depend on a travel. */
#define DEFAULT_TOLERANCE 1e-6

/* The largest relative tolerance at which the law is right as far as `travel`, m. Events that
 * depend on a travel come by lengths over which the law changes: that part of them has to be known.
 */
double fitting_relative_tolerance(const struct model *model, const double p[], double travel);

/* The relative tolerance for who does not choose one. With a mass, whose travel nobody knows
 * before, it is DEFAULT_TOLERANCE. */
double default_relative_tolerance(const struct model *model, const double p[],
                                  const struct setup *setup);

#endif
