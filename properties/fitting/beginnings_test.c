/* Where a run begins: where the law does, unless the forces say otherwise. */
#include "properties/fitting/found_test.h"

/* Fits LuGre's law to a run of a log from sample `from` on. */
static void fit_from(const struct log *log, size_t from, const double p[], struct law_fit *fit)
{
    const struct model *model = model_find_f64("lugre");
    const struct log_run *whole = log->runs;
    struct log_run run = { .file = "made",
                           .n = whole->n - from,
                           .t = whole->t + from,
                           .x = whole->x + from,
                           .force = whole->force + from };
    const struct log part = { .runs = &run, .n_runs = 1 };
    struct measured measured;
    struct law_fit_settings settings;
    measured_from(&part, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.draws = 1;
    memcpy(settings.setup.p, p, model->n_params * sizeof *p);
    law_fit_coarse(&settings, &measured, fit);
    law_fit_finish(&measured, fit);
    cr_assert(fit->is_finished);
    measured_free(&measured);
}

/* From rest the bristle begins unstretched, though rounding of the first positions looks like a
 * stretch of 3 % of the most. In the middle of sliding it is stretched as far as the force says:
 * sigma0 z, but for sigma1 dz/dt and sigma2 v of some percent and three deviations of the noise. */
Test(beginnings, are_where_forces_say)
{
    double p[MODEL_MAX_PARAMS];
    struct log log = { .n_runs = 0 };
    struct law_fit fit;
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 1000, 1e-6, 0.01, 0, 0, 4, 0 }, &log);
    const double *force = log.runs ? log.runs->force : NULL;
    cr_assert(force);
    fit_from(&log, 0, p, &fit);
    cr_expect_eq(fit.estimate.fit.start[0][0], 0, "%g", fit.estimate.fit.start[0][0]);
    law_fit_free(&fit);
    for (size_t from = 1300; from <= 1700; from += 200) {
        fit_from(&log, from, p, &fit);
        const double z = fit.estimate.fit.start[0][0], F = force[from];
        cr_expect_float_eq(z, F / p[0], 0.1 * fabs(F / p[0]) + 0.03 / p[0], "%zu: %g, not %g", from,
                           z, F / p[0]);
        for (unsigned k = 0; k < fit.estimate.fit.n; k++)
            cr_expect_neq(fit.estimate.fit.kind[k], FIT_START);
        law_fit_free(&fit);
    }
    log_free(&log);
}

/* Each of several runs has its own beginning, the first one, one in the middle and the last one: it
 * is where the force of its first samples says, to a tenth. */
Test(beginnings, are_found_run_by_run)
{
    enum { RUNS = 3, LONG = 400 };
    static const size_t from[RUNS] = { 1700, 1300, 1500 };
    double p[MODEL_MAX_PARAMS];
    struct log log = { .n_runs = 0 };
    struct law_fit_settings settings;
    struct measured measured;
    struct log_run runs[RUNS];
    struct fit fit;
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 1000, 1e-8, 1e-3, 0, 0, 4, 0 }, &log);
    const struct log_run *whole = log.runs;
    for (size_t j = 0; j < RUNS; j++)
        runs[j] = (struct log_run){ .file = "made",
                                    .n = LONG,
                                    .t = whole->t + from[j],
                                    .x = whole->x + from[j],
                                    .force = whole->force + from[j] };
    const struct log parts = { .runs = runs, .n_runs = RUNS };
    measured_from(&parts, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    memcpy(settings.setup.p, p, model->n_params * sizeof *p);
    fit_begin(&fit, &settings.setup);
    fit_find_beginnings(&fit, &measured.fine_data);
    for (size_t j = 0; j < RUNS; j++) {
        const double z = fit.start[j][0], F = runs[j].force[0];
        cr_expect_float_eq(z, F / p[0], 0.1 * fabs(F / p[0]), "%zu: %g, not %g", j, z, F / p[0]);
    }
    measured_free(&measured);
    log_free(&log);
}
