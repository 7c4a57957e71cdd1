/* What a rig adds, and a fit has not, is named, with the share of squares that fitting it takes
 * away. */
#include "properties/fitting/rig_left.h"

#include "properties/fitting/found_test.h"

static const double NOISE = 0.05;

/* A log of LuGre's law to which a rig adds that much of a nuisance, cogging of that period; all
 * forces are that many times as large. */
static void make_log(const char *velocity, enum nuisance nuisance, double value, double period,
                     double scale, struct log *log)
{
    static const char *const forces[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", NULL };
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("lugre", (const char *const[]){ NULL }, NULL, p);
    for (int i = 0; forces[i]; i++)
        p[quantity_index(model->params, model->n_params, forces[i])] *= scale;
    struct nuisances rig = { .period = period };
    rig.value[nuisance] = value;
    *log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ model, p, velocity, 500, 1e-7, scale * NOISE, 0, 0, 11, 0 }, log);
    const struct log_run *run = log->runs;
    for (size_t i = 0; i < run->n; i++) {
        const size_t a = i > 0 ? i - 1 : 0, b = i + 1 < run->n ? i + 1 : i;
        const double h = run->t[1] - run->t[0], v = (run->x[b] - run->x[a]) / ((double)(b - a) * h);
        const double bend = a + 2 == b ? (run->x[a] - 2 * run->x[i] + run->x[b]) / (h * h) : 0;
        const struct nuisance_place place = { run->t[i] - run->t[run->n / 2], run->x[i], v, bend };
        run->force[i] = nuisance_add(&rig, &place, run->force[i]);
    }
}

static double squares(const struct fit_data *data, const struct fit *fit)
{
    double sum = 0, *r = memory_array(data->n, sizeof *r);
    cr_assert(fit_residuals(fit, data, r));
    for (size_t i = 0; i < data->n; i++)
        sum += fmin(r[i] * r[i], 9);
    free(r);
    return sum;
}

/* Of each nuisance, and of none; what it is said to take away at least, a fit with it by the same
 * filters does. */
Test(rig_left, names_what_is_not_fitted)
{
    static const struct {
        double value, scale;
        enum nuisance nuisance;
        bool has_cogging; /* a period is fitted that is none of the log */
    } added[] = { { 0.1, 1, DRIFT, false },        { 0.2, 1, ASYMMETRY, false },
                  { 0.04, 1, ASYMMETRY, false },   { 0.5, 1, MASS, false },
                  { 0.2, 1, COGGING_SINE, false }, { 2e-4, 1e-3, COGGING_SINE, false },
                  { 0.1, 1, DRIFT, true },         { 0, 1, DRIFT, false } };
    for (size_t k = 0; k < sizeof added / sizeof *added; k++) {
        struct law_fit_settings settings;
        struct measured measured;
        struct law_fit fit;
        struct log log;
        make_log(RIG_RICH, added[k].nuisance, added[k].value, 3e-3, added[k].scale, &log);
        measured_from(&log, 0, 0, &measured);
        law_fit_defaults(model_find_f64("lugre"), &measured, &settings);
        settings.draws = 64;
        if (added[k].has_cogging) {
            settings.setup.nuisances.period = 2e-3;
            settings.setup.nuisances.is_free[COGGING_SINE] = true;
            settings.setup.nuisances.is_free[COGGING_COSINE] = true;
        }
        law_fit_coarse(&settings, &measured, &fit);
        law_fit_finish(&measured, &fit);
        cr_assert(fit.is_finished);
        cr_expect_eq(fit.rig_left.share, 0);
        law_fit_look_at_rig(&measured, &fit);
        const struct rig_left *left = &fit.rig_left;
        cr_expect_eq(left->share > 0, added[k].value > 0, "%zu: %g", k, left->share);
        if (added[k].value > 0) {
            const struct fit_data *data = &fit.filtered.data;
            struct fit with = fit.estimate.fit;
            const double before = squares(data, &with);
            cr_expect_eq(left->nuisance, added[k].nuisance, "%zu: %s", k,
                         nuisance_words[left->nuisance]);
            if (left->nuisance == COGGING_SINE)
                cr_expect_float_eq(left->period, 3e-3, 3e-5, "%g", left->period);
            if (left->nuisance == COGGING_SINE)
                with.nuisances.period = left->period;
            for (int i = 0; i < (left->nuisance == COGGING_SINE ? 2 : 1); i++)
                fit_add_nuisance(&with, left->nuisance + (unsigned)i);
            fit_improve(&with, data, 20, FIT_CLOSE);
            const double taken = 1 - squares(data, &with) / before;
            cr_expect(taken > 0.98 * left->share, "%zu: %g, not %g", k, taken, left->share);
        }
        law_fit_free(&fit);
        measured_free(&measured);
        log_free(&log);
    }
}

