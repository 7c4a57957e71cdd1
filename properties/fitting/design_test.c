/* The motion that is proposed keeps its limits, and tells as much as is said of it. */
#include "properties/fitting/design.h"

#include "properties/fitting/found_test.h"

/* Returns the rows of a proposal "sine 0 SPEED OMEGA 0 TIME; ...": DESIGN_PARTS. */
static unsigned read_waves(const char *text, double speed[], double omega[], double time[])
{
    unsigned n = 0;
    for (const char *at = text; at && n < DESIGN_PARTS; at = strchr(at, ';'), n++) {
        at += at[0] == ';' ? 2 : 0;
        cr_assert_eq(sscanf(at, "sine 0 %lf %lf 0 %lf", &speed[n], &omega[n], &time[n]), 3, "%s",
                     at);
    }
    return n;
}

/* Each third of the time is one wave, at least one turn long, whose speed and travel are allowed. A
 * speed has three digits and is off by half a percent at most, an angular frequency four. */
Test(design, keeps_its_limits)
{
    double p[MODEL_MAX_PARAMS], speed[DESIGN_PARTS], omega[DESIGN_PARTS], time[DESIGN_PARTS];
    struct found f;
    struct design design;
    const struct design_limits limits = { .speed = 0.07, .travel = 3e-4, .time = 12 };
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    find(&(struct rig){ model, p, RIG_SHORT, 500, 1e-6, 0.02, 0, 0, 4, 0 }, 0, &f);
    design_next(&f.fit, &limits, &design);
    cr_assert(design.is_found);
    cr_assert_eq(read_waves(design.velocity, speed, omega, time), DESIGN_PARTS);
    for (unsigned i = 0; i < DESIGN_PARTS; i++) {
        cr_expect(speed[i] > 0 && speed[i] <= 1.005 * limits.speed, "%g", speed[i]);
        cr_expect_leq(2 * speed[i] / omega[i], 1.0056 * limits.travel, "%g",
                      2 * speed[i] / omega[i]);
        cr_expect_float_eq(time[i], limits.time / DESIGN_PARTS, 1e-12);
        cr_expect_geq(omega[i] * time[i], 0.9994 * 2 * 3.14159265);
    }
    const struct design_limits none = { .speed = 0.07, .travel = 0, .time = 12 };
    design_next(&f.fit, &none, &design);
    cr_expect_not(design.is_found, "'%s'", design.velocity);
    forget(&f);
}

/* A run along the proposal, fitted beside the first one, has deviations that are as much smaller as
 * is said. A deviation comes of sums over some 200 blocks of samples and is off by 1/sqrt(400) of
 * itself, the ratio of two by 7 %: twice that is allowed. */
Test(design, gains_what_it_says)
{
    double p[MODEL_MAX_PARAMS];
    struct found first;
    struct design design;
    const struct model *model =
        law("stribeck", (const char *const[]){ "vs", NULL }, (double[]){ 2e-3 }, p);
    struct rig rig = { model, p, RIG_SHORT, 1000, 1e-9, 0.02, 0, 0, 4, 0 };
    find(&rig, 0, &first);
    const struct design_limits limits = design_limits_of(&first.measured);
    design_next(&first.fit, &limits, &design);
    cr_assert(design.is_found);
    struct log more = { .n_runs = 0 };
    rig.velocity = design.velocity;
    rig.seed = 5;
    rig_measure(&rig, &more);
    struct log_run runs[] = { first.log.runs[0], more.runs[0] };
    const struct log both = { .runs = runs, .n_runs = 2 };
    struct law_fit_settings settings;
    struct measured measured;
    struct law_fit fit;
    measured_from(&both, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.draws = 64;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    for (unsigned i = 0; i < model->n_params; i++) {
        const unsigned k = fit_variable_of(&first.fit.estimate.fit, i);
        const double gain = first.fit.estimate.deviation[k] /
                            fit.estimate.deviation[fit_variable_of(&fit.estimate.fit, i)];
        cr_expect(gain > design.gain[k] / 1.14 && gain < 1.14 * design.gain[k], "%s: %g, not %g",
                  model->params[i].name, gain, design.gain[k]);
    }
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&more);
    forget(&first);
}

static real two_terms(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + 20 * p[1] * v * r_abs(v);
}

static const struct quantity TERMS[] = { { "b", "N s/m", 2, 1e-6, 1e6, "" },
                                         { "c", "N s2/m2", 3, 1e-6, 1e6, "" } };

static const struct model two_term_law = {
    .name = "two_terms", .params = TERMS, .n_params = 2, .speed_max = 1, .force = two_terms
};

static const double NOISE = 0.05; /* N */

/* An estimate of both logarithms beside an offset, with these deviations. */
static void estimate_terms(struct law_fit *fit, const double deviation[2], double correlation)
{
    struct fit_setup setup = { .model = &two_term_law, .p = { 2, 3 }, .is_free = { true, true } };
    struct estimate *e = &fit->estimate;
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = 1;
    *fit = (struct law_fit){ .model = &two_term_law, .noise = NOISE };
    fit_begin(&e->fit, &setup);
    for (unsigned a = 0; a < 2; a++) {
        e->deviation[a] = deviation[a];
        for (unsigned b = 0; b < 2; b++)
            e->correlation[a * FIT_MOST + b] = a == b ? 1 : correlation;
    }
    e->deviation[2] = 0.1;
}

/* What a wave tells of both logarithms at a thousand samples a second: sums of products of slopes,
 * b v and 20 c v |v|, over the square of the noise. */
static void tell(double speed, double omega, double time, double told[2][2])
{
    for (int i = 0; i <= (int)(time * 1000); i++) {
        const double v = speed * sin(omega * i * 1e-3);
        const double slope[] = { 2 * v, 60 * v * fabs(v) };
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                told[a][b] += slope[a] * slope[b] / (NOISE * NOISE);
    }
}

