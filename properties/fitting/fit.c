/* Least squares by MINPACK's lmder (fit.h). */
#include "properties/fitting/fit.h"

#include <cminpack-1/cminpack.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"

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

/* A fit is done where a step would lessen the sum of squares by less than this part of it, which is
 * less than a fiftieth of a deviation for ten thousand samples, or move variables by less. */
static const double LEAST_GAIN = 1e-8, LEAST_STEP = 1e-7;

/* The price of being outside, at most, as a part of the usual residual: it brings variables back a
 * little, and is too small to hold up a step that is good for the others, however far outside it
 * goes. */
static const double PRICE = 0.01;

static double price_of(double outside) { return outside / (1 + fabs(outside)); }

static double price_slope(double outside) { return pow(1 + fabs(outside), -2); }

struct request {
    struct fit *fit; /* the last one whose slopes were asked for */
    const struct fit_data *data;
    double price; /* N, of being outside, at most */
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
        fit_slopes(&at, q->data, false, slopes);
        for (int k = 0; k < n; k++) {
            double *column = jacobian + (size_t)k * (size_t)rows;
            /* Beyond its range a variable moves nothing. */
            for (size_t i = 0; i < n_data; i++) {
                const double size = fabs(residual[i]), most = 3 * at.usual;
                const double share = size <= most ? 1 : sqrt(most / (2 * size - most));
                column[i] = outside[k] != 0 ? 0 : -share * slopes[(size_t)k * n_data + i];
            }
            for (int j = 0; j < n; j++)
                column[n_data + (size_t)j] =
                    j == k && outside[k] != 0 ? q->price * price_slope(outside[k]) : 0;
        }
        free(residual);
        free(slopes);
        return 0;
    }
    const bool ok = fit_residuals(&at, q->data, r);
    for (size_t i = 0; i < n_data; i++)
        r[i] = ok ? as_it_counts(r[i], at.usual) : 1e6 * q->price;
    for (int k = 0; k < n; k++)
        r[n_data + (size_t)k] = q->price * price_of(outside[k]);
    return 0;
}

void fit_improve(struct fit *fit, const struct fit_data *data, int most)
{
    const int n = (int)fit->n, m = (int)data->n + n;
    double u[FIT_MOST], diag[FIT_MOST], qtf[FIT_MOST], wa[3][FIT_MOST];
    int pivots[FIT_MOST], evaluations, slopes;
    fit_measure(fit, data);
    const struct fit before = *fit;
    struct request q = { fit, data, PRICE * fit->rms };
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
