/* See the header. */
#include "benchmarks/compare.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/clock.h"
#include "properties/cli.h"
#include "reference/driven.h"
#include "reference/truth.h"

static const double steps[] = { 1e-3, 1e-4, 1e-5, 2e-6 };
static const double tolerances[] = { 1e-4, 1e-6, 1e-8, 1e-10 };
enum { N_SETTINGS = 4, MAX_REPETITIONS = 15 };

/* A repetition is added until this much time is spent, so that short runs are measured
 * often and long ones at least three times. */
static const double TIME_PER_ROW = 0.15;

/* The samples of one run, and of the truth. */
struct samples {
    size_t n, n_states;
    double *t, *x, *F;
    struct truth truth;
    const struct driven *driven; /* the run in progress, while forces are wanted, or NULL */
};

static void keep(void *ctx, size_t i, double t, const double x[])
{
    struct samples *s = ctx;
    if (s->driven)
        s->F[i] = PREC(driven_force)(s->driven, t, x);
    memcpy(s->x + i * s->n_states, x, s->n_states * sizeof *x);
}

static double run_once(const struct comparison *c, const struct signal *signal,
                       struct samples *samples, void *work, bool with_force,
                       struct compare_row *row)
{
    struct driven driven;
    double x[MODEL_MAX_STATES] = { 0 };
    const struct ode ode = PREC(driven_ode)(&driven, c->model, c->p, signal, false);
    samples->driven = with_force ? &driven : NULL;
    const double start = clock_now();
    row->status = PREC(drive)(row->integrator, &ode, &row->settings, samples->t, samples->n, x,
                              work, keep, samples, &row->statistics);
    return clock_now() - start;
}

/* One warm-up, which keeps the forces, then repetitions. */
static void time_row(const struct comparison *c, const struct signal *signal,
                     struct samples *samples, void *work, struct compare_row *row)
{
    double times[MAX_REPETITIONS], spent = 0;
    run_once(c, signal, samples, work, true, row);
    while (row->repetitions < MAX_REPETITIONS && (row->repetitions < 3 || spent < TIME_PER_ROW)) {
        times[row->repetitions] = run_once(c, signal, samples, work, false, row);
        spent += times[row->repetitions++];
    }
    row->time_median = clock_median(times, row->repetitions);
    row->time_min = times[0];
}

/* Largest of |column|, and never zero. */
static double largest(const double *values, size_t n, size_t stride)
{
    double max = 1e-300;
    for (size_t i = 0; i < n; i++)
        if (fabs(values[i * stride]) > max)
            max = fabs(values[i * stride]);
    return max;
}

static void measure_errors(const struct comparison *c, const struct samples *s,
                           struct compare_row *row)
{
    const size_t n = s->n_states;
    double bound[MODEL_MAX_STATES] = { 0 }, scale[MODEL_MAX_STATES + 1];
    if (c->model->bound)
        c->model->bound(c->p, bound);
    for (size_t k = 0; k < n; k++)
        scale[k] = largest(s->truth.x + k, s->n, n);
    scale[n] = largest(s->truth.F, s->n, 1);
    for (size_t i = 0; i < s->n; i++) {
        const double *x = s->x + i * n;
        double error[MODEL_MAX_STATES + 1];
        bool beyond = false;
        for (size_t k = 0; k < n; k++) {
            error[k] = fabs(x[k] - s->truth.x[i * n + k]) / scale[k];
            beyond |= c->model->bound && fabs(x[k]) > bound[k] * (1 + 32 * R_EPSILON);
        }
        error[n] = 0;
        if (!isnan(s->truth.F[i]))
            error[n] = fabs(s->F[i] - s->truth.F[i]) / scale[n];
        row->bound_violations += beyond;
        row->error_final = 0;
        for (size_t k = 0; k <= n; k++) {
            row->error[k] = fmax(row->error[k], error[k]);
            row->error_final = fmax(row->error_final, error[k]);
        }
    }
    for (size_t k = 0; k <= n; k++)
        row->error_max = fmax(row->error_max, row->error[k]);
}

static void add_rows(struct comparison *c, const struct integrator *const integrators[])
{
    for (size_t k = 0; integrators[k]; k++)
        for (size_t i = 0; i < N_SETTINGS; i++) {
            struct compare_row *row = &c->rows[c->n_rows++];
            row->integrator = integrators[k];
            if (integrators[k]->flags & INTEGRATOR_ADAPTIVE)
                row->settings.rtol = tolerances[i];
            else
                row->settings.step = steps[i];
        }
}

static void run_rows(struct comparison *c, const struct signal *signal, struct samples *samples)
{
    for (size_t i = 0; i < c->n_rows; i++) {
        struct compare_row *row = &c->rows[i];
        cli_progress("%s, %s: %zu of %zu", c->scenario->name, c->model->name, i + 1, c->n_rows);
        void *work = malloc(row->integrator->workspace(c->model->n_states) + 1);
        if (!work)
            cli_fail("out of memory");
        time_row(c, signal, samples, work, row);
        if (row->status == STATUS_OK)
            measure_errors(c, samples, row);
        free(work);
    }
    cli_progress_done();
}

struct comparison comparison_run(const struct scenario *scenario, const struct model *model,
                                 const double p[], const struct integrator *const integrators[])
{
    struct comparison c = { .scenario = scenario, .model = model };
    struct signal signal;
    char error[SIGNAL_TEXT];
    size_t n_integrators = 0;
    while (integrators[n_integrators])
        n_integrators++;
    memcpy(c.p, p, model->n_params * sizeof *p);
    if (model->n_states == 0) {
        c.not_applicable = "the law has no state: there is nothing to integrate";
        return c;
    }
    if (!signal_parse(scenario->velocity, &signal, error))
        cli_fail("scenario '%s': %s", scenario->name, error);
    struct samples s = { .n = scenario->samples, .n_states = model->n_states };
    s.t = calloc(s.n, sizeof *s.t);
    s.x = calloc(s.n * s.n_states, sizeof *s.x);
    s.F = calloc(s.n, sizeof *s.F);
    s.truth.x = calloc(s.n * s.n_states, sizeof *s.truth.x);
    s.truth.F = calloc(s.n, sizeof *s.truth.F);
    c.rows = calloc(n_integrators * N_SETTINGS + 1, sizeof *c.rows);
    if (!s.t || !s.x || !s.F || !s.truth.x || !s.truth.F || !c.rows)
        cli_fail("out of memory");
    for (size_t i = 0; i < s.n; i++)
        s.t[i] = signal.duration * (double)i / (double)(s.n - 1);
    cli_progress("%s, %s: reference", scenario->name, model->name);
    if (truth_driven(model, p, &signal, s.t, s.n, &s.truth)) {
        c.floor = s.truth.floor;
        add_rows(&c, integrators);
        run_rows(&c, &signal, &s);
    } else
        c.not_applicable = "no rigorous reference for this law along this signal";
    free(s.t);
    free(s.x);
    free(s.F);
    free(s.truth.x);
    free(s.truth.F);
    signal_free(&signal);
    return c;
}

void comparison_free(struct comparison *c)
{
    free(c->rows);
    c->rows = NULL;
}

void compare_setting(const struct compare_row *row, char *buffer, size_t size)
{
    const bool adaptive = row->integrator->flags & INTEGRATOR_ADAPTIVE;
    snprintf(buffer, size, "%s=%.0e", adaptive ? "rtol" : "h",
             adaptive ? row->settings.rtol : row->settings.step);
}
