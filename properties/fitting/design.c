/* Goes through amplitudes and frequencies of waves (design.h). */
#include "properties/fitting/design.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

static const double TURN = 6.283185307179586, RATE = 1000;

enum { SPEEDS = 9, WAVES = 6, ALL_WAVES = SPEEDS * WAVES, THINNED = 4 };

/* A wave of velocity: amplitude in m/s, angular frequency in rad/s. */
struct wave {
    double speed, omega;
};

/* Information of the variables that are known: the inverse of their covariance. */
struct information {
    unsigned n, of[FIT_MOST];
    gsl_matrix *matrix;
};

static struct information information_of(const struct estimate *e)
{
    struct information info = { .n = 0 };
    for (unsigned k = 0; k < e->fit.n; k++)
        if (fit_is_parameter(&e->fit, k) && isfinite(e->deviation[k]) && e->deviation[k] > 0)
            info.of[info.n++] = k;
    info.matrix = gsl_matrix_calloc(info.n + 1, info.n + 1);
    gsl_matrix_set(info.matrix, info.n, info.n, 1);
    for (unsigned a = 0; a < info.n; a++)
        for (unsigned b = 0; b < info.n; b++) {
            const unsigned i = info.of[a], j = info.of[b];
            const double c = e->correlation[i * FIT_MOST + j] * e->deviation[i] * e->deviation[j];
            gsl_matrix_set(info.matrix, a, b, c);
        }
    gsl_linalg_cholesky_decomp1(info.matrix);
    gsl_linalg_cholesky_invert(info.matrix);
    return info;
}

/* Returns the fit with no other variables than those of the information, of a rig that adds
 * nothing, from where the law begins. */
static struct fit bare(const struct law_fit *law, const struct information *info)
{
    struct fit fit = law->estimate.fit;
    for (unsigned k = fit.n, a = info->n; k-- > 0;)
        if (a > 0 && info->of[a - 1] == k)
            a--;
        else
            fit_hold(&fit, k);
    memset(&fit.nuisances, 0, sizeof fit.nuisances);
    memset(fit.start, 0, sizeof fit.start);
    return fit;
}

/* Returns what forces along the wave, from rest at x = 0 and with that noise, add in that time to
 * the information on the fit's variables. */
static gsl_matrix *information_along(const struct fit *fit, double noise, struct wave wave,
                                     double time)
{
    struct motion m = { .n = (size_t)(time * RATE) + 2 };
    struct path path = { .n = 0 };
    m.t = memory_array(m.n, sizeof *m.t);
    m.x = memory_array(m.n, sizeof *m.x);
    m.v = memory_array(m.n, sizeof *m.v);
    for (size_t i = 0; i < m.n; i++) {
        m.t[i] = (double)i / RATE;
        m.v[i] = wave.speed * sin(wave.omega * m.t[i]);
        m.x[i] = wave.speed / wave.omega * (1 - cos(wave.omega * m.t[i]));
    }
    path_make(&path, m.n, m.t, m.x, m.v, THINNED, 0);
    const size_t n = path.n_samples;
    double *force = memory_array(n, sizeof *force), *weight = memory_array(n, sizeof *weight);
    double *slopes = memory_array(fit->n * n, sizeof *slopes);
    for (size_t i = 0; i < n; i++)
        weight[i] = sqrt(THINNED) / noise;
    const struct fit_run run = { &m, THINNED, &path, force, weight, NULL, 0, 0 };
    const struct fit_data data = { &run, 1, n };
    fit_slopes(fit, &data, true, slopes);
    gsl_matrix *more = gsl_matrix_calloc(fit->n + 1, fit->n + 1);
    for (unsigned a = 0; a < fit->n; a++)
        for (unsigned b = 0; b < fit->n; b++)
            for (size_t i = 0; i < n; i++)
                *gsl_matrix_ptr(more, a, b) += slopes[a * n + i] * slopes[b * n + i];
    free(slopes);
    free(force);
    free(weight);
    path_free(&path);
    free(m.t);
    free(m.x);
    free(m.v);
    return more;
}

