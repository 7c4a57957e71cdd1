/* Least squares by MINPACK's lmder (fit.h). Slopes are central differences: a law is a function of
 * its parameters that costs as much as its closed form, and events move with them. */
#include "properties/fitting/fit.h"

#include <cminpack-1/cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/trace.h"
#include "tools/base/memory.h"

/* Steps of variables, in differences; a delay moves the holds of a path, which jumps a little. */
static const double STEP = 1e-4, DELAY_STEP = 0.05;

/* Forces of the law alone, and the path that they were found along. */
struct along {
    struct path delayed; /* n 0: the run's own path does */
    double *law;         /* N, at each sample */
};

static void along_begin(const struct fit *fit, const struct fit_run *run, struct along *along)
{
    const struct motion *m = run->motion;
    const double delay = fit->nuisances.value[DELAY];
    *along = (struct along){ .law = memory_array(run->path->n_samples, sizeof(double)) };
    if (delay != 0)
        path_make(&along->delayed, m->n, m->t, m->x, m->v, run->every, delay);
}

static void along_end(struct along *along)
{
    path_free(&along->delayed);
    free(along->law);
}

static bool along_trace(const struct fit *fit, const struct fit_run *run, struct along *along)
{
    return trace_force(fit->model, fit->p, fit->start,
                       along->delayed.n > 0 ? &along->delayed : run->path, along->law);
}

/* force[n_samples] = what the rig shows of the law's forces. */
static void add_rig(const struct fit *fit, const struct fit_run *run, const struct along *along,
                    double force[])
{
    const struct motion *m = run->motion;
    const double middle = (m->t[0] + m->t[m->n - 1]) / 2;
    for (size_t i = 0, at = 0; at < m->n; i++, at += run->every) {
        const double a = fit->nuisances.value[MASS] != 0 ? motion_acceleration(m, at) : 0;
        const struct nuisance_place place = { m->t[at] - middle, m->x[at], m->v[at], a };
        force[i] = nuisance_add(&fit->nuisances, &place, along->law[i]);
    }
}

bool fit_force(const struct fit *fit, const struct fit_run *run, double force[])
{
    struct along along;
    along_begin(fit, run, &along);
    const bool is_finite = along_trace(fit, run, &along);
    add_rig(fit, run, &along, force);
    along_end(&along);
    return is_finite;
}

/* Writes the residuals of a run behind one another, and returns how many there are. */
static size_t residuals_of(const struct fit *fit, const struct fit_run *run,
                           const struct along *along, double residual[])
{
    const size_t n = run->path->n_samples;
    double *force = memory_array(n, sizeof *force);
    size_t k = 0;
    add_rig(fit, run, along, force);
    for (size_t i = 0; i < n; i++)
        force[i] = run->force[i] - force[i];
    if (run->white) {
        whitening_apply(run->white, force, true, residual);
        k = 2 * n;
    }
    for (size_t i = 0; i < n && !run->white; i++)
        if (run->weight[i] > 0)
            residual[k++] = run->weight[i] * force[i];
    free(force);
    return k;
}

bool fit_residuals(const struct fit *fit, const struct fit_data *data, double residual[])
{
    bool is_finite = true;
    size_t k = 0;
    for (size_t j = 0; j < data->n_runs && is_finite; j++) {
        struct along along;
        along_begin(fit, &data->run[j], &along);
        is_finite = along_trace(fit, &data->run[j], &along);
        if (is_finite)
            k += residuals_of(fit, &data->run[j], &along, residual + k);
        along_end(&along);
    }
    return is_finite;
}

/* A residual as it counts: half its square is Huber's loss. */
static double as_it_counts(double residual, double usual)
{
    const double most = 3 * usual, size = fabs(residual);
    return size <= most ? residual : copysign(sqrt(most * (2 * size - most)), residual);
}

void fit_measure(struct fit *fit, const struct fit_data *data)
{
    double *r = memory_array(data->n, sizeof *r);
    double squares = 0, counted = 0;
    fit->is_finite = fit_residuals(fit, data, r);
    for (size_t i = 0; i < data->n; i++) {
        const double counts = as_it_counts(r[i], fit->usual);
        squares += r[i] * r[i];
        counted += counts * counts;
    }
    fit->rms = fit->is_finite ? sqrt(squares / (double)data->n) : (double)INFINITY;
    fit->loss = fit->is_finite ? counted / (double)data->n : (double)INFINITY;
    free(r);
}

/* The variable is the rig's, and the law's forces stay as they are. */
static bool is_rig(const struct fit *fit, unsigned k)
{
    return fit->kind[k] == FIT_NUISANCE && fit->of[k] != DELAY;
}

/* Residuals of a fit of which variable k differs from another one, whose paths and forces are
 * known.
 */
static bool residuals_beside(const struct fit *fit, unsigned k, const struct fit_data *data,
                             struct along known[], double residual[])
{
    bool is_finite = true;
    if (fit->kind[k] == FIT_NUISANCE && fit->of[k] == DELAY)
        return fit_residuals(fit, data, residual);
    for (size_t j = 0, n = 0; j < data->n_runs && is_finite; j++) {
        const struct fit_run *run = &data->run[j];
        double *law = known[j].law;
        if (!is_rig(fit, k)) {
            known[j].law = memory_array(run->path->n_samples, sizeof *law);
            is_finite = along_trace(fit, run, &known[j]);
        }
        if (is_finite)
            n += residuals_of(fit, run, &known[j], residual + n);
        if (known[j].law != law)
            free(known[j].law);
        known[j].law = law;
    }
    return is_finite;
}

