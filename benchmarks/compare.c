/* See the header. */
#include "benchmarks/compare.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/clock.h"
#include "properties/cli.h"
#include "reference/experiment.h"
#include "reference/run.h"
#include "reference/truth.h"

static const double steps[] = { 1e-3, 1e-4, 1e-5, 2e-6 };
static const double tolerances[] = { 1e-4, 1e-6, 1e-8, 1e-10 };
enum { N_SETTINGS = 4, MAX_REPETITIONS = 15 };

/* Short runs are measured often, and long ones at least three times, but very long ones once. */
static const double TIME_PER_ROW = 0.15, VERY_LONG = 0.5;

static void ignore(void *ctx, size_t i, double t, const double x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

static double run_once(const struct comparison *c, const struct setup *setup,
                       const struct trajectory *samples, void *work, struct compare_row *row)
{
    struct experiment experiment;
    double x[ODE_MAX_STATES] = { 0 };
    const struct ode ode = PREC(experiment_ode)(&experiment, c->model, c->p, setup, false);
    const double start = clock_now();
    row->status = PREC(drive)(row->integrator, &ode, &row->settings, samples->t, samples->n, x,
                              work, ignore, NULL, &row->statistics);
    return clock_now() - start;
}

/* One warm-up, then repetitions. */
static void time_row(const struct comparison *c, const struct setup *setup,
                     const struct trajectory *samples, void *work, struct compare_row *row)
{
    double times[MAX_REPETITIONS], spent = 0;
    run_once(c, setup, samples, work, row);
    while (row->repetitions < MAX_REPETITIONS && spent < VERY_LONG &&
           (row->repetitions < 3 || spent < c->time_per_row)) {
        times[row->repetitions] = run_once(c, setup, samples, work, row);
        spent += times[row->repetitions++];
    }
    row->time_median = clock_median(times, row->repetitions);
    row->time_min = times[0];
}

/* Column k of a trajectory, and the distance between its values. */
static const double *column(const struct comparison *c, const struct trajectory *r, size_t k,
                            size_t *stride)
{
    const size_t before = c->n_columns - 1 - r->n_states; /* x and v, of a mass */
    *stride = 1;
    if (k < before)
        return k == 0 ? r->x : r->v;
    if (k + 1 == c->n_columns)
        return r->F;
    *stride = r->n_states;
    return r->law + (k - before);
}

static void measure_column(const struct comparison *c, const struct trajectory *truth,
                           const struct trajectory *run, size_t k, struct compare_row *row)
{
    size_t stride;
    const double *a = column(c, truth, k, &stride), *b = column(c, run, k, &stride);
    const double largest = trajectory_largest(a, truth->n, stride);
    double error = 0;
    for (size_t i = 0; i < truth->n * stride; i += stride) {
        if (isnan(a[i]))
            continue;
        error = fabs(b[i] - a[i]);
        error = error == 0 ? 0 : error / largest;
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

static void measure_errors(const struct comparison *c, const struct setup *setup,
                           const struct trajectory *truth, struct trajectory *run,
                           struct compare_row *row)
{
    struct statistics statistics;
    if (run_experiment(row->integrator, &row->settings, c->model, c->p, setup, run, &statistics) !=
        STATUS_OK)
        return;
    for (size_t k = 0; k < c->n_columns; k++)
        measure_column(c, truth, run, k, row);
    count_violations(c, run, row);
}

void comparison_add(struct comparison *c, const struct integrator *integrator,
                    const struct settings *settings)
{
    if (c->n_rows == c->capacity) {
        c->capacity = c->capacity > 0 ? 2 * c->capacity : 64;
        c->rows = realloc(c->rows, c->capacity * sizeof *c->rows);
        if (!c->rows)
            cli_fail("out of memory");
    }
    c->rows[c->n_rows++] = (struct compare_row){ .integrator = integrator, .settings = *settings };
}

void comparison_add_standard(struct comparison *c, const struct integrator *const integrators[])
{
    for (size_t k = 0; integrators[k]; k++)
        for (size_t i = 0; i < N_SETTINGS; i++) {
            const struct settings adaptive = { .rtol = tolerances[i] };
            const struct settings given = { .step = steps[i] };
            const bool chooses = integrators[k]->flags & INTEGRATOR_ADAPTIVE;
            comparison_add(c, integrators[k], chooses ? &adaptive : &given);
        }
}

static void run_rows(struct comparison *c, const struct setup *setup,
                     const struct trajectory *truth, struct trajectory *run)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->n_rows; i++) {
        /* Where an integrator does not fit the problem, one row says so. */
        if (kept > 0 && c->rows[kept - 1].status == STATUS_UNSUPPORTED &&
            c->rows[kept - 1].integrator == c->rows[i].integrator)
            continue;
        struct compare_row *row = &c->rows[kept++];
        *row = c->rows[i];
        cli_progress("%s, %s: %zu of %zu", c->scenario->name, c->model->name, i + 1, c->n_rows);
        void *work = malloc(row->integrator->workspace(ODE_MAX_STATES) + 1);
        if (!work)
            cli_fail("out of memory");
        time_row(c, setup, truth, work, row);
        if (row->status == STATUS_OK)
            measure_errors(c, setup, truth, run, row);
        free(work);
    }
    c->n_rows = kept;
    cli_progress_done();
}

static void add_columns(struct comparison *c, const struct setup *setup)
{
    if (setup->has_mass) {
        c->columns[c->n_columns++] = "x";
        c->columns[c->n_columns++] = "v";
    }
    for (unsigned k = 0; k < c->model->n_states; k++)
        c->columns[c->n_columns++] = c->model->states[k].name;
    c->columns[c->n_columns++] = "F";
}

static void compare_with_truth(struct comparison *c, const struct setup *setup)
{
    const size_t n_states = c->model->n_states;
    struct trajectory trajectory, run;
    struct truth truth;
    if (!trajectory_init(&trajectory, c->samples, n_states, setup->duration) ||
        !trajectory_init(&run, c->samples, n_states, setup->duration))
        cli_fail("out of memory");
    cli_progress("%s, %s: reference", c->scenario->name, c->model->name);
    c->not_applicable = truth_run(c->model, c->p, setup, &trajectory, &truth);
    if (!c->not_applicable) {
        truth.floor[TRUTH_ENERGY] = 0; /* not compared */
        c->floor = truth_floor(&truth, n_states);
        add_columns(c, setup);
        run_rows(c, setup, &trajectory, &run);
    }
    trajectory_free(&trajectory);
    trajectory_free(&run);
}

struct comparison comparison_new(const struct scenario *scenario, const struct model *model,
                                 const double p[])
{
    struct comparison c = {
        .scenario = scenario,
        .model = model,
        .samples = scenario->samples,
        .time_per_row = TIME_PER_ROW,
    };
    memcpy(c.p, p, model->n_params * sizeof *p);
    return c;
}

void comparison_run(struct comparison *c)
{
    struct setup setup;
    char error[SIGNAL_TEXT];
    double q[SCENARIO_MAX_PARAMS];
    scenario_defaults(c->scenario, q);
    if (!scenario_set_up(c->scenario, q, &setup, error))
        cli_fail("scenario '%s': %s", c->scenario->name, error);
    if (c->model->n_states == 0 && !setup.has_mass)
        c->not_applicable = "the law has no state: there is nothing to integrate";
    else
        c->not_applicable = scenario_refuses(c->scenario, c->model, c->p);
    if (!c->not_applicable)
        compare_with_truth(c, &setup);
    setup_free(&setup);
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
