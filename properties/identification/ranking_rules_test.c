/* Groups, orders and what is explained follow from errors as is said of them (ranking.h), of laws
 * whose parameters are held, so that they are as wrong as a test asks for. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/ranking.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"

enum { LAWS = 7, MOST_SAMPLES = 2000, BLOCKS = 200 };

static const double NOISE = 0.25; /* N */

static real terms(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + p[1] * v * r_abs(v) + p[2] * v * v * v;
}

/* Steep at slow speeds only: what a velocity is off changes no force elsewhere. */
static real steep_when_slow(const real p[], const struct memory *mem, real v, real s,
                            const real x[])
{
    (void)mem, (void)s, (void)x;
    const real bend = C(0.2), a = r_abs(v) < bend ? v : copysign(bend, v);
    return p[0] * a + (r_abs(v) < bend ? 0 : copysign(p[1], v));
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    return (real)NAN;
}

static const struct quantity TERMS[] = { { "a", "N s/m", 1, -50, 50, "" },
                                         { "b", "N s2/m2", 0, -50, 50, "" },
                                         { "c", "N s3/m3", 0, -50, 50, "" } };

struct ranked_laws {
    double t[MOST_SAMPLES], v[MOST_SAMPLES], force[MOST_SAMPLES];
    struct measured measured;
    struct model model[LAWS];
    struct law_choice law[LAWS];
    struct law_fit_settings settings[LAWS];
    struct ranking ranking;
};

/* What a log is made of: a force of `a` times the velocity and its noise, and the velocity with a
 * noise of its own. Where neighbours have errors of one size and opposite signs, next to nothing of
 * these adds up. */
struct wave {
    size_t n;
    uint64_t seed;
    double a, speed_noise;
    bool are_opposite, is_steep; /* is_steep: the force is steep_when_slow */
};