/* The logarithm of the determinant of a positive definite matrix, which is destroyed. */
static double log_determinant(gsl_matrix *m)
{
    double sum = 0;
    gsl_linalg_cholesky_decomp1(m);
    for (size_t i = 0; i < m->size1; i++)
        sum += 2 * log(gsl_matrix_get(m, i, i));
    return sum;
}

/* Returns wave number i: speeds by half a decade; at least one turn, at most fifty a second. */
static struct wave wave_of(const struct design_limits *limits, double time, int i)
{
    const int halves = i / WAVES;
    const double speed = limits->speed * pow(10, -0.5 * halves);
    const double slow = fmax(TURN / time, 2 * speed / limits->travel);
    return (struct wave){ speed,
                          slow * pow(fmax(1, TURN * 50 / slow), (double)(i % WAVES) / WAVES) };
}

/* Adds what adds most of the information along all waves, and returns the wave; -1: none does. */
static int add_best(gsl_matrix *const along[ALL_WAVES], struct information *info)
{
    gsl_matrix *sum = gsl_matrix_alloc(info->n + 1, info->n + 1);
    int best = -1;
    gsl_matrix_memcpy(sum, info->matrix);
    double most = log_determinant(sum) + 1e-6;
    for (int i = 0; i < ALL_WAVES; i++) {
        gsl_matrix_memcpy(sum, info->matrix);
        gsl_matrix_add(sum, along[i]);
        const double is = log_determinant(sum);
        if (is > most) {
            most = is;
            best = i;
        }
    }
    if (best >= 0)
        gsl_matrix_add(info->matrix, along[best]);
    gsl_matrix_free(sum);
    return best;
}

void design_next(const struct law_fit *fit, const struct design_limits *limits,
                 struct design *design)
{
    struct information info = information_of(&fit->estimate);
    const double time = limits->time / DESIGN_PARTS;
    const struct fit known = bare(fit, &info);
    gsl_matrix *along[ALL_WAVES];
    size_t used = 0;
    *design = (struct design){ .is_found = false };
    for (int i = 0; i < ALL_WAVES && info.n > 0; i++)
        along[i] = information_along(&known, fit->noise, wave_of(limits, time, i), time);
    for (int i = 0; i < DESIGN_PARTS && info.n > 0; i++) {
        const int best = add_best(along, &info);
        if (best < 0)
            break;
        const struct wave wave = wave_of(limits, time, best);
        used += (size_t)snprintf(design->velocity + used, DESIGN_TEXT - used,
                                 "%ssine 0 %.3g %.4g 0 %.3g", i > 0 ? "; " : "", wave.speed,
                                 wave.omega, time);
        design->is_found = true;
    }
    for (int i = 0; i < ALL_WAVES && info.n > 0; i++)
        gsl_matrix_free(along[i]);
    gsl_linalg_cholesky_decomp1(info.matrix);
    gsl_linalg_cholesky_invert(info.matrix);
    for (unsigned a = 0; a < info.n; a++)
        design->gain[info.of[a]] =
            fit->estimate.deviation[info.of[a]] / sqrt(gsl_matrix_get(info.matrix, a, a));
    gsl_matrix_free(info.matrix);
}

struct design_limits design_limits_of(const struct measured *m)
{
    struct design_limits limits = { 0, 0, 0 };
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct motion *motion = &m->run[j].motion;
        double lo = motion->x[0], hi = lo;
        for (size_t i = 0; i < motion->n; i++) {
            limits.speed = fmax(limits.speed, fabs(motion->v[i]));
            lo = fmin(lo, motion->x[i]);
            hi = fmax(hi, motion->x[i]);
        }
        limits.travel = fmax(limits.travel, hi - lo);
        limits.time = fmax(limits.time, motion->t[motion->n - 1] - motion->t[0]);
    }
    return limits;
}
