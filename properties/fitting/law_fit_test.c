/* What is told of a fit against its definition, over the errors that it keeps: of a law without
 * states along exact motions, whose innovations are errors over the noise. */
#include "properties/fitting/found_test.h"

enum { RUNS = 3, SAMPLES = 240 };

static const size_t LENGTH[RUNS] = { 200, 120, 240 };

/* Three runs of 2 v and what it leaves, of which a part is linear in the velocity's sign. */
struct made_log {
    double t[RUNS][SAMPLES], v[RUNS][SAMPLES], force[RUNS][SAMPLES];
    struct log_run run[RUNS];
    struct log log;
    struct measured measured;
};

static void make_log(size_t n_runs, double size, double far, struct made_log *m)
{
    for (size_t j = 0; j < n_runs; j++) {
        for (size_t i = 0; i < LENGTH[j]; i++) {
            const double t = m->t[j][i] = 1e-3 * (double)i;
            const double v = m->v[j][i] = 0.1 + sin(40 * t + 1.5 * (double)j);
            const double left = (i % 2 ? 1 : -1) * (0.5 + 0.125 * (double)((i + j) % 7));
            m->force[j][i] = 2 * v + size * (left + 0.3 * sin(9 * t)) + (i % 61 == 0 ? far : 0);
        }
        m->run[j] = (struct log_run){
            .file = "made", .n = LENGTH[j], .t = m->t[j], .v = m->v[j], .force = m->force[j]
        };
    }
    m->log = (struct log){ .runs = m->run, .n_runs = n_runs };
    measured_from(&m->log, 0, 0.25, &m->measured);
}

static void set_up(const char *law, const struct measured *m, struct law_fit_settings *settings)
{
    law_fit_defaults(model_find_f64(law), m, settings);
    settings->setup.nuisances.is_free[DELAY] = false;
    settings->draws = 4;
}

static void fit_law(const char *law, const struct measured *m, struct law_fit *fit)
{
    struct law_fit_settings settings;
    set_up(law, m, &settings);
    law_fit_coarse(&settings, m, fit);
    law_fit_finish(m, fit);
    cr_assert(fit->is_finished);
}

/* Sums over errors that count. */
struct sums {
    double n, ee, vv, ev, huber;
};

static struct sums sum(const struct measured *m, const double error[], double noise)
{
    struct sums s = { 0 };
    for (size_t j = 0, k = 0; j < m->n_runs; k += m->run[j++].n)
        for (size_t i = 0; i < m->run[j].n; i++) {
            const double e = error[k + i], v = m->run[j].motion.v[i], z = fabs(e) / noise;
            if (m->run[j].weight[i] == 0)
                continue;
            s.n++;
            s.ee += e * e;
            s.vv += v * v;
            s.ev += e * v;
            s.huber += z <= 3 ? z * z : 3 * (2 * z - 3);
        }
    return s;
}

/* The size whose square is the mean square of errors that are cut off at three of it, over that of
 * normal numbers, 0.9950. */
static double noise_of(const struct measured *m, const double error[])
{
    double noise = 1;
    for (int round = 0; round < 200; round++) {
        double squares = 0, n = 0;
        for (size_t j = 0, k = 0; j < m->n_runs; k += m->run[j++].n)
            for (size_t i = 0; i < m->run[j].n; i++)
                if (m->run[j].weight[i] > 0) {
                    squares += fmin(pow(error[k + i], 2), 9 * noise * noise);
                    n++;
                }
        noise = sqrt(squares / n / 0.9950);
    }
    return noise;
}

/* Errors are what forces are above the law, run behind run; of those that count are the root mean
 * square, the correlation with the velocity and the noise. Of these 2.2 % are far out, so that each
 * of four rounds leaves a fifth of what the square was off by before, which was less than the half
 * of it: 0.2^4/4 of the noise. */
Test(law_fit, sums_are_those_of_all_runs)
{
    for (size_t n_runs = 1; n_runs <= RUNS; n_runs += 2) {
        static struct made_log m;
        struct law_fit fit;
        make_log(n_runs, 0.1, 2, &m);
        fit_law("viscous", &m.measured, &fit);
        const struct fit *at = &fit.estimate.fit;
        for (size_t j = 0, k = 0; j < n_runs; k += LENGTH[j++])
            for (size_t i = 0; i < LENGTH[j]; i++)
                cr_expect_float_eq(
                    fit.error[k + i],
                    m.force[j][i] - at->p[0] * m.v[j][i] - at->nuisances.value[OFFSET], 1e-12);
        const struct sums s = sum(&m.measured, fit.error, 1);
        cr_expect_float_eq(fit.rms / sqrt(s.ee / s.n), 1, 1e-12);
        cr_expect_float_eq(fit.correlation, s.ev / sqrt(s.ee * s.vv), 1e-12);
        const double noise = noise_of(&m.measured, fit.error);
        cr_expect_float_eq(fit.noise / noise, 1, 5e-4, "%g, not %g", fit.noise, noise);
        law_fit_free(&fit);
        measured_free(&m.measured);
    }
}

