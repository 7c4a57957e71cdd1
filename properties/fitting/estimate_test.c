/* Deviations where residuals are correlated from sample to sample. */
#include "properties/fitting/found_test.h"
#include "tools/testing/test_random.h"

static const double RHO = 0.9, NOISE = 0.05;

/* A viscous force along a wave, with a noise that lasts for ten samples. */
static void make(uint64_t seed, double duration, struct log *log, struct measured *measured)
{
    double p[MODEL_MAX_PARAMS], pair[2] = { 0, 0 }, noise = 0;
    char velocity[64];
    const struct model *model =
        law("viscous", (const char *const[]){ "sigma2", NULL }, (double[]){ 2 }, p);
    struct rng rng = rng_keyed(seed, "correlated", 0);
    snprintf(velocity, sizeof velocity, "sine 0 0.5 62.83185307179586 0 %g", duration);
    *log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ .model = model, .p = p, .velocity = velocity, .rate = 1000 }, log);
    cr_assert(log->runs[0].force);
    for (size_t i = 0; i < log->runs[0].n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        noise = RHO * noise + sqrt(1 - RHO * RHO) * NOISE * pair[i % 2];
        log->runs[0].force[i] += noise;
    }
    measured_from(log, 0, 0, measured);
}

static void fit_viscous(const struct measured *measured, struct fit *fit)
{
    struct law_fit_settings settings;
    law_fit_defaults(model_find_f64("viscous"), measured, &settings);
    settings.setup.nuisances.is_free[DELAY] = false;
    fit_begin(fit, &settings.setup);
    fit_improve(fit, &measured->fine_data, 20, FIT_DONE);
}

/* What is found scatters as much as deviations say: over 200 logs the mean square of errors in
 * deviations is 1, within 3.3 standard deviations of chi squared (sqrt(2/200)), 0.33. Of
 * independent residuals of the same size it would be 5 and more. */
Test(estimate, scatters_as_it_says)
{
    enum { LOGS = 200 };
    double squares = 0;
    for (uint64_t seed = 0; seed < LOGS; seed++) {
        struct log measurements;
        struct measured measured;
        struct fit fit;
        struct estimate e;
        make(seed, 2, &measurements, &measured);
        fit_viscous(&measured, &fit);
        estimate_from(&fit, &measured.fine_data, &e);
        const double z = log(fit.p[0] / 2) / e.deviation[0];
        squares += z * z / LOGS;
        measured_free(&measured);
        log_free(&measurements);
    }
    cr_expect(squares > 0.67 && squares < 1.45, "%g", squares);
}

/* The deviation is that of a bootstrap: blocks of scores are drawn again and again, and each sum
 * moves the value by itself over the sum of squared slopes. 2,000 draws know it to 1/sqrt(4000);
 * blocks that do not overlap, of which there are 60, differ by some 1/sqrt(120). */
Test(estimate, is_what_drawing_blocks_again_gives)
{
    enum { DRAWS = 2000 };
    struct log measurements;
    struct measured measured;
    struct fit fit;
    struct estimate e;
    make(test_seed(), 20, &measurements, &measured);
    fit_viscous(&measured, &fit);
    estimate_from(&fit, &measured.fine_data, &e);
    const size_t n = measured.fine_data.n, block = (size_t)e.block, blocks = n / block;
    double *slopes = memory_array(n * fit.n, sizeof *slopes), *r = memory_array(n, sizeof *r);
    double *score = memory_array(blocks, sizeof *score), information = 0, squares = 0;
    fit_slopes(&fit, &measured.fine_data, true, slopes);
    fit_residuals(&fit, &measured.fine_data, r);
    for (size_t i = 0; i < n; i++)
        information += slopes[i] * slopes[i];
    for (size_t i = 0; i < blocks * block; i++)
        score[i / block] += slopes[i] * r[i];
    struct rng rng = rng_keyed(test_seed(), "bootstrap", 0);
    for (int draw = 0; draw < DRAWS; draw++) {
        double sum = 0;
        for (size_t b = 0; b < blocks; b++)
            sum += score[(size_t)(rng_uniform(&rng) * (double)blocks)];
        squares += sum * sum / DRAWS;
    }
    const double deviation = sqrt(squares) / information;
    cr_assert(blocks > 30, "%zu", blocks);
    cr_expect_float_eq(e.deviation[0] / deviation, 1, 0.4, "%g, not %g", e.deviation[0], deviation);
    free(slopes);
    free(r);
    free(score);
    measured_free(&measured);
    log_free(&measurements);
}

/* A parameter at either end of its range is at an edge, the first one and the last one, and no
 * other. */
