/* Drives an integrator through a friction problem in its precision. */
#include "benchmarks/behaviour/run.h"

#include <assert.h>
#include <stdlib.h>

#include "integrators/integrator.h"
#include "reference/experiments/driven.h"
#include "reference/experiments/plant_ode.h"
#include "tools/base/memory.h"

static void set_params(const struct model *model, const struct run_problem *problem, real p[])
{
    PREC(model_defaults)(model, p);
    for (size_t k = 0; k < RUN_MOST_PARAMS && problem->params[k].name; k++)
        if (!quantity_set(model->params, model->n_params, problem->params[k].name,
                          (real)problem->params[k].value, p))
            abort(); /* only this program's own problems come here */
}

static void keep(void *ctx, size_t i, real t, const real x[])
{
    struct run *run = ctx;
    (void)t;
    for (unsigned k = 0; k < run->n; k++)
        run->x[i][k] = (double)x[k];
}

static void drive_ode(const struct integrator *integrator, const struct ode *ode,
                      const struct run_problem *problem, const struct run_settings *settings,
                      struct run *run)
{
    const struct settings s = {
        .step = (real)settings->step,
        .rtol = (real)settings->rtol,
        .max_steps = settings->max_steps,
        .ignore_events = settings->naive,
    };
    real times[RUN_MOST_SAMPLES] = { 0 }, x[ODE_MAX_STATES] = { 0 };
    struct statistics statistics = { 0 };
    void *work = memory_array(integrator->workspace(ode->n), 1);
    assert(ode->n <= RUN_MOST_STATES && run->samples >= 2 && run->samples <= RUN_MOST_SAMPLES);
    run->n = ode->n;
    for (unsigned k = 0; k < ode->n; k++)
        x[k] = (real)problem->start[k];
    for (size_t i = 0; i < run->samples; i++)
        times[i] = (real)(problem->duration * (double)i / (double)(run->samples - 1));
    run->status =
        PREC(drive)(integrator, ode, &s, times, run->samples, x, work, keep, run, &statistics);
    run->steps = statistics.steps;
    free(work);
}

void PREC(run_problem)(const char *name, const struct run_problem *problem,
                       const struct run_settings *settings, struct run *run)
{
    const struct integrator *integrator = PREC(integrator_find)(name);
    const struct model *model = problem->table ? problem->table : PREC(model_find)(problem->law);
    struct plant plant = {
        .mass = problem->mass,
        .stiffness = problem->stiffness,
        .place = problem->place,
        .pull = problem->pull,
    };
    real p[MODEL_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    struct moving moving;
    struct driven driven;
    struct ode ode;
    run->status = STATUS_UNSUPPORTED;
    if (!integrator)
        return;
    set_params(model, problem, p);
    if (problem->input && !signal_parse(problem->input, &plant.force, error))
        abort(); /* only this program's own problems come here */
    if (problem->mass > 0)
        ode = PREC(plant_ode)(&moving, model, p, &plant, problem->with_energy);
    else
        ode = PREC(driven_ode)(&driven, model, p, &plant.force, problem->with_energy);
    drive_ode(integrator, &ode, problem, settings, run);
    signal_free(&plant.force);
}
