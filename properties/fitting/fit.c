/* Least squares by MINPACK's lmder (fit.h). */
#include "properties/fitting/fit.h"

#include <cminpack-1/cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* A residual as it counts: half its square is Huber's loss. */
static double as_it_counts(double residual, double usual)
{
    const double most = 3 * usual, size = fabs(residual);
    return size <= most ? residual : copysign(sqrt(most * (2 * size - most)), residual);
}

/* Sets what a fit's residuals say of it. */
static void measure(const struct traced *t, const struct fit_data *data, struct fit *fit)
{
    double squares = 0, counted = 0;
    fit->is_finite = t->is_finite;
    for (size_t i = 0; i < data->n; i++) {
        const double counts = as_it_counts(t->residual[i], fit->usual);
        squares += t->residual[i] * t->residual[i];
        counted += counts * counts;
    }
    fit->rms = fit->is_finite ? sqrt(squares / (double)data->n) : (double)INFINITY;
    fit->loss = fit->is_finite ? counted / (double)data->n : (double)INFINITY;
}

void fit_measure(struct fit *fit, const struct fit_data *data)
{
    struct traced t;
    traced_begin(fit, data, &t);
    measure(&t, data, fit);
    traced_end(data, &t);
}

/* A fit is done where a step would move variables by less than this part of them. */
static const double LEAST_STEP = 1e-7;

/* The price of being outside, at most, as a part of the usual residual: it brings variables back a
 * little, and is too small to hold up a step that is good for the others, however far outside it
 * goes. */
static const double PRICE = 0.01;

static double price_of(double outside) { return outside / (1 + fabs(outside)); }

static double price_slope(double outside) { return pow(1 + fabs(outside), -2); }

/* The last fit that MINPACK has asked about: first for its residuals, then, where they are good,
 * for their slopes. */
struct request {
    const struct fit_data *data;
    double price; /* N, of being outside, at most */
    double u[FIT_MOST], outside[FIT_MOST];
    struct traced at;
};

static void ask(struct request *q, const double u[])
{
    const struct fit from = q->at.fit;
    if (q->at.along && memcmp(u, q->u, from.n * sizeof *u) == 0)
        return;
    traced_end(q->data, &q->at);
    memcpy(q->u, u, from.n * sizeof *u);
    const struct fit at = fit_set_variables(&from, u, q->outside);
    traced_begin(&at, q->data, &q->at);
}

static void set_residuals(const struct request *q, double r[])
{
    const size_t n_data = q->data->n;
    for (size_t i = 0; i < n_data; i++)
        r[i] = q->at.is_finite ? as_it_counts(q->at.residual[i], q->at.fit.usual) : 1e6 * q->price;
    for (unsigned k = 0; k < q->at.fit.n; k++)
        r[n_data + k] = q->price * price_of(q->outside[k]);
}

static void set_slopes(const struct request *q, size_t rows, double jacobian[])
{
    const size_t n_data = q->data->n;
    const unsigned n = q->at.fit.n;
    const double most = 3 * q->at.fit.usual;
    double *slopes = memory_array(n_data * n, sizeof *slopes);
    traced_slopes(&q->at, q->data, false, slopes);
    for (unsigned k = 0; k < n; k++) {
        double *column = jacobian + k * rows;
        /* Beyond its range a variable moves nothing. */
        for (size_t i = 0; i < n_data; i++) {
            const double size = fabs(q->at.residual[i]);
            const double share = size <= most ? 1 : sqrt(most / (2 * size - most));
            column[i] = q->outside[k] != 0 ? 0 : -share * slopes[k * n_data + i];
        }
        for (unsigned j = 0; j < n; j++)
            column[n_data + j] =
                j == k && q->outside[k] != 0 ? q->price * price_slope(q->outside[k]) : 0;
    }
    free(slopes);
}

/* Returns true where variable k is a parameter at the end of its own range. */
static bool is_at_end(const struct fit *fit, unsigned k)
{
    const unsigned i = fit->of[k];
    return fit_is_parameter(fit, k) &&
           (fit->p[i] == fit->model->params[i].lo || fit->p[i] == fit->model->params[i].hi);
}