Test(estimate, sees_edges)
{
    const struct model *model = model_find_f64("coulomb_viscous");
    struct log measurements;
    struct measured measured;
    struct law_fit_settings settings;
    make(1, 1, &measurements, &measured);
    law_fit_defaults(model, &measured, &settings);
    for (unsigned i = 0; i < model->n_params; i++)
        for (int end = 0; end <= 1; end++) {
            struct fit fit;
            struct estimate e;
            model_defaults_f64(model, settings.setup.p);
            settings.setup.p[i] = end ? model->params[i].hi : model->params[i].lo;
            fit_begin(&fit, &settings.setup);
            fit_measure(&fit, &measured.fine_data);
            estimate_from(&fit, &measured.fine_data, &e);
            for (unsigned k = 0; k < model->n_params; k++)
                cr_expect_eq(e.knowledge[fit_variable_of(&fit, k)] == AT_EDGE, k == i,
                             "%s at %g: %s", model->params[i].name, settings.setup.p[i],
                             model->params[k].name);
        }
    measured_free(&measured);
    log_free(&measurements);
}

/* Forces 2 v of a law that is linear, whose noise is `small` of the usual one where they tell the
 * most, fitted behind a filter. */
static void fit_uneven(double small, struct log *measurements, struct measured *measured,
                       struct law_fit *f)
{
    struct law_fit_settings settings;
    make(1, 4, measurements, measured);
    measured_free(measured);
    struct log_run *run = &measurements->runs[0];
    struct rng rng = rng_keyed(2, "noise", 0);
    for (size_t i = 0; i < run->n; i += 2) {
        double pair[2];
        rng_normal_pair(&rng, pair);
        for (size_t k = i; k < i + 2 && k < run->n; k++) {
            const double v = 0.5 * sin(62.83185307179586 * run->t[k]);
            run->force[k] = 2 * v + NOISE * pair[k - i] * (fabs(v) < 0.35 ? 1 : small);
        }
    }
    measured_from(measurements, 0, 0, measured);
    law_fit_defaults(model_find_f64("viscous"), measured, &settings);
    settings.setup.nuisances.is_free[DELAY] = false;
    law_fit_coarse(&settings, measured, f);
    law_fit_finish(measured, f);
    cr_assert(f->is_finished);
}

/* Where the noise is small wherever forces tell the most, scores tell a smaller deviation than
 * innovations of mean square one would; and no less than half of theirs one by one, to the part
 * that innovations beyond three have: 0.9707 of the squares are left without it. Fifty windows tell
 * a deviation to a tenth. */
Test(estimate, is_that_of_scores_behind_a_filter)
{
    struct log measurements;
    struct measured measured;
    struct law_fit f;
    fit_uneven(0.3, &measurements, &measured, &f);
    const struct fit_data *data = &f.filtered.data;
    const struct estimate *e = &f.estimate;
    double *slopes = memory_array(data->n * e->fit.n, sizeof *slopes), sum = 0, scores = 0;
    double *r = memory_array(data->n, sizeof *r);
    fit_slopes(&e->fit, data, true, slopes);
    cr_assert(fit_residuals(&e->fit, data, r));
    for (size_t i = 0; i < data->n; i++) {
        sum += slopes[i] * slopes[i];
        scores += pow(slopes[i] * fmax(-3, fmin(3, r[i])), 2);
    }
    const double alone = sqrt(scores) / sum;
    cr_expect_lt(alone, 0.75 / sqrt(sum));
    cr_expect_lt(e->deviation[0], 0.8 / sqrt(sum), "%g", e->deviation[0] * sqrt(sum));
    cr_expect_gt(e->deviation[0], sqrt(0.97 / 2) * alone);
    cr_expect_lt(e->deviation[0], 1.5 * alone, "%g, %g", e->deviation[0], alone);
    cr_expect_float_eq(e->deviation[0] * sqrt(sum / e->inflation[0]), 1, 0.02);
    free(r);
    free(slopes);
    law_fit_free(&f);
    measured_free(&measured);
    log_free(&measurements);
}

/* Forces that are no linear function of what the motion is off may all be off by their common
 * error: that noise is small beside it makes their deviations no smaller. */
Test(estimate, is_no_less_where_forces_are_not_linear)
{
    struct log measurements;
    struct measured measured;
    struct law_fit f;
    fit_uneven(1, &measurements, &measured, &f);
    struct whitening *w = &f.filtered.filter[0];
    struct estimate e;
    for (size_t i = 0; i < w->n; i++)
        w->variance[i] = 100 * f.noise * f.noise;
    whitening_begin(w, &measured.run[0].motion, measured.run[0].weight, f.noise, 0);
    estimate_from(&f.estimate.fit, &f.filtered.data, &e);
    cr_expect(e.inflation[0] >= 1 && e.inflation[0] < 1.1, "%g", e.inflation[0]);
    /* As many forces in a row have one error: ten times the noise of each. */
    const double rows = (double)w->n, wider = sqrt(rows * 100 + 1);
    cr_expect_float_eq(e.deviation[0] / f.estimate.deviation[0] / wider, 1, 0.1, "%g of %g",
                       e.deviation[0] / f.estimate.deviation[0], wider);
    law_fit_free(&f);
    measured_free(&measured);
    log_free(&measurements);
}