/* Of two laws deviances differ by the squares of their errors over their noise, cut off linearly at
 * three, and by twice the logarithm of the noise for each force that counts: what positions say is
 * the same. */
Test(law_fit, deviance_is_that_of_errors_and_noise)
{
    for (size_t n_runs = 1; n_runs <= RUNS; n_runs += 2) {
        static struct made_log m;
        struct law_fit fit[2];
        double deviance[2];
        make_log(n_runs, 0.1, 2, &m);
        for (int i = 0; i < 2; i++) {
            fit_law(i ? "coulomb" : "viscous", &m.measured, &fit[i]);
            const struct sums s = sum(&m.measured, fit[i].error, fit[i].noise);
            deviance[i] = s.huber + 2 * s.n * log(fit[i].noise);
        }
        cr_expect_gt(fit[1].noise, 2 * fit[0].noise);
        cr_expect_float_eq(fit[1].deviance - fit[0].deviance, deviance[1] - deviance[0],
                           1e-4 * fabs(deviance[1] - deviance[0]), "%g, not %g",
                           fit[1].deviance - fit[0].deviance, deviance[1] - deviance[0]);
        law_fit_free(&fit[0]);
        law_fit_free(&fit[1]);
        measured_free(&m.measured);
    }
}

static bool is_never(const real p[])
{
    (void)p;
    return false;
}

/* Within a claim the best parameter is the claim's nearest end, or the best of all, and what is
 * returned is the ratio of root mean squares of errors as they count, over the noise of the other
 * fit. Where that fit is improved once more it gains less than 1e-4 of the squares. */
Test(law_fit, within_a_claim_returns_the_ratio_of_what_is_left)
{
    static const double box[][3] = { { 3, 4, 3 }, { 0.5, 1, 1 }, { 1.5, 2.5, 2 } };
    static struct made_log m;
    struct law_fit fit, inside;
    struct law_fit_settings settings;
    make_log(RUNS, 0.1, 2, &m);
    fit_law("viscous", &m.measured, &fit);
    set_up("viscous", &m.measured, &settings);
    const struct sums outside = sum(&m.measured, fit.error, fit.noise);
    for (size_t i = 0; i < 3; i++) {
        const struct claim claim = { .box = { { 0, box[i][0], box[i][1] } }, .n_box = 1 };
        const double times = law_fit_within(&fit, &claim, &settings, &m.measured, &inside);
        cr_assert(inside.is_finite);
        const struct sums s = sum(&m.measured, inside.error, fit.noise);
        cr_expect_float_eq(inside.estimate.fit.p[0], box[i][2], 0.05, "%g",
                           inside.estimate.fit.p[0]);
        cr_expect_float_eq(times / sqrt(s.huber / outside.huber), 1, 1e-4, "%g, not %g", times,
                           sqrt(s.huber / outside.huber));
        cr_expect_eq(times > 1.2, i < 2, "%g", times);
        cr_expect_float_eq(inside.rms / sqrt(s.ee / s.n), 1, 1e-12);
        cr_expect_eq(inside.n_free, 1);
        law_fit_free(&inside);
    }
    const struct claim never = { .contains = is_never };
    cr_expect_eq(law_fit_within(&fit, &never, &settings, &m.measured, &inside), INFINITY);
    cr_expect_not(inside.is_finite);
    law_fit_free(&inside);
    law_fit_free(&fit);
    measured_free(&m.measured);
}

/* The first part tells the root mean square of what it leaves, and its usual size: the middle one
 * of sizes, which of normal numbers is 0.67449 of the deviation. */
