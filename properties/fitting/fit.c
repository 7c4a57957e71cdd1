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

bool fit_force(const struct fit *fit, const struct fit_run *run, double force[])
{
    const struct motion *m = run->motion;
    const double delay = fit->nuisances.value[DELAY], middle = (m->t[0] + m->t[m->n - 1]) / 2;
    struct path delayed = { .n = 0 };
    if (delay != 0)
        path_make(&delayed, m->n, m->t, m->x, m->v, run->every, delay);
    const bool is_finite =
        trace_force(fit->model, fit->p, fit->start, delay != 0 ? &delayed : run->path, force);
    for (size_t i = 0, at = 0; at < m->n; i++, at += run->every) {
        const struct nuisance_place place = { m->t[at] - middle, m->x[at], m->v[at],
                                              motion_acceleration(m, at) };
        force[i] = nuisance_add(&fit->nuisances, &place, force[i]);
    }
    path_free(&delayed);
    return is_finite;
}

bool fit_residuals(const struct fit *fit, const struct fit_data *data, double residual[])
{
    bool is_finite = true;
    size_t k = 0;
    for (size_t j = 0; j < data->n_runs && is_finite; j++) {
        const struct fit_run *run = &data->run[j];
        const size_t n = run->path->n_samples;
        double *force = memory_array(n, sizeof *force);
        is_finite = fit_force(fit, run, force);
        for (size_t i = 0; i < n; i++)
            force[i] = run->force[i] - force[i];
        if (run->white && is_finite) {
            whitening_apply(run->white, force, true, residual + k);
            k += 2 * n;
        }
        for (size_t i = 0; i < n && !run->white; i++)
            if (run->weight[i] > 0)
                residual[k++] = run->weight[i] * force[i];
        free(force);
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

void fit_slopes(const struct fit *fit, const struct fit_data *data, double slopes[])
{
    double step[FIT_MOST] = { 0 };
    double *back = memory_array(data->n, sizeof *back);
    for (unsigned k = 0; k < fit->n; k++) {
        double *column = slopes + k * data->n;
        struct fit sides[2];
        double u[2];
        const bool is_delay = fit->kind[k] == FIT_NUISANCE && fit->of[k] == DELAY;
        const double size = is_delay ? DELAY_STEP : STEP;
        for (int side = 0; side < 2; side++) {
            step[k] = side ? -size : size;
            sides[side] = fit_moved(fit, step);
            u[side] = fit_variable(&sides[side], k);
        }
        step[k] = 0;
        const bool ok = fit_residuals(&sides[0], data, column) &&
                        fit_residuals(&sides[1], data, back) && u[0] > u[1];
        for (size_t i = 0; i < data->n; i++)
            column[i] = ok ? (back[i] - column[i]) / (u[0] - u[1]) : 0;
    }
    free(back);
}

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
        fit_slopes(&at, q->data, slopes);
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
    lmder(evaluate, &q, m, n, u, r, jacobian, m, 1e-10, 1e-8, 0, 3 * most, diag, 1, 1, 0,
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
