/* Computes everything of a comparison that is equal in every run (compare.h). */
#include <math.h>
#include <stdlib.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/measure.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/clock.h"
#include "tools/base/parallel.h"

/* Returns column k of a trajectory, and the distance between its values. */
static const double *column(const struct comparison *c, const struct trajectory *r, size_t k,
                            size_t *stride)
{
    const size_t before = c->n_columns - 1 - r->n_states; /* x and v of a mass come first */
    *stride = 1;
    if (k < before)
        return k == 0 ? r->x : r->v;
    if (k + 1 == c->n_columns)
        return r->F;
    *stride = r->n_states;
    return r->law + (k - before);
}

static void measure_column(const struct comparison *c, const struct trajectory *run, size_t k,
                           struct compare_row *row)
{
    size_t stride;
    const struct trajectory *reference = &c->reference;
    const double *a = column(c, reference, k, &stride), *b = column(c, run, k, &stride);
    const double largest = trajectory_largest(a, reference->n, stride);
    double error = 0;
    for (size_t i = 0; i < reference->n * stride; i += stride) {
        if (isnan(a[i]))
            continue;
        error = fabs(b[i] - a[i]);
        error = error == 0 ? 0 : error / largest;
        if (isnan(error))
            error = (double)INFINITY;
        row->error[k] = fmax(row->error[k], error);
    }
    row->error_max = fmax(row->error_max, row->error[k]);
    row->error_final = fmax(row->error_final, error);
}

static void count_violations(const struct comparison *c, const struct trajectory *run,
                             struct compare_row *row)
{
    double bound[MODEL_MAX_STATES] = { 0 };
    if (!c->model->bound)
        return;
    c->model->bound(c->p, bound);
    for (size_t i = 0; i < run->n; i++) {
        bool beyond = false;
        for (size_t k = 0; k < run->n_states; k++)
            beyond |= fabs(run->law[i * run->n_states + k]) > bound[k] * (1 + 32 * R_EPSILON);
        row->bound_violations += beyond;
    }
}

static void measure(const struct comparison *c, const struct trajectory *run,
                    struct compare_row *row)
{
    for (size_t k = 0; k < c->n_columns; k++)
        measure_column(c, run, k, row);
    count_violations(c, run, row);
    const struct compare_cycle cycle = compare_cycle(&c->setup, &c->reference, run);
    row->event_error = compare_event_error(&c->setup, &c->reference, run);
    row->break_away_error = compare_break_away_error(&c->setup, &c->reference, run);
    row->period_error = cycle.period_error;
    row->amplitude_error = cycle.amplitude_error;
    row->steady_state_error =
        compare_steady_state_error(c->model, c->p, &c->setup, &c->reference, run);
}

/* Where the energy might change iterations or steps, a second run computes it. */
static double energy_balance(const struct comparison *c, struct trajectory *run,
                             const struct compare_row *row)
{
    struct statistics other;
    if (run_feels_energy(row->integrator) &&
        run_experiment(row->integrator, &row->settings, c->model, c->p, &c->setup, run, &other) !=
            STATUS_OK)
        return (double)INFINITY;
    return compare_energy_balance(&c->setup, &c->reference, run);
}

static void run_row(const struct comparison *c, struct trajectory *run, struct compare_row *row)
{
    const bool apart = c->errors_only || run_feels_energy(row->integrator);
    const double start = clock_thread();
    row->status = (apart ? run_without_energy : run_experiment)(
        row->integrator, &row->settings, c->model, c->p, &c->setup, run, &row->statistics);
    row->seconds = clock_thread() - start;
    if (row->status != STATUS_OK)
        return;
    measure(c, run, row);
    row->energy_balance = c->errors_only ? (double)NAN : energy_balance(c, run, row);
}

void comparison_row(struct comparison *c, size_t i)
{
    struct compare_row *row = &c->rows[i];
    struct trajectory run;
    *row = (struct compare_row){ .integrator = row->integrator, .settings = row->settings };
    if (c->not_applicable)
        return;
    trajectory_init(&run, c->samples, c->model->n_states, c->setup.duration);
    run_row(c, &run, row);
    trajectory_free(&run);
}

void comparison_drop_refusals(struct comparison *c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n_rows && !c->not_applicable; i++) {
        const bool again = kept > 0 && c->rows[kept - 1].status == STATUS_UNSUPPORTED &&
                           c->rows[kept - 1].integrator == c->rows[i].integrator;
        if (!again)
            c->rows[kept++] = c->rows[i];
    }
    c->n_rows = kept;
}

/* Keeps the error bounds in the order of the columns. */
static void keep_floors(struct comparison *c, const struct uncertainty *uncertainty)
{
    size_t n = 0;
    if (c->setup.has_mass) {
        c->floors[n++] = uncertainty->floor[REFERENCE_X];
        c->floors[n++] = uncertainty->floor[REFERENCE_V];
    }
    for (unsigned i = 0; i < c->model->n_states; i++)
        c->floors[n++] = uncertainty->floor[REFERENCE_LAW + i];
    c->floors[n++] = uncertainty->floor[REFERENCE_F];
    c->floor = 0;
    for (size_t k = 0; k < n; k++)
        c->floor = fmax(c->floor, c->floors[k]);
    c->floor_events = uncertainty->floor_events;
    c->enclosed = uncertainty->enclosed;
}

void comparison_reference(struct comparison *c)
{
    struct uncertainty uncertainty = { .enclosed = false };
    if (c->model->n_states == 0 && !c->setup.has_mass)
        c->not_applicable = "the law has no state: there is nothing to integrate";
    else
        c->not_applicable = scenario_refuses(c->scenario, c->model, c->p);
    if (c->not_applicable)
        return;
    trajectory_free(&c->reference);
    trajectory_init(&c->reference, c->samples, c->model->n_states, c->setup.duration);
    c->not_applicable =
        reference_solution_run_by(c->rigorous, c->model, c->p, &c->setup, &c->reference,
                                  c->errors_only ? NULL : &uncertainty);
    if (!c->not_applicable)
        keep_floors(c, &uncertainty);
}

void comparison_errors(struct comparison *c)
{
    comparison_reference(c);
    for (size_t i = 0; i < c->n_rows; i++)
        comparison_row(c, i);
    comparison_drop_refusals(c);
}
