/* Deviations where a sensor has steps, and logs of velocities. */
#include "properties/fitting/filtered.h"
#include "properties/fitting/found_test.h"

enum { ROOM = 40 };

static const double NOISE = 0.002;

/* A viscous law along a slow wave, whose position has steps of that size beside noise of that one,
 * with a filter around it. */
struct filtered_fit {
    struct log log;
    struct measured measured;
    struct fit fit;
    struct filtered filtered;
};

static void make(double step, double position_noise, struct filtered_fit *f)
{
    double p[MODEL_MAX_PARAMS], pair[2] = { 0, 0 };
    struct law_fit_settings settings;
    struct rng rng = rng_keyed(3, "position", 0);
    const struct model *model =
        law("viscous", (const char *const[]){ "sigma2", NULL }, (double[]){ 2 }, p);
    f->log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ .model = model,
                               .p = p,
                               .velocity = "sine 0 0.002 6.283185307179586 0 6",
                               .rate = 1000,
                               .encoder = step,
                               .noise = NOISE },
                &f->log);
    for (size_t i = 0; i < f->log.runs->n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        f->log.runs->x[i] += position_noise * pair[i % 2];
    }
    measured_from(&f->log, 0, 0, &f->measured);
    law_fit_defaults(model, &f->measured, &settings);
    settings.setup.nuisances.is_free[DELAY] = settings.setup.nuisances.is_free[OFFSET] = false;
    fit_begin(&f->fit, &settings.setup);
    f->fit.p[0] = 2;
    filter_around(&f->measured, &f->fit, NOISE, 0, &f->filtered);
    f->fit.usual = 1;
    fit_measure(&f->fit, &f->filtered.data);
}

static void release(struct filtered_fit *f)
{
    filter_end(&f->filtered);
    measured_free(&f->measured);
    log_free(&f->log);
}

/* The variance of a score over measurements drawn again, of one variable, over its information:
 * with the quantile of Student's t for 48 draws. */
static double drawn_inflation(const struct filtered_fit *f)
{
    const struct fit_data *data = &f->filtered.data;
    double *slope = memory_array(data->n, sizeof *slope), *r = memory_array(data->n, sizeof *r);
    double information = 0, score[ESTIMATE_DRAWS] = { 0 }, mean = 0, variance = 0;
    struct rng rng = rng_keyed(0, "again", data->n);
    fit_residuals(&f->fit, data, r);
    fit_slopes(&f->fit, data, true, slope);
    for (size_t i = 0; i < data->n; i++) {
        slope[i] = fabs(r[i]) > 3 ? 0 : slope[i];
        information += slope[i] * slope[i];
    }
    for (int draw = 0; draw < ESTIMATE_DRAWS; draw++) {
        whitening_measure_again(f->filtered.filter, &f->measured.run->motion, &rng, r);
        for (size_t i = 0; i < data->n; i++)
            score[draw] += slope[i] * fmax(-3, fmin(3, r[i]));
        mean += score[draw] / ESTIMATE_DRAWS;
    }
    for (int draw = 0; draw < ESTIMATE_DRAWS; draw++)
        variance += (score[draw] - mean) * (score[draw] - mean) / (ESTIMATE_DRAWS - 1);
    free(slope);
    free(r);
    return variance / information * pow(2.0117 / 1.959964, 2);
}

/* Of a sensor with steps the last estimate is no surer than over measurements drawn again; one with
 * noise, and one that is not the last, asks for none. */
Test(estimate_again, counts_measurements_drawn_again)
{
    for (int has_step = 0; has_step < 2; has_step++) {
        struct filtered_fit f;
        struct estimate first, last;
        make(has_step ? 2e-6 : 0, has_step ? 0 : 5e-7, &f);
        cr_assert_eq(motion_is_stepped(&f.measured.run->motion), has_step);
        estimate_from(&f.fit, &f.filtered.data, false, &first);
        estimate_from(&f.fit, &f.filtered.data, true, &last);
        const double drawn = has_step ? drawn_inflation(&f) : 0;
        const double expected = fmax(first.inflation[0], drawn);
        cr_expect_float_eq(last.inflation[0] / expected, 1, 1e-4, "%g, not %g", last.inflation[0],
                           expected);
        cr_expect_eq(last.inflation[0] > first.inflation[0], has_step, "%g, %g", last.inflation[0],
                     first.inflation[0]);
        release(&f);
    }
}

