/* Goes through amplitudes and frequencies of waves (design.h). */
#include "properties/fitting/design.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/tracing/trace.h"
#include "tools/base/memory.h"

static const double TURN = 6.283185307179586, RATE = 1000;

enum { SPEEDS = 9, WAVES = 6, THINNED = 4 };

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

/* The path of a wave for that time, from rest at x = 0. */
static void make_path(struct wave wave, double time, struct path *path)
{
    const size_t n = (size_t)(time * RATE) + 2;
    double *t = memory_array(n, sizeof *t), *x = memory_array(n, sizeof *x);
    double *v = memory_array(n, sizeof *v);
    for (size_t i = 0; i < n; i++) {
        t[i] = (double)i / RATE;
        v[i] = wave.speed * sin(wave.omega * t[i]);
        x[i] = wave.speed / wave.omega * (1 - cos(wave.omega * t[i]));
    }
    path_make(path, n, t, x, v, THINNED, 0);
    free(t);
    free(x);
    free(v);
}

/* more = what forces along the wave add to the information. Returns false where a force is not
 * finite. */
static bool add_wave(const struct law_fit *fit, const struct information *info, struct wave wave,
                     double time, gsl_matrix *more)
{
    struct path path = { .n = 0 };
    double step[FIT_MOST] = { 0 };
    bool ok = true;
    make_path(wave, time, &path);
    const size_t n = path.n_samples;
    double *slopes = memory_array(info->n * n, sizeof *slopes);
    double *back = memory_array(n, sizeof *back);
    for (unsigned a = 0; a < info->n && ok; a++) {
        double *column = slopes + a * n;
        step[info->of[a]] = 1e-4;
        const struct fit up = fit_moved(&fit->estimate.fit, step);
        step[info->of[a]] = -1e-4;
        const struct fit down = fit_moved(&fit->estimate.fit, step);
        step[info->of[a]] = 0;
        ok = trace_force(up.model, up.lanes, up.p, NULL, &path, column) &&
             trace_force(down.model, down.lanes, down.p, NULL, &path, back);
        for (size_t i = 0; i < n; i++)
            column[i] = (column[i] - back[i]) / 2e-4;
    }
    const double weight = THINNED / (fit->noise * fit->noise);
    for (unsigned a = 0; a < info->n && ok; a++)
        for (unsigned b = 0; b < info->n; b++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += slopes[a * n + i] * slopes[b * n + i];
            gsl_matrix_set(more, a, b, weight * sum);
        }
    free(slopes);
    free(back);
    path_free(&path);
    return ok;
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

/* Finds the wave that adds most, adds it, and returns it; speed 0: none does. */
static struct wave best_wave(const struct law_fit *fit, const struct design_limits *limits,
                             double time, struct information *info)
{
    gsl_matrix *more = gsl_matrix_calloc(info->n + 1, info->n + 1);
    gsl_matrix *sum = gsl_matrix_calloc(info->n + 1, info->n + 1);
    gsl_matrix *best = gsl_matrix_calloc(info->n + 1, info->n + 1);
    struct wave found = { 0, 0 };
    gsl_matrix_memcpy(sum, info->matrix);
    double most = log_determinant(sum) + 1e-6;
    for (int i = 0; i < SPEEDS * WAVES; i++) {
        const int halves = i / WAVES;
        /* Speeds by half a decade; at least one turn, at most fifty a second. */
        const double speed = limits->speed * pow(10, -0.5 * halves);
        const double slow = fmax(TURN / time, 2 * speed / limits->travel);
        const double omega = slow * pow(fmax(1, TURN * 50 / slow), (double)(i % WAVES) / WAVES);
        if (!add_wave(fit, info, (struct wave){ speed, omega }, time, more))
            continue;
        gsl_matrix_memcpy(sum, info->matrix);
        gsl_matrix_add(sum, more);
        const double is = log_determinant(sum);
        if (is > most) {
            most = is;
            found = (struct wave){ speed, omega };
            gsl_matrix_memcpy(best, more);
        }
    }
    gsl_matrix_add(info->matrix, best);
    gsl_matrix_free(more);
    gsl_matrix_free(sum);
    gsl_matrix_free(best);
    return found;
}

void design_next(const struct law_fit *fit, const struct design_limits *limits,
                 struct design *design)
{
    struct information info = information_of(&fit->estimate);
    const double time = limits->time / DESIGN_PARTS;
    size_t used = 0;
    *design = (struct design){ .is_found = false };
    for (int i = 0; i < DESIGN_PARTS && info.n > 0; i++) {
        const struct wave wave = best_wave(fit, limits, time, &info);
        if (wave.speed == 0)
            break;
        used += (size_t)snprintf(design->velocity + used, DESIGN_TEXT - used,
                                 "%ssine 0 %.3g %.4g 0 %.3g", i > 0 ? "; " : "", wave.speed,
                                 wave.omega, time);
        design->is_found = true;
    }
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