static void measure(struct wave wave, struct ranked_laws *r)
{
    struct rng rng = rng_keyed(wave.seed, "rules", 0);
    double pair[2] = { 0, 0 }, of_speed[2];
    for (size_t i = 0; i < wave.n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        if (wave.are_opposite && i % 2 == 0) {
            pair[0] = copysign(1, pair[0]);
            pair[1] = -pair[0];
        }
        r->t[i] = 1e-3 * (double)i;
        r->v[i] = 0.3 + sin(31 * r->t[i]);
        const double p[] = { wave.a, 0, 0 };
        r->force[i] = (wave.is_steep ? steep_when_slow : terms)(p, NULL, r->v[i], 0, NULL) +
                      NOISE * pair[i % 2];
        rng_normal_pair(&rng, of_speed);
        r->v[i] += wave.speed_noise * of_speed[0];
    }
    struct log_run run = { .file = "made", .n = wave.n, .t = r->t, .v = r->v, .force = r->force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    measured_from(&log, 0, 0.25, &r->measured);
}

/* Sets law i: its name, its parameters, and how many of these, from the last one on, are free. */
static void set_law(struct ranked_laws *r, size_t i, const char *name, const double p[3],
                    unsigned n_free)
{
    r->model[i] = (struct model){
        .name = name, .params = TERMS, .n_params = 3, .speed_max = 2, .force = terms
    };
    r->law[i] = (struct law_choice){ .model = &r->model[i] };
    law_fit_defaults(&r->model[i], &r->measured, &r->settings[i]);
    struct fit_setup *setup = &r->settings[i].setup;
    r->settings[i].draws = 1;
    memcpy(setup->p, p, 3 * sizeof *p);
    for (unsigned k = 0; k < 3; k++)
        setup->is_free[k] = k + n_free >= 3;
    memset(setup->nuisances.is_free, 0, sizeof setup->nuisances.is_free);
}

static void release(struct ranked_laws *r)
{
    ranking_free(&r->ranking);
    measured_free(&r->measured);
}

struct mean {
    double mean, error;
};

static bool is_compared(const struct measured_run *run, size_t i)
{
    return run->is_held_out[i] && measured_moves(run, i);
}

/* The mean of f^2 - g^2, each at most `most`, over what is compared, and its standard error: blocks
 * of a two hundredth of all samples each are off the mean by a sum, and half of the mean square of
 * differences between neighbours is the variance of one. */
static struct mean mean_of(const struct measured_run *run, const double f[], const double g[],
                           double most)
{
    double sum[BLOCKS] = { 0 }, off[BLOCKS], squares = 0, all = 0;
    size_t n[BLOCKS] = { 0 }, used = 0, count = 0;
    for (size_t i = 0; i < run->n; i++)
        if (is_compared(run, i)) {
            const double d = fmin(f[i] * f[i], most) - fmin(g[i] * g[i], most);
            sum[i * BLOCKS / run->n] += d;
            n[i * BLOCKS / run->n]++;
            all += d;
            count++;
        }
    const double mean = all / (double)count;
    for (size_t b = 0; b < BLOCKS; b++)
        if (n[b] > 0)
            off[used++] = sum[b] - mean * (double)n[b];
    for (size_t b = 1; b < used; b++)
        squares += pow(off[b] - off[b - 1], 2);
    const double variance = squares / 2 / (double)(used - 1);
    return (struct mean){ mean, sqrt((double)used * variance) / (double)count };
}

/* By how much laws have to differ, N^2: by what errors of the motion make of the force, within
 * limits. */
static double least_difference(double noise, double by_motion)
{
    const double part = by_motion * by_motion / (noise * noise);
    return (part < 0.01 ? 0.01 : part > 0.1 ? 0.1 : part) * noise * noise;
}

/* Of two laws the right one is first. The other one, too large by `off`, is in its group unless it
 * is worse by two standard errors and by enough; sets by how many times it passes either, and the
 * part of the noise's square that errors of the motion make. */
static void expect_group(struct wave wave, double off, double *errors, double *differences,
                         double *by_motion)
{
    static struct ranked_laws r;
    measure(wave, &r);
    set_law(&r, 0, "off",
            (double[]){ wave.is_steep ? wave.a : wave.a + off, wave.is_steep ? off : 0, 0 }, 0);
    set_law(&r, 1, "right", (double[]){ wave.a, 0, 0 }, 0);
    for (int i = 0; i < 2 && wave.is_steep; i++)
        r.model[i].force = steep_when_slow;
    ranking_make(r.law, r.settings, 2, &r.measured, 1, &r.ranking);
    const struct ranked *best = &r.ranking.law[0], *worse = &r.ranking.law[1];
    cr_assert(best->fit.is_finished && worse->fit.is_finished);
    cr_expect_leq(best->held_out, worse->held_out);
    const double noise = r.ranking.noise;
    const struct mean m = mean_of(r.measured.run, worse->left, best->left, 25 * noise * noise);
    *errors = m.mean / (2 * m.error);
    const double larger = fmax(best->by_motion, worse->by_motion);
    *differences = m.mean / least_difference(noise, larger);
    *by_motion = pow(larger / noise, 2);
    cr_expect_eq(worse->group, *errors > 1 && *differences > 1 ? 2 : 1, "%g, %g: group %u", *errors,
                 *differences, worse->group);
    release(&r);
}

/* Laws that are worse by one to two times what is asked for are among the logs, and such as are by
 * half as much to as much: neither twice the error nor half of it would say the same of all. */
Test(ranking_rules, laws_differ_by_two_standard_errors)
{
    unsigned less = 0, more = 0;
    for (uint64_t seed = 0; seed < 24; seed++) {
        double errors, differences, by_motion;
        expect_group((struct wave){ 800, seed, 1, 0, false, false },
                     0.04 + 0.01 * (double)(seed % 8), &errors, &differences, &by_motion);
        less += differences > 1 && errors > 0.5 && errors < 1;
        more += differences > 1 && errors > 1 && errors < 2;
    }
    cr_expect(less >= 2 && more >= 2, "%u, %u", less, more);
}

/* Where next to no error adds up it is the difference that counts: a hundredth of the noise's
 * square, a tenth of it, or between them what errors of the motion make. Laws are among those
 * compared that pass it by less than twice, and such as miss it by less than that. */
Test(ranking_rules, laws_differ_by_enough)
{
    static const double speed_noise[] = { 0, 1e-1, 4e-1 };
    for (int k = 0; k < 3; k++) {
        unsigned less = 0, more = 0;
        for (unsigned i = 0; i < 26; i++) {
            const unsigned step = i / 2;
            const double off = 0.02 * pow(1.3, step);
            const uint64_t seed = 1 + i % 2;
            double errors, differences, part;
            expect_group((struct wave){ MOST_SAMPLES, seed, 30, speed_noise[k], true, true }, off,
                         &errors, &differences, &part);
            cr_expect_eq(k, part < 0.01 ? 0 : part < 0.1 ? 1 : 2, "%d: %g", k, part);
            less += errors > 1 && differences > 0.5 && differences < 1;
            more += errors > 1 && differences > 1 && differences < 2;
        }
        cr_expect(less > 0 && more > 0, "%d: %u, %u", k, less, more);
    }
}

/* nothing[n]: what the mean of the forces that are fitted leaves of all. */
static void constant_errors(const struct measured_run *run, double nothing[])
{
    double sum = 0, n = 0;
    for (size_t i = 0; i < run->n; i++)
        if (run->weight[i] > 0) {
            sum += run->force[i];
            n++;
        }
    for (size_t i = 0; i < run->n; i++)
        nothing[i] = run->force[i] - sum / n;
}

/* Data are explained where the first law is better than a constant by three standard errors; with a
 * force that is as weak as this there are logs on either side. */
Test(ranking_rules, explained_is_by_three_standard_errors)
{
    static struct ranked_laws r;
    unsigned less = 0, more = 0;
    for (uint64_t seed = 0; seed < 24; seed++) {
        double nothing[MOST_SAMPLES];
        const double a = 0.06 + 0.02 * (double)(seed % 8);
        measure((struct wave){ 800, seed, a, 0, false, false }, &r);
        set_law(&r, 0, "right", (double[]){ a, 0, 0 }, 0);
        ranking_make(r.law, r.settings, 1, &r.measured, 1, &r.ranking);
        const struct measured_run *run = r.measured.run;
        constant_errors(run, nothing);
        const struct mean m = mean_of(run, nothing, r.ranking.law[0].left, INFINITY);
        const double errors = m.mean / (3 * m.error);
        cr_expect_eq(r.ranking.is_explained, errors > 1, "%g", errors);
        less += errors > 0.5 && errors < 1;
        more += errors > 1 && errors < 2;
        release(&r);
    }
    cr_expect(less >= 2 && more >= 2, "%u, %u", less, more);
}

/* Measures forces of 1 N that are larger in short events, at any time within each of 25 parts, in
 * turns of four sizes. */
static void measure_events(uint64_t seed, const double sizes[4], struct ranked_laws *r)
{
    enum { EVENTS = 25, PART = MOST_SAMPLES / EVENTS, LENGTH = 9 };
    struct rng rng = rng_keyed(seed, "events", 0);
    for (size_t i = 0; i < MOST_SAMPLES; i++) {
        r->t[i] = 1e-3 * (double)i;
        r->v[i] = 1 + 0.01 * sin((double)i);
    }
    for (size_t k = 0; k < EVENTS; k++) {
        const size_t from = k * PART + (size_t)(rng_uniform(&rng) * (PART - LENGTH));
        for (size_t i = from; i < from + LENGTH; i++)
            r->v[i] += sizes[k % 4];
    }
    for (size_t i = 0; i < MOST_SAMPLES; i += 2) {
        double pair[2];
        rng_normal_pair(&rng, pair);
        for (size_t k = 0; k < 2; k++)
            r->force[i + k] = r->v[i + k] + NOISE * pair[k];
    }
    struct log_run run = {
        .file = "made", .n = MOST_SAMPLES, .t = r->t, .v = r->v, .force = r->force
    };
    const struct log log = { .runs = &run, .n_runs = 1 };
    measured_from(&log, 0, 0.25, &r->measured);
}

/* Whether a law explains what a constant leaves of events: of blocks in which that is more than
 * twice what the law leaves in all, at least three, it leaves less than half in four of five. */
static bool explains_events(const struct measured_run *run, const double nothing[],
                            const double left[])
{
    double all = 0, less = 0, n = 0;
    unsigned events = 0, explained = 0;
    for (size_t i = 0; i < run->n; i++)
        if (is_compared(run, i)) {
            all += nothing[i] * nothing[i];
            less += left[i] * left[i];
            n++;
        }
    for (size_t b = 0; b < BLOCKS; b++) {
        double a = 0, l = 0, m = 0;
        for (size_t i = b * run->n / BLOCKS; i < (b + 1) * run->n / BLOCKS; i++)
            if (is_compared(run, i)) {
                a += nothing[i] * nothing[i];
                l += left[i] * left[i];
                m++;
            }
        events += a > 4 * less / n * m;
        explained += a > 4 * less / n * m && l < a / 4;
    }
    return all > 4 * less && events >= 3 && explained >= 0.8 * events;
}

/* Where forces are far from constant now and then only, blocks differ too much for standard errors:
 * data are explained by those or by events. Laws are too small in all events, or right in the
 * largest ones only. */
Test(ranking_rules, events_are_explained_one_by_one)
{
    static const double sizes[][4] = { { 5, 5, 5, 5 }, { 20, 3, 3, 3 }, { 9, 2, 2, 2 } };
    static struct ranked_laws r;
    unsigned by_events = 0, by_none = 0;
    for (size_t k = 0; k < 3; k++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            const double a = 1 - 0.1 * (double)(seed % 4), most = 1 + sizes[k][0];
            const double p[] = { seed < 4 ? a : 0, 0, seed < 4 ? 0 : 1 / (most * most) };
            double nothing[MOST_SAMPLES];
            measure_events(seed, sizes[k], &r);
            set_law(&r, 0, "law", p, 0);
            ranking_make(r.law, r.settings, 1, &r.measured, 1, &r.ranking);
            cr_expect(r.ranking.noise > 0 && r.ranking.noise == r.ranking.law[0].fit.noise,
                      "the noise is what the one law leaves");
            const struct measured_run *run = r.measured.run;
            const double *left = r.ranking.law[0].left;
            constant_errors(run, nothing);
            const struct mean m = mean_of(run, nothing, left, INFINITY);
            const bool all_along = m.mean > 3 * m.error,
                       events = explains_events(run, nothing, left);
            cr_expect_eq(r.ranking.is_explained, all_along || events, "%zu, %d: %d, %d", k,
                         (int)seed, all_along, events);
            by_events += events && !all_along;
            by_none += !events && !all_along;
            release(&r);
        }
    cr_expect(by_events >= 2 && by_none >= 2, "%u, %u", by_events, by_none);
}

/* Of laws that are as good as each other the one is first that has the fewest parameters, wherever
 * it is given, and the better one of those; the others follow by their errors. */
Test(ranking_rules, fewest_parameters_are_first)
{
    static const unsigned n_free[][4] = { { 1, 2, 3, 2 }, { 2, 3, 1, 1 }, { 3, 2, 2, 1 },
                                          { 2, 2, 3, 2 }, { 3, 1, 1, 2 }, { 2, 1, 3, 2 },
                                          { 3, 2, 1, 2 }, { 2, 3, 2, 1 }, { 3, 3, 3, 2 } };
    static struct ranked_laws r;
    for (size_t k = 0; k < sizeof n_free / sizeof *n_free; k++) {
        static const char *const names[] = { "e", "f", "g", "h" };
        unsigned fewest = 3;
        measure((struct wave){ 800, k, 1, 0, true, false }, &r);
        for (size_t i = 0; i < 4; i++) {
            /* Those of equally many parameters differ by what is held. */
            const double p[] = { 1 + 9e-3 * (double)i, n_free[k][i] < 2 ? 1e-3 * (double)i : 0, 0 };
            set_law(&r, i, names[i], p, n_free[k][i]);
            fewest = n_free[k][i] < fewest ? n_free[k][i] : fewest;
        }
        ranking_make(r.law, r.settings, 4, &r.measured, 1, &r.ranking);
        const struct ranked *law = r.ranking.law;
        cr_expect_eq(law[0].fit.n_free, fewest, "%zu: %u, not %u", k, law[0].fit.n_free, fewest);
        cr_expect_eq(law[0].apart, 0);
        double noise = INFINITY;
        for (size_t i = 0; i < 4; i++)
            noise = fmin(noise, law[i].fit.noise);
        cr_expect_eq(r.ranking.noise, noise, "%g, not %g", r.ranking.noise, noise);
        for (size_t i = 0; i < 4; i++) {
            cr_expect(law[i].fit.is_finished);
            cr_expect_eq(law[i].group, 1, "%zu", k);
            cr_expect(i == 0 || law[i].fit.n_free > fewest || law[i].held_out >= law[0].held_out);
            cr_expect(i < 2 || law[i].held_out >= law[i - 1].held_out);
        }
        release(&r);
    }
}

/* Laws that are given up follow those that are not, by what their first fit usually leaves; those
 * without a force are last; of equal ones it is their names that count. Three are kept that have a
 * force, however far they are, beside all that leave less than twice what the first one does. */
Test(ranking_rules, laws_that_are_given_up_have_an_order)
{
    static const struct {
        const char *name;
        double off;
        bool has_force;
    } given[LAWS] = { { "z", 4, true },    { "b", 0, false }, { "y", 3, true }, { "x", 3, true },
                      { "near", 0, true }, { "w", 8, true },  { "a", 0, false } };
    static const char *const order[LAWS] = { "near", "x", "y", "z", "w", "a", "b" };
    static struct ranked_laws r;
    for (size_t turn = 0; turn < LAWS; turn++) {
        measure((struct wave){ 800, 1, 1, 0, false, false }, &r);
        for (size_t i = 0; i < LAWS; i++) {
            const size_t k = (i + turn) % LAWS;
            set_law(&r, i, given[k].name, (double[]){ 1 + given[k].off, 0, 0 }, 0);
            r.model[i].force = given[k].has_force ? terms : no_force;
        }
        ranking_make(r.law, r.settings, LAWS, &r.measured, 1, &r.ranking);
        for (size_t i = 0; i < LAWS; i++) {
            const struct ranked *law = &r.ranking.law[i];
            cr_expect_eq(law->fit.is_finished, i < 3, "%zu: %s", i, law->law->model->name);
            cr_expect_eq(law->fit.is_finite, i < 5);
            cr_expect_eq(law->group > 0, i < 3);
            if (i < 1 || i > 2)
                cr_expect_str_eq(law->law->model->name, order[i], "%zu: %s", i,
                                 law->law->model->name);
        }
        release(&r);
    }
}
