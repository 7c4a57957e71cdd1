/* Logs by the closed form along many small holds (made.h). */
#include "properties/identification/made.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/plugin/law_choice.h"
#include "reference/experiments/exact.h"
#include "reference/inputs/signal.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"

static const char VELOCITY[] =
    "sine 0 5e-5 6.283185307179586 0 3;"
    "sine 0 0.0003 6.283185307179586 0 3;"
    "sine 0 0.003 3.141592653589793 0 4;"
    "sine 0 0.1 6.283185307179586 0 5; ramp 0 0.5 2.5; ramp 0.5 -0.01 2.5";
static const double INTERVAL = 1e-3, ENCODER = 1e-6, SHARE = 0.01;

/* Parameters other than the defaults: defaults may be ends of ranges, and values that say the same
 * as others. */
static const struct {
    const char *law, *param;
    double value;
} OTHER[] = {
    { "lugre", "m", 1.4 },         { "elastoplastic", "m", 1.4 },  { "exponential", "m", 1.4 },
    { "leuven", "m", 1.4 },        { "leuven", "W1", 0.5 },        { "maxwell_slip", "m", 1.4 },
    { "alvarez_icaza", "m", 1.4 }, { "martinez_rosas", "m", 1.4 }, { "bouc_wen", "c", 1e-5 },
    { "bouc_wen", "gamma", 3e4 },  { "armstrong", "Fs", 0.7 },     { "stribeck", "vs", 2e-3 },
    { "dahl", "Fc", 1.3 },         { "karnopp", "Dv", 2e-4 },
};

void made_by(const struct model *model, struct made *made)
{
    enum { PARTS = 20 };
    double largest = 0;
    char error[SIGNAL_TEXT];
    struct signal signal;
    struct exact_state w;
    *made = (struct made){ .model = model };
    made->lanes = trace_lanes_new(law_choice_of(model).equations, model);
    model_defaults_f64(model, made->p);
    for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++)
        if (strcmp(OTHER[i].law, model->name) == 0)
            quantity_set(model->params, model->n_params, OTHER[i].param, OTHER[i].value, made->p);
    if (!signal_parse(VELOCITY, &signal, error))
        cli_fail("%s", error);
    made->n = (size_t)lround(signal.duration / INTERVAL) + 1;
    made->t = memory_array(made->n, sizeof *made->t);
    made->x = memory_array(made->n, sizeof *made->x);
    made->force = memory_array(made->n, sizeof *made->force);
    exact_state_start(&w, model, made->p);
    w.accuracy = HELD_QUICK;
    for (size_t i = 0; i < made->n; i++) {
        const double t = (double)i * INTERVAL, h = INTERVAL / PARTS;
        for (int k = PARTS; i > 0 && k > 0; k--)
            exact_state_flow(&w, (struct hold){ signal_velocity(&signal, t - (k - 0.5) * h), h });
        made->t[i] = t;
        made->x[i] = signal_distance(&signal, t);
        made->force[i] = exact_state_force(&w, signal_velocity(&signal, t));
        largest = fmax(largest, fabs(made->force[i]));
    }
    made->noise = SHARE * largest;
    signal_free(&signal);
}

void made_free(struct made *made)
{
    trace_lanes_free(made->lanes);
    free(made->t);
    free(made->x);
    free(made->force);
}

struct log_run made_measure(const struct made *made, uint64_t seed)
{
    struct log_run run = { .file = "made", .n = made->n };
    struct rng rng = rng_keyed(seed, made->model->name, 0);
    double pair[2] = { 0, 0 };
    const double place = rng_uniform(&rng) * ENCODER;
    run.t = memory_array(run.n, sizeof *run.t);
    run.x = memory_array(run.n, sizeof *run.x);
    run.force = memory_array(run.n, sizeof *run.force);
    for (size_t i = 0; i < run.n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        run.t[i] = made->t[i];
        run.x[i] = rint((made->x[i] + place) / ENCODER) * ENCODER - place;
        run.force[i] = made->force[i] + made->noise * pair[i % 2];
    }
    return run;
}

void made_fit(const struct made *made, uint64_t seed,
              bool (*is_free)(const struct model *model, unsigned param), struct law_fit *fit)
{
    struct log_run run = made_measure(made, seed);
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct law_fit_settings settings;
    struct measured measured;
    measured_from(&log, 0, 0.25, &measured);
    law_fit_defaults(made->model, &measured, &settings);
    settings.setup.lanes = made->lanes;
    settings.draws = 1;
    memcpy(settings.setup.p, made->p, sizeof made->p);
    for (unsigned i = 0; is_free && i < made->model->n_params; i++)
        settings.setup.is_free[i] = is_free(made->model, i);
    law_fit_coarse(&settings, &measured, fit);
    if (fit->is_finite)
        law_fit_finish(&measured, fit);
    if (fit->is_finished)
        law_fit_profiles(false, 1, fit);
    measured_free(&measured);
    made_run_free(&run);
}

void made_run_free(struct log_run *run)
{
    free(run->t);
    free(run->x);
    free(run->force);
    *run = (struct log_run){ .n = 0 };
}