/* Stops where a good step has led beyond the end of a range. */
static int evaluate(void *context, int m, int n, const double u[], double r[], double jacobian[],
                    int rows, int what)
{
    struct request *q = context;
    (void)m;
    ask(q, u);
    for (int k = 0; k < n && what == 2; k++)
        if (q->outside[k] != 0 && is_at_end(&q->at.fit, (unsigned)k))
            return -1;
    if (what == 2)
        set_slopes(q, (size_t)rows, jacobian);
    else
        set_residuals(q, r);
    return 0;
}

/* Improves what is free; returns how many slopes were evaluated. */
static int improve(struct fit *fit, const struct fit_data *data, int most, double gain)
{
    const int n = (int)fit->n, m = (int)data->n + n;
    double u[FIT_MOST], diag[FIT_MOST], qtf[FIT_MOST], wa[3][FIT_MOST];
    int pivots[FIT_MOST], evaluations, slopes = 0;
    struct request q = { .data = data, .at.fit = *fit };
    for (unsigned k = 0; k < fit->n; k++)
        u[k] = fit_variable(fit, k);
    ask(&q, u);
    measure(&q.at, data, fit);
    if (!fit->is_finite) {
        traced_end(data, &q.at);
        return most;
    }
    const struct fit before = *fit;
    q.price = PRICE * fit->rms;
    double *r = memory_array((size_t)m, sizeof *r), *wa4 = memory_array((size_t)m, sizeof *wa4);
    double *jacobian = memory_array((size_t)m * fit->n, sizeof *jacobian);
    lmder(evaluate, &q, m, n, u, r, jacobian, m, gain, LEAST_STEP, 0, 3 * most, diag, 1, 1, 0,
          &evaluations, &slopes, pivots, qtf, wa[0], wa[1], wa[2], wa4);
    ask(&q, u);
    *fit = q.at.fit;
    measure(&q.at, data, fit);
    if (!(fit->loss <= before.loss))
        *fit = before;
    traced_end(data, &q.at);
    free(r);
    free(wa4);
    free(jacobian);
    return slopes;
}

/* Returns true where variable k is at the end of its range, and a small step back makes it no
 * better. */
static bool is_held(const struct fit *fit, const struct fit_data *data, unsigned k)
{
    static const double STEP = 1e-4;
    struct fit back = *fit;
    if (!is_at_end(fit, k))
        return false;
    const bool is_low = fit->p[fit->of[k]] == fit->model->params[fit->of[k]].lo;
    fit_set_variable(&back, k, fit_variable(fit, k) + (is_low ? STEP : -STEP));
    if (!fit_allows(back.model, back.within, back.p))
        return true;
    fit_measure(&back, data);
    return !(back.loss < fit->loss);
}

/* Steps that lead beyond the end of a range would be brought back, again and again: a parameter is
 * held there until the others have settled. */
void fit_improve(struct fit *fit, const struct fit_data *data, int most, double gain)
{
    const struct fit whole = *fit;
    bool held[FIT_MOST] = { false }, changes = true;
    for (bool is_measured = false; changes && most > 0; is_measured = true) {
        struct fit some = *fit;
        for (unsigned k = whole.n; k-- > 0;) {
            if (is_at_end(fit, k) && !is_measured)
                fit_measure(fit, data);
            is_measured |= is_at_end(fit, k);
            held[k] = is_held(fit, data, k);
            if (held[k])
                fit_hold(&some, k);
        }
        const int slopes = improve(&some, data, most, gain);
        most -= slopes > 0 ? slopes : 1;
        *fit = some;
        fit->n = whole.n;
        memcpy(fit->kind, whole.kind, sizeof whole.kind);
        memcpy(fit->of, whole.of, sizeof whole.of);
        memcpy(fit->size, whole.size, sizeof whole.size);
        changes = false;
        for (unsigned k = 0; k < whole.n && most > 0; k++)
            changes |= is_at_end(fit, k) && is_held(fit, data, k) != held[k];
    }
}
