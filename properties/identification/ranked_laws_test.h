/* Laws whose parameters are held, so that they are as wrong as a test of rankings asks for, and
 * means by their definition. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_RANKED_LAWS_TEST_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_RANKED_LAWS_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/identification/ranking.h"
#include "tools/base/rng.h"

enum { LAWS = 7, MOST_SAMPLES = 2000, BLOCKS = 200 };

static const double NOISE = 0.25; /* N */

static inline real terms(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v + p[1] * v * r_abs(v) + p[2] * v * v * v;
}

/* Steep at slow speeds only: what a velocity is off changes no force elsewhere. */
static inline real steep_when_slow(const real p[], const struct memory *mem, real v, real s,
                                   const real x[])
{
    (void)mem, (void)s, (void)x;
    const real bend = C(0.2), a = r_abs(v) < bend ? v : copysign(bend, v);
    return p[0] * a + (r_abs(v) < bend ? 0 : copysign(p[1], v));
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
    double spike;                /* N, by which every 17th force is off, to either side */
};

static inline void measure(struct wave wave, struct ranked_laws *r)
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
                      NOISE * pair[i % 2] + (i % 17 == 5 ? wave.spike * (i % 2 ? 1 : -1) : 0);
        rng_normal_pair(&rng, of_speed);
        r->v[i] += wave.speed_noise * of_speed[0];
    }
    struct log_run run = { .file = "made", .n = wave.n, .t = r->t, .v = r->v, .force = r->force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    measured_from(&log, 0, 0.25, &r->measured);
}

/* Sets law i: its name, its parameters, and how many of these, from the last one on, are free. */
static inline void set_law(struct ranked_laws *r, size_t i, const char *name, const double p[3],
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

static inline void release(struct ranked_laws *r)
{
    ranking_free(&r->ranking);
    measured_free(&r->measured);
}

struct mean {
    double mean, error;
};

static inline bool is_compared(const struct measured_run *run, size_t i)
{
    return run->is_held_out[i] && measured_moves(run, i);
}

/* The mean of f^2 - g^2, each at most `most`, over what is compared, and its standard error: blocks
 * of a two hundredth of all samples each are off the mean by a sum, and half of the mean square of
 * differences between neighbours is the variance of one. */
static inline struct mean mean_of(const struct measured_run *run, const double f[],
                                  const double g[], double most)
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

/* nothing[n]: what the mean of the forces that are fitted leaves of all. */
static inline void constant_errors(const struct measured_run *run, double nothing[])
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

#endif