Test(law_fit, coarse_sizes_are_those_of_residuals)
{
    static struct made_log m;
    struct law_fit_settings settings;
    struct law_fit fit;
    make_log(RUNS, 0.1, 2, &m);
    set_up("coulomb_viscous", &m.measured, &settings);
    law_fit_coarse(&settings, &m.measured, &fit);
    cr_assert(fit.is_finite);
    const size_t n = m.measured.coarse_data.n;
    double *r = memory_array(n, sizeof *r), squares = 0;
    size_t below = 0, at = 0;
    cr_assert(fit_residuals(&fit.estimate.fit, &m.measured.coarse_data, r));
    for (size_t i = 0; i < n; i++) {
        const double off = fabs(r[i]) - 0.6744897501960817 * fit.usual;
        squares += r[i] * r[i];
        below += off < -1e-12;
        at += fabs(off) <= 1e-12;
    }
    cr_expect_float_eq(fit.rms / sqrt(squares / (double)n), 1, 1e-9);
    cr_expect(at >= 1 && below <= n / 2 && below + at >= n / 2, "%zu of %zu, %zu", below, n, at);
    cr_expect_eq(fit.n_free, 2);
    settings.setup.is_free[0] = false;
    law_fit_coarse(&settings, &m.measured, &fit);
    cr_expect_eq(fit.n_free, 1);
    free(r);
    measured_free(&m.measured);
}

/* A delay is taken to be off by two deviations, but by a twentieth of an interval at least and half
 * of it at most; one that is not looked for by nothing. Between the last two rounds the noise
 * changes by less than a hundredth. */
Test(law_fit, delays_are_off_by_two_deviations)
{
    static const double sizes[] = { 1e-5, 0.05, 1 }, parts[] = { 0.05, 0, 0.5 };
    for (int i = 0; i < 3; i++) {
        static struct made_log m;
        struct law_fit_settings settings;
        struct law_fit fit;
        make_log(1, sizes[i], 0, &m);
        set_up("viscous", &m.measured, &settings);
        settings.setup.nuisances.is_free[DELAY] = true;
        law_fit_coarse(&settings, &m.measured, &fit);
        law_fit_finish(&m.measured, &fit);
        cr_assert(fit.is_finished);
        const unsigned k = fit_nuisance_variable(&fit.estimate.fit, DELAY);
        const double two = 2 * fit.estimate.deviation[k];
        cr_assert_lt(k, fit.estimate.fit.n);
        cr_expect(i == 0 ? two < 0.05 : i == 1 ? two > 0.06 && two < 0.4 : two > 0.5, "%g", two);
        const double part = i == 1 ? two : parts[i];
        cr_expect_float_eq(fit.jitter / (part * 1e-3), 1, 0.01, "%g, not %g", fit.jitter,
                           part * 1e-3);
        law_fit_free(&fit);
        fit_law("viscous", &m.measured, &fit);
        cr_expect_eq(fit.jitter, 0);
        law_fit_free(&fit);
        measured_free(&m.measured);
    }
}

/* What is left unexplained is nearer to the forces' noise than errors are, of each run by its own
 * filter: by far where forces tell the motion, and still where they are held out. The noise is
 * known, as the same rig has measured without it. */
Test(law_fit, errors_of_the_motion_are_explained)
{
    double p[MODEL_MAX_PARAMS];
    struct log log[2] = { { .n_runs = 0 }, { .n_runs = 0 } };
    struct measured measured;
    struct law_fit fit;
    const struct model *model = law("dahl", (const char *const[]){ NULL }, NULL, p);
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        for (int is_noisy = 0; is_noisy <= 1; is_noisy++)
            rig_measure(&(struct rig){ model, p, "sine 0 3e-4 6.283185307179586 0 3", 1000, 1e-6,
                                       is_noisy ? 0.002 : 0, 0, 0, seed, 0 },
                        &log[is_noisy]);
    measured_from(&log[1], 0, 0.25, &measured);
    fit_law("dahl", &measured, &fit);
    for (size_t j = 0, k = 0; j < RUNS; k += measured.run[j++].n) {
        const struct measured_run *run = &measured.run[j];
        double errors[2] = { 0 }, left[2] = { 0 };
        for (size_t i = 0; i < run->n; i++) {
            const double noise = run->force[i] - log[0].runs[j].force[i];
            if (!measured_moves(run, i))
                continue;
            errors[run->is_held_out[i]] += pow(fit.error[k + i] - noise, 2);
            left[run->is_held_out[i]] += pow(fit.unexplained[k + i] - noise, 2);
        }
        for (int is_out = 0; is_out <= 1; is_out++)
            cr_expect_lt(left[is_out], (is_out ? 1 : 0.5) * errors[is_out], "%zu, %d: %g of %g", j,
                         is_out, left[is_out], errors[is_out]);
    }
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&log[0]);
    log_free(&log[1]);
}
