/* Sets up and integrates one experiment. */
#include "benchmarks/replication/run.h"

#include <string.h>

#include "integrators/integrator.h"
#include "reference/experiments/run.h"
#include "reference/experiments/scenario.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/cli.h"

static void set_up(const struct finding *f, struct setup *setup)
{
    const struct scenario *scenario = scenario_find(f->scenario);
    double q[SCENARIO_MAX_PARAMS];
    char error[SIGNAL_TEXT];
    if (!scenario)
        cli_fail("there is no scenario '%s'", f->scenario);
    scenario_defaults(scenario, q);
    for (unsigned c = 0; f->changes[c].name; c++)
        if (!quantity_set(scenario->params, scenario->n_params, f->changes[c].name,
                          f->changes[c].value, q))
            cli_fail("scenario '%s' has no %s", f->scenario, f->changes[c].name);
    if (!scenario_set_up(scenario, q, setup, error))
        cli_fail("%s: %s", f->scenario, error);
}

static void choose_law(double alpha, const struct model **model, double p[])
{
    *model = PREC(model_find)(alpha > 0 ? "martinez_rosas" : "lugre");
    PREC(model_defaults)(*model, p);
    if (alpha > 0)
        p[quantity_index((*model)->params, (*model)->n_params, "alpha")] = alpha;
}

static void choose_times(const struct finding *f, const struct setup *setup, enum method method,
                         size_t n_states, struct trajectory *r)
{
    const double t_end = f->t_end > 0 ? f->t_end : setup->duration;
    const size_t asked = f->samples > 0 ? f->samples : scenario_find(f->scenario)->samples;
    const size_t n = method == EXACT_AGAIN ? asked - asked / 10 : asked; /* steps end at samples */
    trajectory_init(r, n, n_states, t_end);
    for (size_t i = 1; f->from > 0 && i + 1 < n; i++)
        r->t[i] = f->from + (t_end - f->from) * (double)(i - 1) / (double)(n - 2);
}

/* Creep on a falling friction curve is unstable, and amplifies errors that a loose absolute
 * tolerance allows. */
static enum status integrate(enum method method, const struct model *model, const double p[],
                             const struct setup *setup, struct trajectory *r)
{
    const double rtol = method == FINE ? 1e-13 : 1e-12;
    const struct settings settings = { .rtol = rtol, .atol = rtol * 1e-2 };
    struct statistics statistics;
    return run_experiment(PREC(integrator_find)("cvode_bdf"), &settings, model, p, setup, r,
                          &statistics);
}

bool finding_run(const struct finding *f, double alpha, enum method method, struct trajectory *r)
{
    const struct model *model;
    struct setup setup;
    double p[MODEL_MAX_PARAMS];
    choose_law(alpha, &model, p);
    set_up(f, &setup);
    choose_times(f, &setup, method, model->n_states, r);
    const bool ok = method >= EXACT ? !reference_solution_run(model, p, &setup, r, NULL)
                                    : integrate(method, model, p, &setup, r) == STATUS_OK;
    setup_free(&setup);
    if (!ok)
        trajectory_free(r);
    return ok;
}
