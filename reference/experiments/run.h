/* One run of an experiment by an integrator, in double. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_RUN_H
#define BRISTLE_REFERENCE_EXPERIMENTS_RUN_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

/* Runs an experiment. Fills in the samples of a trajectory whose times are set (trajectory_init),
 * and its events. Returns the status of drive. */
enum status run_experiment(const struct integrator *integrator, const struct settings *settings,
                           const struct model *model, const double p[], const struct setup *setup,
                           struct trajectory *trajectory, struct statistics *statistics) MUST_CHECK;

/* Runs an experiment without the energy, whose column is then NAN: no state beside the problem's
 * own influences the steps of methods that choose them. */
enum status run_without_energy(const struct integrator *integrator, const struct settings *settings,
                               const struct model *model, const double p[],
                               const struct setup *setup, struct trajectory *trajectory,
                               struct statistics *statistics) MUST_CHECK;

/* Returns true when the energy, which is one more state, may influence the iterations or steps of
 * the method. Explicit methods of given steps compute the other states as if it were not there. */
static inline bool run_feels_energy(const struct integrator *integrator)
{
    return integrator->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT);
}

/* Runs an experiment as run_without_energy does, with its statistics, and adds the energy, by a
 * second run where the energy has an influence. */
enum status run_with_energy_apart(const struct integrator *integrator,
                                  const struct settings *settings, const struct model *model,
                                  const double p[], const struct setup *setup,
                                  struct trajectory *trajectory,
                                  struct statistics *statistics) MUST_CHECK;

#endif
