/* Of several runs a ranking's numbers are those of all of them, each sample with its own error. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/identification/ranking.h"
#include "tools/base/rng.h"

enum { RUNS = 3, LAWS = 3, MOST = 900 };

static const size_t LENGTH[RUNS] = { 700, 500, MOST };
static const double NOISE = 0.25, SPEED_NOISE = 0.05, FORCE = 5; /* N, m/s, N at 1 m/s */

static real slope_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v;
}

static const struct quantity SLOPE[] = { { "a", "N s/m", 1, -50, 50, "" } };

static const struct model slope_law = {
    .name = "slope", .params = SLOPE, .n_params = 1, .speed_max = 5, .force = slope_force
};

struct ranked_runs {
    double t[RUNS][MOST], v[RUNS][MOST], force[RUNS][MOST];
    struct log_run run[RUNS];
    struct measured measured;
    struct law_choice law[LAWS];
    struct law_fit_settings settings[LAWS];
    struct ranking ranking;
};

/* Runs of one law, each along a wave of its own, with a noise of the velocity, too. */
static void make(struct ranked_runs *r)
{
    const struct log log = { .runs = r->run, .n_runs = RUNS };
    for (size_t j = 0; j < RUNS; j++) {
        struct rng rng = rng_keyed(3, "runs", j);
        for (size_t i = 0; i < LENGTH[j]; i++) {
            double pair[2];
            rng_normal_pair(&rng, pair);
            r->t[j][i] = 1e-3 * (double)i;
            r->v[j][i] = 0.4 + (0.5 + 0.25 * (double)j) * sin((20 + 7 * (double)j) * r->t[j][i]);
            r->force[j][i] = FORCE * r->v[j][i] + NOISE * pair[0];
            r->v[j][i] += SPEED_NOISE * pair[1];
        }
        r->run[j] = (struct log_run){
            .file = "made", .n = LENGTH[j], .t = r->t[j], .v = r->v[j], .force = r->force[j]
        };
    }
    measured_from(&log, 0, 0.25, &r->measured);
    for (size_t i = 0; i < LAWS; i++) {
        r->law[i] = (struct law_choice){ .model = &slope_law };
        law_fit_defaults(&slope_law, &r->measured, &r->settings[i]);
        r->settings[i].draws = 1;
        r->settings[i].setup.p[0] = FORCE + 0.25 * (double)i;
        r->settings[i].setup.is_free[0] = false;
        memset(r->settings[i].setup.nuisances.is_free, 0,
               sizeof r->settings[i].setup.nuisances.is_free);
    }
    ranking_make(r->law, r->settings, LAWS, &r->measured, 2, &r->ranking);
}

/* The mean of forces that are fitted, of all runs. */
static double mean_force(const struct measured *m)
{
    double sum = 0, n = 0;
    for (size_t j = 0; j < RUNS; j++)
        for (size_t i = 0; i < LENGTH[j]; i++)
            if (m->run[j].weight[i] > 0) {
                sum += m->run[j].force[i];
                n++;
            }
    return sum / n;
}

Test(ranking_runs, numbers_are_those_of_all_runs)
{
    static struct ranked_runs r;
    make(&r);
    const struct measured *m = &r.measured;
    const double most = 25 * r.ranking.noise * r.ranking.noise, mean = mean_force(m);
    const double first = r.ranking.law[0].fit.estimate.fit.p[0];
    for (size_t law = 0; law < LAWS; law++) {
        const struct ranked *ranked = &r.ranking.law[law];
        const double a = ranked->fit.estimate.fit.p[0];
        double squares = 0, by_motion = 0, apart = 0, nothing = 0, n = 0, all = 0;
        cr_assert(ranked->fit.is_finished);
        for (size_t j = 0, k = 0; j < RUNS; j++)
            for (size_t i = 0; i < LENGTH[j]; i++, k++) {
                const struct measured_run *run = &m->run[j];
                const double e = run->force[i] - a * run->motion.v[i],
                             left = ranked->fit.unexplained[k];
                cr_assert_float_eq(ranked->fit.error[k], e, 1e-12, "%zu of %zu", i, j);
                cr_assert_eq(ranked->left[k], left, "%zu of %zu: no force jumps", i, j);
                if (!measured_moves(run, i))
                    continue;
                apart += pow((a - first) * run->motion.v[i], 2);
                all++;
                if (!run->is_held_out[i])
                    continue;
                squares += fmin(left * left, most);
                by_motion += pow(e - left, 2);
                nothing += pow(run->force[i] - mean, 2);
                n++;
            }
        cr_expect_float_eq(ranked->apart, sqrt(apart / all), 1e-9, "%g", ranked->apart);
        cr_expect_float_eq(ranked->held_out / sqrt(squares / n), 1, 1e-12);
        cr_expect_float_eq(ranked->by_motion / sqrt(by_motion / n), 1, 1e-9);
        cr_expect_float_eq(r.ranking.nothing / sqrt(nothing / n), 1, 1e-12);
        /* What velocities are off explains a part of what is left. */
        cr_expect_gt(ranked->by_motion, 1e-3 * NOISE, "%g", ranked->by_motion);
    }
    cr_expect_eq(first, FORCE, "%g", first);
    cr_expect(r.ranking.is_explained);
    ranking_free(&r.ranking);
    measured_free(&r.measured);
}
