/* What figures of a fit show is what runs and estimates say: counted and computed here from runs
 * whose every number is known. */
#include "properties/identification/fit_curves.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 2000, RUNS = 2 };

/* Runs with as many samples each, and a law that leaves errors which are all other numbers. */
struct made {
    double t[RUNS][SAMPLES], x[RUNS][SAMPLES], v[RUNS][SAMPLES], force[RUNS][SAMPLES];
    double speed_error[SAMPLES], error[RUNS * SAMPLES];
    struct measured_run run[RUNS];
    struct measured measured;
    struct ranked law;
};

static void make(struct made *m)
{
    memset(m, 0, sizeof *m);
    for (int j = 0; j < RUNS; j++) {
        m->run[j] = (struct measured_run){
            .n = SAMPLES,
            .motion = { .n = SAMPLES, .t = m->t[j], .x = m->x[j], .v = m->v[j] },
            .t = m->t[j],
            .force = m->force[j],
            .speed_error = m->speed_error,
        };
        for (int i = 0; i < SAMPLES; i++) {
            m->t[j][i] = 1e-3 * i;
            m->force[j][i] = 1 + j + 1e-3 * i;
            m->error[j * SAMPLES + i] = 0.25 * j + 1e-5 * i;
        }
    }
    m->measured = (struct measured){
        .run = m->run, .n_runs = RUNS, .n = (size_t)RUNS * SAMPLES, .speed = { 1e-3, 1e-1 }
    };
    m->law.fit.error = m->error;
}

Test(fit_curves, follow_each_run)
{
    static struct made m;
    make(&m);
    for (int j = 0; j < RUNS; j++) {
        const struct fit_run_of_law f = fit_follow(&m.law, &m.measured, (size_t)j);
        cr_expect_eq(f.run, &m.run[j]);
        for (int i = 0; i < SAMPLES; i++) {
            cr_expect_eq(f.error[i], m.error[j * SAMPLES + i]);
            cr_expect_eq(f.law[i], m.force[j][i] - m.error[j * SAMPLES + i]);
        }
        free(f.law);
    }
}

/* Waves everywhere, and a window of one that goes least far. Of a window that is all in it, nothing
 * else is shown. */
Test(fit_curves, show_the_smallest_loop)
{
    enum { FROM = 1212, LENGTH = SAMPLES / 20, LONG = 250 };
    static struct made m;
    make(&m);
    for (int i = 0; i < SAMPLES; i++) {
        const bool is_small = i >= FROM && i < FROM + LONG;
        m.x[0][i] = (is_small ? 1e-6 : 1e-3) * sin(0.2 * i);
        m.v[0][i] = (is_small ? 2e-4 : 0.2) * cos(0.2 * i);
    }
    const struct fit_run_of_law f = fit_follow(&m.law, &m.measured, 0);
    const struct fit_loop loop = fit_smallest_loop(&f);
    cr_assert_eq(loop.n, LENGTH);
    const ptrdiff_t from = loop.x - m.x[0];
    cr_expect(from >= FROM && from + LENGTH <= FROM + LONG, "%td", from);
    cr_expect_eq(loop.force, m.force[0] + from);
    cr_expect_eq(loop.law, f.law + from);
    free(f.law);
}

/* A motion that goes one way has no loop, and one that turns once in a window. */
Test(fit_curves, show_no_loop_where_there_is_none)
{
    static struct made m;
    make(&m);
    for (int i = 0; i < SAMPLES; i++) {
        m.x[0][i] = 1e-3 * fabs(i - 1000.5);
        m.v[0][i] = i < 1001 ? -1 : 1;
    }
    const struct fit_run_of_law f = fit_follow(&m.law, &m.measured, 0);
    cr_expect_eq(fit_smallest_loop(&f).n, 0);
    free(f.law);
}

/* F = 5 + 100 |v| in the direction of motion, and an offset: all means lie on that line. Samples
 * whose direction is not known, or whose speed is outside, are in none, and few make none. */
Test(fit_curves, have_means_over_speeds)
{
    static struct made m;
    make(&m);
    m.law.fit.estimate.fit.nuisances.value[OFFSET] = 0.75;
    for (int j = 0; j < RUNS; j++)
        for (int i = 0; i < SAMPLES; i++) {
            const double v = 1e-3 * pow(100, (i + 0.5) / SAMPLES), side = i % 2 ? 1 : -1;
            m.v[j][i] = side * v;
            m.force[j][i] = side * (5 + 100 * v) + 0.75;
        }
    for (int i = 0; i < 100; i++) {
        m.v[1][i] = i < 50 ? 1e-4 : 0.2; /* outside */
        m.force[1][i] = 1e6;
    }
    m.speed_error[1500] = 1; /* its direction is not known */
    m.force[0][1500] = m.force[1][1500] = 1e6;
    const struct fit_bins all = fit_bins_of(&m.law, &m.measured);
    cr_assert_eq(all.n, FIT_BINS);
    for (size_t k = 0; k < all.n; k++) {
        const double width = pow(100, 1.0 / FIT_BINS);
        cr_expect(all.v[k] >= 1e-3 * pow(width, (double)k) &&
                  all.v[k] < 1e-3 * pow(width, (double)(k + 1)));
        cr_expect_float_eq(all.force[k], 5 + 100 * all.v[k], 1e-12);
    }
    /* Each of both runs has 50 samples a bin; of the first one 11 are left in bin 7, and 10 in 8.
     */
    for (int i = 0; i < SAMPLES; i++)
        m.v[1][i] = 1e-6;
    for (int i = 0; i < 39; i++)
        m.v[0][7 * 50 + i] = 1e-6;
    for (int i = 0; i < 40; i++)
        m.v[0][8 * 50 + i] = 1e-6;
    const struct fit_bins some = fit_bins_of(&m.law, &m.measured);
    cr_assert_eq(some.n, FIT_BINS - 1);
    cr_expect(some.v[7] < all.v[8] && some.v[8] > all.v[8]);
}

/* Of a law F = Fc + sigma2 v in logarithms, the slopes are the two terms themselves. */
Test(fit_curves, have_a_band_by_all_variances)
{
    const struct model *model = model_find_f64("coulomb_viscous");
    const unsigned Fc = quantity_index(model->params, model->n_params, "Fc"),
                   sigma2 = quantity_index(model->params, model->n_params, "sigma2");
    struct fit_setup setup = { .model = model };
    setup.p[Fc] = 2;
    setup.p[sigma2] = 30;
    setup.is_free[Fc] = setup.is_free[sigma2] = true;
    static struct estimate e;
    fit_begin(&e.fit, &setup);
    const unsigned a = fit_variable_of(&e.fit, Fc), b = fit_variable_of(&e.fit, sigma2);
    e.deviation[a] = 0.03;
    e.deviation[b] = 0.05;
    for (int i = -1; i <= 1; i++) {
        const double v = 0.1, r = 0.8 * i, first = 0.03 * 2, second = 0.05 * 30 * v;
        double deviation;
        e.correlation[a * FIT_MOST + b] = e.correlation[b * FIT_MOST + a] = r;
        cr_expect_float_eq(fit_steady(&e, v, &deviation), 2 + 30 * v, 1e-12);
        /* differences over 1e-4 are off by half of that */
        cr_expect_float_eq(deviation,
                           sqrt(first * first + second * second + 2 * r * first * second),
                           1e-4 * (first + second));
    }
    /* What is not known has no part in it. */
    double deviation;
    e.deviation[a] = INFINITY;
    fit_steady(&e, 0.1, &deviation);
    cr_expect_float_eq(deviation, 0.05 * 3, 1e-5);
}
