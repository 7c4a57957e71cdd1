/* One run of an experiment by an integrator, in double. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_RUN_H
#define BRISTLE_REFERENCE_EXPERIMENTS_RUN_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

/* Fills in the samples of a trajectory whose times are set, and its events. */
enum status run_experiment(const struct integrator *integrator, const struct settings *settings,
                           const struct model *model, const double p[], const struct setup *setup,
                           struct trajectory *trajectory, struct statistics *statistics) MUST_CHECK;

/* The same without the energy, which is then NAN: no state beside the problem's own has a say in
 * the steps of methods that choose them. */
enum status run_without_energy(const struct integrator *integrator, const struct settings *settings,
                               const struct model *model, const double p[],
                               const struct setup *setup, struct trajectory *trajectory,
                               struct statistics *statistics) MUST_CHECK;

/* Whether the energy, a state more, may have a say in the iterations or steps of that method.
 * Explicit methods of given steps compute the others as if it were not there. */
static inline bool run_feels_energy(const struct integrator *integrator)
{
    return integrator->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT);
}

/* Everything as run_without_energy computes it, with its statistics; and the energy, by a second
 * run where it has a say. */
enum status run_with_energy_apart(const struct integrator *integrator,
                                  const struct settings *settings, const struct model *model,
                                  const double p[], const struct setup *setup,
                                  struct trajectory *trajectory,
                                  struct statistics *statistics) MUST_CHECK;

#endif
