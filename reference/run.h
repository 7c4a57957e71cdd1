/* One run of an experiment by an integrator, in double. */
#ifndef BRISTLE_REFERENCE_RUN_H
#define BRISTLE_REFERENCE_RUN_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/scenario.h"
#include "reference/trajectory.h"

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

#endif
