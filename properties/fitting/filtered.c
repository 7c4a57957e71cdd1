/* Filters around a fit, run by run (filtered.h). */
#include "properties/fitting/filtered.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/measurement/sensor.h"
#include "tools/base/memory.h"

/* The share of forces that may be far from what a filter expects: where more are, the filter is not
 * right, and they are not to blame. */
static const double MOST_FAR = 0.01;

/* What a state makes of the force where a run begins is less than this many times the usual one. */
static const double MOST_FORCE = 4;

/* Sets up the filter so that forces that are far, as spikes are and those on the other side of a
 * jump, move neither it, which would make those behind them far, too, nor the fit. */
static void set_up(const struct measured_run *run, double noise, double mass, const struct fit *fit,
                   const struct fit_run *fit_run, struct whitening *w)
{
    enum { ROUNDS = 3 };
    const struct fit_data data = { fit_run, 1, 2 * run->n };
    double *innovation = memory_array(data.n, sizeof *innovation);
    size_t far = 0;
    whitening_begin(w, &run->motion, run->weight, noise, mass);
    for (int round = 0; round < ROUNDS && fit_residuals(fit, &data, innovation); round++) {
        const size_t before = far;
        for (size_t i = 0; i < run->n; i++)
            if (w->counts[i] && !w->is_far[i] && fabs(innovation[2 * i]) > WHITENING_FAR) {
                w->is_far[i] = true;
                far++;
            }
        if (far > MOST_FAR * (double)run->n)
            memset(w->is_far, 0, run->n * sizeof *w->is_far);
        if (far > before)
            whitening_begin(w, &run->motion, run->weight, noise, mass);
        if (far == before || far > MOST_FAR * (double)run->n)
            break;
    }
    free(innovation);
}

void filter_around(const struct measured *m, const struct fit *fit, double noise, double jitter,
                   struct filtered *f)
{
    const struct model *model = fit->model;
    double scale[MODEL_MAX_STATES] = { 0 };
    f->run = memory_array(m->n_runs, sizeof *f->run);
    f->filter = memory_array(m->n_runs, sizeof *f->filter);
    f->data = (struct fit_data){ f->run, m->n_runs, 2 * m->n };
    f->jumps = 0;
    model_scales_f64(model, fit->p, model->length ? model->length(fit->p) : 1, scale);
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        f->run[j] = m->fine[j];
        f->run[j].white = &f->filter[j];
        struct whitening *w = &f->filter[j];
        const double delay = fit->nuisances.value[DELAY];
        struct path path = { .n = 0 };
        path_make(&path, run->n, run->t, run->motion.x, run->motion.v, 1, delay);
        whitening_linearize(w, model, fit->p, fit_start(fit, &m->fine[j]), &path, &run->motion,
                            delay);
        path_free(&path);
        /* Where a run begins is no variable of the fit. */
        if (model->n_guards == 0)
            whitening_spread(w, scale, MOST_FORCE * m->force);
        w->speed_error = run->speed_error[0];
        f->jumps += remainder_find(fit, &m->fine[j], run->again, MEASURED_AGAIN, jitter, noise, w,
                                   w->bias, w->variance);
        set_up(run, noise, m->mass, fit, &f->run[j], w);
    }
}

void filter_end(struct filtered *f)
{
    for (size_t j = 0; j < f->data.n_runs; j++)
        whitening_free(&f->filter[j]);
    free(f->filter);
    free(f->run);
    *f = (struct filtered){ .run = NULL };
}

double filtered_usual(double a[], size_t n)
{
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] != 0)
            a[m++] = fabs(a[i]);
    return m > 0 ? usual_size(m, a) : 0;
}

double fit_usual(const struct fit *fit, const struct fit_data *data)
{
    double *r = memory_array(data->n, sizeof *r);
    const double usual =
        fit_residuals(fit, data, r) ? filtered_usual(r, data->n) : (double)INFINITY;
    free(r);
    return usual;
}

/* Fills r[n] with the innovations of forces that the filter takes for linear; the others have 0. */
static void linear_innovations(const struct fit *fit, const struct filtered *f, double r[])
{
    double *all = memory_array(f->data.n, sizeof *all);
    fit_residuals(fit, &f->data, all);
    for (size_t j = 0, k = 0; j < f->data.n_runs; k += f->filter[j++].n)
        for (size_t i = 0; i < f->filter[j].n; i++)
            r[k + i] = f->filter[j].counts[i] ? all[2 * (k + i)] : 0;
    free(all);
}

double filtered_excess(const struct filtered *f, const struct fit *fit)
{
    const size_t m = f->data.n / 2;
    double *r = memory_array(m, sizeof *r), *size = memory_array(m, sizeof *size);
    linear_innovations(fit, f, r);
    memcpy(size, r, m * sizeof *r);
    double usual = filtered_usual(size, m);
    for (int round = 0; round < 4; round++) {
        double squares = 0;
        size_t n = 0;
        for (size_t i = 0; i < m; i++) {
            squares += fmin(r[i] * r[i], 9 * usual * usual);
            n += r[i] != 0;
        }
        usual = n > 0 ? sqrt(squares / (double)n / FIT_CUT_SQUARE) : 1;
    }
    free(r);
    free(size);
    return usual;
}

double filtered_lag_one(const struct filtered *f, const struct fit *fit)
{
    const size_t m = f->data.n / 2;
    double *r = memory_array(m, sizeof *r), both = 0, one = 0;
    linear_innovations(fit, f, r);
    for (size_t i = 0; i + 1 < m; i++) {
        const double a = fmax(-3, fmin(3, r[i])), b = fmax(-3, fmin(3, r[i + 1]));
        both += a * b;
        one += a * a;
    }
    free(r);
    return one > 0 ? both / one : 0;
}