/* The period is that of the wave also where the motion stays for long where the law itself is off,
 * since it has been fitted to the wave: over the travel they differ by a tenth of a period. */
Test(rig_left, finds_the_period_beside_slow_motion)
{
    static const char SLOW[] = "sine 0 5e-5 6.283185307179586 0 2;"
                               "sine 0 0.002 6.283185307179586 0 2;"
                               "sine 0 0.1 6.283185307179586 0 2";
    static const double periods[] = { 1.1e-3, 3e-3, 7.3e-3 }, TRAVEL = 0.2 / 6.283185307179586;
    for (size_t k = 0; k < sizeof periods / sizeof *periods; k++) {
        struct law_fit_settings settings;
        struct measured measured;
        struct law_fit fit;
        struct log log;
        make_log(SLOW, COGGING_SINE, 0.08, periods[k], 1, &log);
        measured_from(&log, 0, 0, &measured);
        law_fit_defaults(model_find_f64("lugre"), &measured, &settings);
        settings.draws = 64;
        law_fit_coarse(&settings, &measured, &fit);
        law_fit_finish(&measured, &fit);
        cr_assert(fit.is_finished);
        law_fit_look_at_rig(&measured, &fit);
        cr_expect_eq(fit.rig_left.nuisance, COGGING_SINE, "%g", periods[k]);
        const double off = TRAVEL / fit.rig_left.period - TRAVEL / periods[k];
        cr_expect(fabs(off) < 0.1, "%g: found %g", periods[k], fit.rig_left.period);
        law_fit_free(&fit);
        measured_free(&measured);
        log_free(&log);
    }
}

/* A force that is applied to a mass and held until the next sample is early by half of one: that is
 * named, and nothing where it is in time. Along one wave that would be what viscous friction adds.
 */
Test(rig_left, names_a_force_that_is_early)
{
    static const char WAVES[] = "sine 0 5e-5 12.566370614359172 0 1;"
                                "sine 0 0.1 12.566370614359172 0 1;"
                                "sine 0 0.1 31.41592653589793 0 1";
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("lugre", (const char *const[]){ NULL }, NULL, p);
    for (int is_held = 0; is_held <= 1; is_held++) {
        struct rig rig = { model, p, WAVES, 500, 1e-7, 0.01, 0, -0.001 * is_held, 12, 2 };
        struct found f;
        find(&rig, 0, &f);
        law_fit_look_at_rig(&f.measured, &f.fit);
        const struct rig_left *left = &f.fit.rig_left;
        cr_expect_eq(left->share > 0, is_held, "%g", left->share);
        if (is_held) {
            const struct fit_data *data = &f.fit.filtered.data;
            struct fit with = f.fit.estimate.fit;
            const double before = squares(data, &with);
            cr_expect_eq(left->nuisance, DELAY, "%s", nuisance_words[left->nuisance]);
            fit_add_nuisance(&with, DELAY);
            fit_improve(&with, data, 20, FIT_CLOSE);
            const double taken = 1 - squares(data, &with) / before;
            cr_expect(taken > 0.98 * left->share, "%g, not %g", taken, left->share);
            cr_expect_float_eq(with.nuisances.value[DELAY], rig.delay, 2e-4, "%g",
                               with.nuisances.value[DELAY]);
        }
        forget(&f);
    }
}
