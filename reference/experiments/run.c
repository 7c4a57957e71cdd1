/* Drives an integrator through an experiment and keeps its samples, with the energy from a run of
 * its own where asked. */
#include "reference/experiments/run.h"

#include <stdlib.h>
#include <string.h>

#include "reference/experiments/experiment.h"
#include "tools/base/memory.h"

struct recorder {
    struct trajectory *trajectory;
    const struct experiment *experiment;
};

static void keep(void *ctx, size_t i, double t, const double x[])
{
    const struct recorder *r = ctx;
    struct trajectory *to = r->trajectory;
    const struct experiment_point at = PREC(experiment_point)(r->experiment, t, x);
    to->x[i] = at.x;
    to->v[i] = at.v;
    to->F[i] = at.F;
    to->energy[i] = at.energy;
    for (size_t k = 0; k < to->n_states; k++)
        to->law[i * to->n_states + k] = at.law[k];
}

static void note(void *ctx, enum plant_event event, double t)
{
    const struct recorder *r = ctx;
    trajectory_event(r->trajectory, event, t);
}

static enum status run(const struct integrator *integrator, const struct settings *settings,
                       const struct model *model, const double p[], const struct setup *setup,
                       bool with_energy, struct trajectory *trajectory,
                       struct statistics *statistics)
{
    struct experiment experiment;
    struct recorder recorder = { trajectory, &experiment };
    double x[ODE_MAX_STATES];
    const struct ode ode = PREC(experiment_ode)(&experiment, model, p, setup, with_energy);
    PREC(experiment_begin)(&experiment, ode.n, x);
    if (setup->has_mass) {
        experiment.moving.on_event = note;
        experiment.moving.event_ctx = &recorder;
    }
    trajectory->n_events = 0;
    *statistics = (struct statistics){ 0 };
    void *work = memory_array(integrator->workspace(ode.n), 1);
    const enum status status = PREC(drive)(integrator, &ode, settings, trajectory->t, trajectory->n,
                                           x, work, keep, &recorder, statistics);
    free(work);
    return status;
}

enum status run_experiment(const struct integrator *integrator, const struct settings *settings,
                           const struct model *model, const double p[], const struct setup *setup,
                           struct trajectory *trajectory, struct statistics *statistics)
{
    return run(integrator, settings, model, p, setup, true, trajectory, statistics);
}

enum status run_without_energy(const struct integrator *integrator, const struct settings *settings,
                               const struct model *model, const double p[],
                               const struct setup *setup, struct trajectory *trajectory,
                               struct statistics *statistics)
{
    return run(integrator, settings, model, p, setup, false, trajectory, statistics);
}

/* Adds the energy from a run that has it as a state, at the times of the trajectory. */
static enum status add_energy(const struct integrator *integrator, const struct settings *settings,
                              const struct model *model, const double p[],
                              const struct setup *setup, struct trajectory *trajectory)
{
    const double end = trajectory->t[trajectory->n - 1];
    struct trajectory with;
    struct statistics statistics;
    trajectory_init(&with, trajectory->n, trajectory->n_states, end);
    memcpy(with.t, trajectory->t, with.n * sizeof *with.t);
    const enum status status =
        run_experiment(integrator, settings, model, p, setup, &with, &statistics);
    memcpy(trajectory->energy, with.energy, with.n * sizeof *with.energy);
    trajectory_free(&with);
    return status;
}

enum status run_with_energy_apart(const struct integrator *integrator,
                                  const struct settings *settings, const struct model *model,
                                  const double p[], const struct setup *setup,
                                  struct trajectory *trajectory, struct statistics *statistics)
{
    const bool is_alone = model->n_states == 0 && !setup->has_mass; /* nothing else is integrated */
    if (is_alone || !run_feels_energy(integrator))
        return run_experiment(integrator, settings, model, p, setup, trajectory, statistics);
    const enum status status =
        run_without_energy(integrator, settings, model, p, setup, trajectory, statistics);
    if (status != STATUS_OK)
        return status;
    return add_energy(integrator, settings, model, p, setup, trajectory);
}