/* Information adds up: the inverse of the covariance, and what each wave tells. Of a thousand
 * samples a second every fourth one is looked at, which makes no difference to a mean over waves of
 * at most fifty turns a second but at the ends: four samples in 1,000, of which the fourth power of
 * a sine is at most 8/3 of its mean, 0.53 % of the root. */
Test(design, gains_what_its_waves_add)
{
    static const double rhos[] = { 0, 0.9, -0.5 };
    const struct design_limits limits = { .speed = 0.07, .travel = 10, .time = 3 };
    for (int i = 0; i < 3; i++) {
        double speed[DESIGN_PARTS], omega[DESIGN_PARTS], time[DESIGN_PARTS];
        const double deviation[] = { 0.02, 0.05 }, rho = rhos[i], rest = 1 - rho * rho;
        struct law_fit fit;
        struct design design;
        estimate_terms(&fit, deviation, rho);
        design_next(&fit, &limits, &design);
        cr_assert(design.is_found);
        cr_assert_eq(read_waves(design.velocity, speed, omega, time), DESIGN_PARTS);
        double told[2][2] = {
            { 1 / (0.02 * 0.02 * rest), -rho / (0.02 * 0.05 * rest) },
            { -rho / (0.02 * 0.05 * rest), 1 / (0.05 * 0.05 * rest) },
        };
        for (int k = 0; k < DESIGN_PARTS; k++)
            tell(speed[k], omega[k], time[k], told);
        const double determinant = told[0][0] * told[1][1] - told[0][1] * told[1][0];
        for (int a = 0; a < 2; a++) {
            const double gain = deviation[a] / sqrt(told[1 - a][1 - a] / determinant);
            cr_expect_float_eq(design.gain[a] / gain, 1, 6e-3, "%g: %g, not %g", rho,
                               design.gain[a], gain);
            cr_expect_gt(gain, 1.1);
        }
        cr_expect_eq(design.gain[2], 0);
    }
}

/* Where one parameter is not known, the other one gains by itself what the waves tell, which are as
 * fast as they may be. Where none is known nothing is proposed. */
Test(design, goes_by_what_is_known)
{
    static const double nothing[] = { 0, INFINITY };
    const struct design_limits limits = { .speed = 0.07, .travel = 10, .time = 3 };
    for (unsigned known = 0; known < 2; known++)
        for (int i = 0; i < 2; i++) {
            double speed[DESIGN_PARTS], omega[DESIGN_PARTS], time[DESIGN_PARTS];
            double deviation[] = { nothing[i], nothing[i] }, told[2][2] = { { 0 } };
            struct law_fit fit;
            struct design design;
            estimate_terms(&fit, deviation, 0);
            design_next(&fit, &limits, &design);
            cr_expect_not(design.is_found, "'%s'", design.velocity);
            deviation[known] = 0.04;
            estimate_terms(&fit, deviation, 0);
            design_next(&fit, &limits, &design);
            cr_assert(design.is_found);
            cr_assert_eq(read_waves(design.velocity, speed, omega, time), DESIGN_PARTS);
            for (int k = 0; k < DESIGN_PARTS; k++) {
                cr_expect_float_eq(speed[k], 0.07, 1e-12);
                tell(speed[k], omega[k], time[k], told);
            }
            cr_expect_eq(design.gain[1 - known], 0);
            cr_expect_float_eq(design.gain[known] /
                                   (0.04 * sqrt(1 / (0.04 * 0.04) + told[known][known])),
                               1, 6e-3);
        }
}

/* Limits are the extremes of all runs, whichever has them, and wherever in it. */
Test(design, limits_are_extremes_of_runs)
{
    enum { N = 9, RUNS = 3 };
    static const size_t places[] = { 0, N / 2, N - 1 };
    double t[RUNS][N], x[RUNS][N], v[RUNS][N];
    struct measured_run run[RUNS];
    const struct measured m = { .run = run, .n_runs = RUNS };
    for (int k = 0; k < RUNS * RUNS * 3; k++) {
        const size_t at = places[k % 3], which = (size_t)k / 3 % RUNS, where = (size_t)k / 9;
        for (size_t j = 0; j < RUNS; j++) {
            for (size_t i = 0; i < N; i++) {
                /* Runs are at places that are farther from each other than any of them is long. */
                t[j][i] = 100 * (double)j + 0.5 * (double)i;
                x[j][i] = 10 * (double)j + 0.125 * (double)(i % 2);
                v[j][i] = 0.125 * (double)(i % 3);
            }
            run[j] = (struct measured_run){ .n = N,
                                            .motion = { .n = N, .t = t[j], .x = x[j], .v = v[j] } };
        }
        /* The fastest sample and the longest way are in runs of their own. */
        const size_t other = (which + 1) % RUNS, third = (which + 2) % RUNS;
        v[which][at] = where == 0 ? 2 : where == 1 ? -2 : 0.75;
        x[other][at] += where == 2 ? -0.5 : 0.5;
        x[other][(at + 1) % N] += where == 0 ? -1 : 0;
        t[third][N - 1] += 1.5;
        const struct design_limits limits = design_limits_of(&m);
        cr_expect_eq(limits.speed, where < 2 ? 2 : 0.75, "%d: %g", k, limits.speed);
        const double travel = where == 1 ? 0.5 : where == 2 ? 0.625 : at + 1 < N ? 1.375 : 1.5;
        cr_expect_eq(limits.travel, travel, "%d: %g", k, limits.travel);
        cr_expect_eq(limits.time, 0.5 * (N - 1) + 1.5, "%d: %g", k, limits.time);
    }
}