/* What is measured again looks like what was measured: innovations have mean square one, forces by
 * the noise, positions by theirs, and are others with each draw. */
Test(estimate_again, innovations_are_as_expected)
{
    struct filtered_fit f;
    double sum[2] = { 0 }, differ = 0;
    make(0, 5e-7, &f);
    const size_t n = f.measured.run->n;
    double *r = memory_array(2 * n, sizeof *r), *other = memory_array(2 * n, sizeof *other);
    struct rng rng = rng_keyed(1, "draws", 0);
    whitening_measure_again(f.filtered.filter, &f.measured.run->motion, &rng, other);
    for (int draw = 0; draw < ROOM; draw++) {
        size_t counts = 0;
        whitening_measure_again(f.filtered.filter, &f.measured.run->motion, &rng, r);
        for (size_t i = 0; i < n; i++)
            counts += f.filtered.filter->counts[i];
        for (size_t i = 0; i < n; i++) {
            cr_assert(f.filtered.filter->counts[i] || r[2 * i] == 0);
            sum[0] += r[2 * i] * r[2 * i] / (double)counts / ROOM;
            sum[1] += r[2 * i + 1] * r[2 * i + 1] / (double)n / ROOM;
            differ += draw == 0 && r[2 * i] != other[2 * i];
        }
    }
    /* 40 draws of 6,000 know a mean square to 0.3 %; the smooth motion has some less freedom. */
    cr_expect_float_eq(sum[0], 1, 0.1, "%g", sum[0]);
    cr_expect_float_eq(sum[1], 1, 0.2, "%g", sum[1]);
    cr_expect_gt(differ, 0.9 * (double)n);
    free(r);
    free(other);
    release(&f);
}

/* From a velocity with a tenth of its slow part as noise, LuGre's values are within five of their
 * deviations, which are small, and the delay is told: no force jumps. */
Test(estimate_again, finds_a_law_by_velocities)
{
    enum { SECONDS = 8 };
    const double omega = 6.283185307179586;
    double p[MODEL_MAX_PARAMS], pair[2] = { 0, 0 };
    struct log made = { .n_runs = 0 };
    struct measured measured;
    struct law_fit_settings settings;
    struct law_fit fit;
    struct rng rng = rng_keyed(4, "velocity", 0);
    const struct model *model = law("lugre", (const char *const[]){ NULL }, NULL, p);
    rig_measure(&(struct rig){ .model = model,
                               .p = p,
                               .velocity = "sine 0 2e-4 6.283185307179586 0 4;"
                                           "sine 0 0.02 6.283185307179586 0 4",
                               .rate = 1000,
                               .noise = 0.01 },
                &made);
    struct log_run *run = made.runs;
    run->v = run->x;
    run->x = NULL;
    for (size_t i = 0; i < run->n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        run->v[i] = (run->t[i] < 4 ? 2e-4 : 0.02) * sin(omega * run->t[i]) + 2e-5 * pair[i % 2];
    }
    measured_from(&made, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.draws = 1;
    memcpy(settings.setup.p, p, sizeof p);
    for (unsigned i = 0; i < model->n_params; i++)
        settings.setup.is_free[i] = strcmp(model->params[i].name, "m") != 0;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    for (unsigned k = 0; k < fit.estimate.fit.n; k++) {
        const struct fit *found = &fit.estimate.fit;
        const unsigned i = found->of[k];
        if (!fit_is_parameter(found, k))
            continue;
        const double deviation = fit.estimate.deviation[k];
        const double off = found->kind[k] == FIT_LOG ? log(found->p[i] / p[i])
                                                     : (found->p[i] - p[i]) / found->size[k];
        cr_expect_lt(fabs(off), 5 * deviation, "%s: %g", model->params[i].name, found->p[i]);
        cr_expect_lt(deviation, 0.3, "%s: %g", model->params[i].name, deviation);
    }
    cr_expect_lt(fit_nuisance_variable(&fit.estimate.fit, DELAY), fit.estimate.fit.n);
    cr_expect_lt(fabs(fit.lag_one), 0.1, "%g", fit.lag_one);
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&made);
}
