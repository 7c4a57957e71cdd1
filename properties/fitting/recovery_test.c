/* Fits find the parameters that forces were made with, whatever they begin with. */
#include "properties/fitting/found_test.h"

/* Forces without noise along an exact motion: what is left is the path's, whose holds are as long
 * as samples are apart. */
Test(recovery, without_noise)
{
    static const struct {
        const char *model, *names[6];
        double values[5];
    } cases[] = {
        { "viscous", { "sigma2" }, { 3.7 } },
        { "coulomb", { "Fc" }, { 250 } },
        { "stribeck", { "Fc", "Fs", "vs" }, { 0.3, 0.9, 0.02 } },
        { "dahl", { "sigma0", "Fc" }, { 4e4, 2 } },
        { "lugre", { "sigma0", "sigma2", "Fc", "Fs", "m" }, { 3e4, 2, 0.7, 0.9, 1.2 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double p[MODEL_MAX_PARAMS];
        struct found f;
        const struct model *model = law(cases[i].model, cases[i].names, cases[i].values, p);
        find(&(struct rig){ model, p, RIG_SHORT, 1000, 0, 0, 0, 0, 0, 0 }, 0.25, &f);
        for (unsigned k = 0; k < model->n_params; k++)
            cr_expect_float_eq(f.fit.estimate.fit.p[k] / p[k], 1, 2e-3, "%s: %s = %g, not %g",
                               model->name, model->params[k].name, f.fit.estimate.fit.p[k], p[k]);
        forget(&f);
    }
}

/* Slow data, on which a bristle never slides, tell its stiffness and neither Stribeck's speed nor
 * viscous friction. */
Test(recovery, says_what_data_do_not_tell)
{
    double p[MODEL_MAX_PARAMS];
    struct found f;
    static const char *const names[] = { "sigma1", NULL };
    static const double values[] = { 1 };
    const struct model *model = law("lugre", names, values, p);
    find(&(struct rig){ model, p, "sine 0 1e-5 6.283185307179586 0 4", 1000, 1e-8, 0.001, 0, 0, 2,
                        0 },
         0.25, &f);
    const unsigned sigma0 = quantity_index(model->params, model->n_params, "sigma0");
    const unsigned vs = quantity_index(model->params, model->n_params, "vs");
    const unsigned sigma1 = quantity_index(model->params, model->n_params, "sigma1");
    cr_expect_eq(law_fit_knowledge(&f.fit, sigma0), KNOWN);
    cr_expect_neq(law_fit_knowledge(&f.fit, vs), KNOWN);
    cr_expect_neq(law_fit_knowledge(&f.fit, sigma1), KNOWN);
    cr_expect_float_eq(value_of(&f, "sigma0") / 1e5, 1, 0.05);
    forget(&f);
}

/* Where a force jumps a delay has no slopes: it is found all the same, next to where it is. */
Test(recovery, finds_a_delay_by_jumps)
{
    static const char *const names[] = { "Fc", "sigma2", NULL };
    static const double values[] = { 2, 0.3 };
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("coulomb_viscous", names, values, p);
    for (int i = -1; i <= 1; i++) {
        struct found f;
        find(&(struct rig){ model, p, RIG_SHORT, 1000, 1e-6, 0.02, 0, 0.004 * i, 1, 0 }, 0.25, &f);
        const double delay = f.fit.estimate.fit.nuisances.value[DELAY];
        cr_expect_float_eq(delay, 0.004 * i, 0.0015, "%g, not %g", delay, 0.004 * i);
        cr_expect_float_eq(value_of(&f, "Fc"), 2, 0.01, "%g", value_of(&f, "Fc"));
        forget(&f);
    }
}

static double rms(size_t n, const double a[])
{
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += a[i] * a[i];
    return sqrt(squares / (double)n);
}

/* Runs that begin in the middle of a motion begin with a stretched bristle, each with another one.
 * A motion is cut into eight runs: values are within five deviations, and these, with an eighth of
 * each run to find where it began, at most twice those of the whole. In each run the same noise is
 * left, but for the little by which parameters differ; the whole begins at rest, which the first
 * piece does not, where its bristle seems to be stretched by what rounds the first position. */
Test(recovery, where_each_run_begins_stretched)
{
    enum { PIECES = 8 };
    double p[MODEL_MAX_PARAMS];
    struct found whole, cut;
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    find(&(struct rig){ model, p, RIG_SHORT, 1000, 1e-7, 0.005, 0, 0, 4, 0 }, 0, &whole);
    const struct log_run *run = &whole.log.runs[0];
    struct log_run pieces[PIECES];
    struct law_fit_settings settings;
    const size_t n = run->n / PIECES;
    for (size_t i = 0; i < PIECES; i++)
        pieces[i] = (struct log_run){ .file = "made",
                                      .n = n,
                                      .t = run->t + i * n,
                                      .x = run->x + i * n,
                                      .force = run->force + i * n };
    const struct log measurements = { .runs = pieces, .n_runs = PIECES };
    measured_from(&measurements, 0, 0, &cut.measured);
    law_fit_defaults(model, &cut.measured, &settings);
    settings.draws = 64;
    law_fit_coarse(&settings, &cut.measured, &cut.fit);
    law_fit_finish(&cut.measured, &cut.fit);
    cr_assert(cut.fit.is_finished);
    for (unsigned k = 0; k < model->n_params; k++) {
        double lo[2], hi[2];
        law_fit_interval(&cut.fit, k, &lo[0], &hi[0]);
        law_fit_interval(&whole.fit, k, &lo[1], &hi[1]);
        const double z = (cut.fit.estimate.fit.p[k] - p[k]) / (hi[0] - lo[0]) * 2 * ESTIMATE_95;
        cr_expect(fabs(z) < 5, "%s: %g deviations", model->params[k].name, z);
        cr_expect_lt(hi[0] - lo[0], 2 * (hi[1] - lo[1]), "%s: %g, %g", model->params[k].name,
                     hi[0] - lo[0], hi[1] - lo[1]);
    }
    for (size_t i = 0; i < PIECES; i++) {
        const double left = rms(n, cut.fit.error + i * n),
                     in_whole = rms(n, whole.fit.error + i * n);
        const double rounding = i == 0 ? value_of(&cut, "sigma0") * 1e-7 / sqrt(12) : 0;
        cr_expect(left < 1.1 * in_whole && hypot(left, rounding) > in_whole / 1.1,
                  "piece %zu: %g, not %g", i, left, in_whole);
    }
    law_fit_free(&cut.fit);
    measured_free(&cut.measured);
    /* and in one of them alone */
    const struct log alone = { .runs = &pieces[3], .n_runs = 1 };
    measured_from(&alone, 0, 0, &cut.measured);
    law_fit_defaults(model, &cut.measured, &settings);
    law_fit_coarse(&settings, &cut.measured, &cut.fit);
    law_fit_finish(&cut.measured, &cut.fit);
    cr_expect_lt(rms(n, cut.fit.error), 1.1 * rms(n, whole.fit.error + 3 * n), "alone: %g",
                 rms(n, cut.fit.error));
    law_fit_free(&cut.fit);
    measured_free(&cut.measured);
    forget(&whole);
}

/* Sums over what is left are those of the errors that are kept, where these count. */
Test(recovery, sums_up_what_is_left)
{
    double p[MODEL_MAX_PARAMS], squares = 0, both = 0, speeds = 0;
    struct found f;
    size_t n = 0;
    const struct model *model = law("stribeck", (const char *const[]){ NULL }, NULL, p);
    find(&(struct rig){ model, p, "sine 0 0.01 12.566370614359172 0 2", 500, 1e-6, 0.02, 0, 0, 4,
                        0 },
         0.25, &f);
    const struct measured_run *run = f.measured.run;
    for (size_t i = 0; i < run->n; i++) {
        const double e = f.fit.error[i], v = run->motion.v[i];
        if (run->weight[i] == 0)
            continue;
        squares += e * e;
        both += e * v;
        speeds += v * v;
        n++;
    }
    cr_expect_float_eq(f.fit.rms, sqrt(squares / (double)n), 1e-12);
    cr_expect_float_eq(f.fit.correlation, both / sqrt(squares * speeds), 1e-12);
    cr_expect_neq(f.fit.correlation, 0);
    forget(&f);
}

/* Along an exact motion innovations are errors over the noise, where these count, and 0 elsewhere.
 * None of these errors goes beyond three deviations, so that the noise is their root mean square,
 * as of normal numbers that are cut off there (0.9950), and their correlation from sample to sample
 * is theirs alone. An exact position is taken to be known to 1e-15 m, which over 1 ms is a
 * velocity, and a force, of 1e-12: far below a millionth of the noise. */
Test(recovery, correlation_is_from_sample_to_sample)
{
    enum { N = 240 };
    double t[N], v[N], force[N], squares = 0, both = 0, one = 0, n = 0;
    const struct model *model = model_find_f64("viscous");
    for (int i = 0; i < N; i++) {
        t[i] = 1e-3 * i;
        v[i] = 0.2 + sin(40 * t[i]);
        force[i] = 2 * v[i] + 0.125 * (i / 5 % 2 ? 1 : -1) * (i < N - 40 ? 1 : 2);
    }
    struct log_run run = { .file = "made", .n = N, .t = t, .v = v, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured measured;
    struct law_fit_settings settings;
    struct law_fit fit;
    measured_from(&log, 0, 0.25, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.setup.nuisances.is_free[DELAY] = false;
    settings.draws = 4;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    const double *weight = measured.run[0].weight;
    for (int i = 0; i < N; i++) {
        const double e = weight[i] > 0 ? fit.error[i] : 0;
        squares += e * e;
        n += weight[i] > 0;
        if (i + 1 < N) {
            both += e * (weight[i + 1] > 0 ? fit.error[i + 1] : 0);
            one += e * e;
        }
    }
    cr_expect(both / one > 0.3 && both / one < 0.9, "%g", both / one);
    cr_expect_float_eq(fit.lag_one / (both / one), 1, 1e-6, "%g, not %g", fit.lag_one, both / one);
    cr_expect_float_eq(fit.noise / sqrt(squares / n / 0.9950), 1, 1e-6, "%g, not %g", fit.noise,
                       sqrt(squares / n / 0.9950));
    law_fit_free(&fit);
    measured_free(&measured);
}

/* Where the law is wrong, what is left goes on from sample to sample. */
Test(recovery, of_a_wrong_law_nothing_is_white)
{
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model =
        law("stribeck", (const char *const[]){ "vs", NULL }, (double[]){ 2e-2 }, p);
    struct rig rig = { model, p, RIG_SHORT, 1000, 1e-9, 0.002, 0, 0, 4, 0 };
    struct law_fit_settings settings;
    struct law_fit fit;
    find(&rig, 0, &f);
    cr_expect_lt(fabs(f.fit.lag_one), 0.1, "%g", f.fit.lag_one);
    law_fit_defaults(model_find_f64("viscous"), &f.measured, &settings);
    law_fit_coarse(&settings, &f.measured, &fit);
    law_fit_finish(&f.measured, &fit);
    cr_expect_gt(fit.lag_one, 0.5, "%g", fit.lag_one);
    law_fit_free(&fit);
    forget(&f);
}

/* From a velocity with a tenth of its slow part as noise, LuGre's values are within five of their
 * deviations, which are small, and the delay is told: no force jumps. */
Test(recovery, by_velocities)
{
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

/* Between motions that begin and stop with an acceleration a rig rests, for as long as it moves.
 * What the encoder's steps leave open there bends no parameter but damping, which beside a delay is
 * told by onsets only: these are known to three samples. Four deviations are one in 16,000. */
Test(recovery, where_motions_rest)
{
    static const char *const names[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", "vs", NULL };
    static const double values[] = { 5e4, 80, 3, 2, 3, 1.5e-3 };
#define TO_AND_FRO(speed)                                                                          \
    "sine 0 " speed " 3.141592653589793 0 1; hold 0 1; sine 0 " speed                              \
    " 3.141592653589793 3.141592653589793 1; hold 0 1"
    static const char rests[] = TO_AND_FRO("2e-4") ";" TO_AND_FRO("2e-4") ";" TO_AND_FRO(
        "4e-3") ";" TO_AND_FRO("4e-3") ";" TO_AND_FRO("4e-3");
#undef TO_AND_FRO
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model = law("lugre", names, values, p);
    find(&(struct rig){ model, p, rests, 1000, 5e-7, 0.02, 0, 0, 8, 0 }, 0, &f);
    const struct fit *fit = &f.fit.estimate.fit;
    static const char *const told[] = { "sigma0", "Fc", "Fs", "vs", NULL };
    for (int k = 0; told[k]; k++) {
        const unsigned i = quantity_index(model->params, model->n_params, told[k]);
        const double off = log(fit->p[i] / p[i]);
        const double deviation = f.fit.estimate.deviation[fit_variable_of(fit, i)];
        cr_expect(fabs(off) < 4 * deviation, "%s: %g, %g deviations", told[k], fit->p[i],
                  off / deviation);
        cr_expect_lt(fabs(off), 0.02, "%s: %g", told[k], fit->p[i]);
    }
    cr_expect_lt(fabs(fit->nuisances.value[DELAY]), 3e-3, "%g s", fit->nuisances.value[DELAY]);
    cr_expect_float_eq(f.fit.noise, 0.02, 4 * 0.02 / sqrt(2.0 * (double)f.measured.n));
    forget(&f);
}
