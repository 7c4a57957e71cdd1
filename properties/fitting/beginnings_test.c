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

/* Part of a log of LuGre's law, twice or once, and a fit that begins at its parameters. */
struct part {
    struct log log;
    struct log_run run[2];
    struct measured measured;
    struct fit fit;
};

static void take_part(double encoder, double noise, size_t from, size_t n_runs, struct part *part)
{
    enum { LONG = 300 };
    double p[MODEL_MAX_PARAMS];
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    struct law_fit_settings settings;
    part->log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 1000, encoder, noise, 0, 0, 4, 0 }, &part->log);
    const struct log_run *whole = part->log.runs;
    for (size_t j = 0; j < n_runs; j++)
        part->run[j] = (struct log_run){ .file = "made",
                                         .n = LONG,
                                         .t = whole->t + from,
                                         .x = whole->x + from,
                                         .force = whole->force + from };
    const struct log log = { .runs = part->run, .n_runs = n_runs };
    measured_from(&log, 0, 0, &part->measured);
    law_fit_defaults(model, &part->measured, &settings);
    memcpy(settings.setup.p, p, model->n_params * sizeof *p);
    settings.setup.has_runs = true;
    fit_begin(&part->fit, &settings.setup);
}

static void forget_part(struct part *part)
{
    measured_free(&part->measured);
    log_free(&part->log);
}

/* How sure a beginning is, by its definition: what is left along where the run's two residuals
 * differ, squared, over the squares of sums of fiftieths of the run of what the found one leaves.
 */
static double sureness(const struct part *part, const struct fit *found)
{
    const struct fit_data one = { part->measured.fine, 1, fit_counts(part->measured.fine) };
    struct fit own = *found;
    double *a = memory_array(one.n, sizeof *a), *b = memory_array(one.n, sizeof *b);
    double along = 0, variance = 0;
    own.start[0][0] = 0;
    cr_assert(fit_residuals(found, &one, a) && fit_residuals(&own, &one, b));
    for (size_t i = 0; i < one.n; i++)
        along += (b[i] - a[i]) * b[i];
    for (size_t window = 0; window < 50; window++) {
        double sum = 0;
        for (size_t i = 0; i < one.n; i++)
            if (i * 50 / one.n == window)
                sum += (b[i] - a[i]) * a[i];
        variance += sum * sum;
    }
    free(a);
    free(b);
    return along * along / variance;
}

/* A run begins stretched where that is as sure as by 99.9 % of chi-square numbers of one degree of
 * freedom, 10.83. Noises are among those with half to twice as much. */
Test(beginnings, are_where_that_is_sure)
{
    unsigned near[2] = { 0, 0 };
    for (int step = 0; step < 16; step++) {
        struct part part;
        take_part(0, 0.3 * pow(1.25, step), 1300, 2, &part);
        struct fit found = part.fit;
        found.usual = INFINITY;
        fit_find_beginnings(&found, &part.measured.fine_data);
        const double sure = sureness(&part, &found);
        fit_begin_again(&part.fit, &part.measured.fine_data, INFINITY);
        cr_expect_neq(found.start[0][0], 0);
        cr_expect_eq(part.fit.start[0][0], sure > 10.83 ? found.start[0][0] : 0, "%d: %g, %g", step,
                     sure, part.fit.start[0][0]);
        cr_expect_eq(part.fit.start[0][0], part.fit.start[1][0], "the same run twice");
        near[sure > 10.83] += sure > 10.83 / 3 && sure < 10.83 * 3;
        forget_part(&part);
    }
    cr_expect(near[0] >= 1 && near[1] >= 1, "%u, %u", near[0], near[1]);
}

/* A single run begins unstretched where rounding of its first position may be all that it is, three
 * deviations of that; of several runs each is known beside the others. */
Test(beginnings, of_single_runs_are_not_within_rounding)
{
    unsigned n[2] = { 0, 0 };
    for (size_t from = 1000; from < 1130; from += 10)
        for (size_t n_runs = 1; n_runs <= 2; n_runs++) {
            struct part part;
            take_part(4e-6, 1e-4, from, n_runs, &part);
            struct fit found = part.fit;
            found.usual = INFINITY;
            fit_find_beginnings(&found, &part.measured.fine_data);
            const double z = found.start[0][0];
            const bool is_near =
                n_runs == 1 && fabs(z) <= 3 * motion_noise(&part.measured.run[0].motion);
            const bool is_sure = sureness(&part, &found) > 10.83;
            fit_begin_again(&part.fit, &part.measured.fine_data, INFINITY);
            cr_expect_eq(part.fit.start[0][0], is_sure && !is_near ? z : 0, "%zu: %g", from, z);
            n[is_near] += is_sure;
            forget_part(&part);
        }
    cr_expect(n[0] >= 2 && n[1] >= 1, "%u, %u", n[0], n[1]);
}