/* Slopes by differences to both sides, or, beside residuals that are known, to one side. */
static void find_slopes(const struct fit *fit, const struct fit_data *data, const double residual[],
                        double slopes[])
{
    double step[FIT_MOST] = { 0 };
    double *back = residual ? NULL : memory_array(data->n, sizeof *back);
    struct along *known = memory_array(data->n_runs, sizeof *known);
    bool ok = true;
    for (size_t j = 0; j < data->n_runs; j++) {
        along_begin(fit, &data->run[j], &known[j]);
        ok &= along_trace(fit, &data->run[j], &known[j]);
    }
    for (unsigned k = 0; k < fit->n; k++) {
        double *column = slopes + k * data->n;
        struct fit sides[2] = { *fit, *fit };
        const bool is_delay = fit->kind[k] == FIT_NUISANCE && fit->of[k] == DELAY;
        const double size = is_delay ? DELAY_STEP : STEP;
        for (int side = 0; side < (residual ? 1 : 2); side++) {
            step[k] = side ? -size : size;
            sides[side] = fit_moved(fit, step);
        }
        step[k] = 0;
        double rise = fit_variable(&sides[0], k) - fit_variable(&sides[1], k);
        if (residual && !(rise > size / 2)) {
            /* At the upper end of its range the variable moves the other way. */
            step[k] = -size;
            sides[0] = fit_moved(fit, step);
            step[k] = 0;
            rise = fit_variable(&sides[0], k) - fit_variable(&sides[1], k);
        }
        bool has = ok && rise != 0 && residuals_beside(&sides[0], k, data, known, column);
        if (has && !residual)
            has = residuals_beside(&sides[1], k, data, known, back);
        for (size_t i = 0; i < data->n; i++)
            column[i] = has ? ((residual ? residual[i] : back[i]) - column[i]) / rise : 0;
    }
    for (size_t j = 0; j < data->n_runs; j++)
        along_end(&known[j]);
    free(known);
    free(back);
}

void fit_slopes(const struct fit *fit, const struct fit_data *data, double slopes[])
{
    find_slopes(fit, data, NULL, slopes);
}

/* A fit is done where a step would lessen the sum of squares by less than this part of it, which is
 * less than a fiftieth of a deviation for ten thousand samples, or move variables by less. */
static const double LEAST_GAIN = 1e-8, LEAST_STEP = 1e-7;

struct request {
    struct fit *fit; /* the last one whose slopes were asked for */
    const struct fit_data *data;
    double price; /* N, of being outside by one */
};

static int evaluate(void *context, int m, int n, const double u[], double r[], double jacobian[],
                    int rows, int what)
{
    struct request *q = context;
    const size_t n_data = q->data->n;
    double outside[FIT_MOST];
    struct fit at = fit_set_variables(q->fit, u, outside);
    (void)m;
    if (what == 2) {
        double *residual = memory_array(n_data, sizeof *residual);
        double *slopes = memory_array(n_data * (size_t)n, sizeof *slopes);
        *q->fit = at;
        fit_residuals(&at, q->data, residual);
        find_slopes(&at, q->data, residual, slopes);
        for (int k = 0; k < n; k++) {
            double *column = jacobian + (size_t)k * (size_t)rows;
            for (size_t i = 0; i < n_data; i++) {
                const double size = fabs(residual[i]), most = 3 * at.usual;
                const double share = size <= most ? 1 : sqrt(most / (2 * size - most));
                column[i] = -share * slopes[(size_t)k * n_data + i];
            }
            for (int j = 0; j < n; j++)
                column[n_data + (size_t)j] = j == k && outside[k] != 0 ? q->price : 0;
        }
        free(residual);
        free(slopes);
        return 0;
    }
    const bool ok = fit_residuals(&at, q->data, r);
    for (size_t i = 0; i < n_data; i++)
        r[i] = ok ? as_it_counts(r[i], at.usual) : 1e6 * q->price;
    for (int k = 0; k < n; k++)
        r[n_data + (size_t)k] = q->price * outside[k];
    return 0;
}

void fit_improve(struct fit *fit, const struct fit_data *data, int most)
{
    const int n = (int)fit->n, m = (int)data->n + n;
    double u[FIT_MOST], diag[FIT_MOST], qtf[FIT_MOST], wa[3][FIT_MOST];
    int pivots[FIT_MOST], evaluations, slopes;
    fit_measure(fit, data);
    const struct fit before = *fit;
    struct request q = { fit, data, 10 * fit->rms * sqrt((double)data->n) };
    double *r = memory_array((size_t)m, sizeof *r), *wa4 = memory_array((size_t)m, sizeof *wa4);
    double *jacobian = memory_array((size_t)m * fit->n, sizeof *jacobian);
    for (unsigned k = 0; k < fit->n; k++)
        u[k] = fit_variable(fit, k);
    lmder(evaluate, &q, m, n, u, r, jacobian, m, LEAST_GAIN, LEAST_STEP, 0, 3 * most, diag, 1, 1, 0,
          &evaluations, &slopes, pivots, qtf, wa[0], wa[1], wa[2], wa4);
    double outside[FIT_MOST];
    *fit = fit_set_variables(fit, u, outside);
    fit_measure(fit, data);
    if (!(fit->loss <= before.loss))
        *fit = before;
    free(r);
    free(wa4);
    free(jacobian);
}
