/* Measures how long the rows take (compare.h). */
#include <stdlib.h>

#include "benchmarks/comparison/compare.h"
#include "reference/experiments/experiment.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* A row as a program to be timed. */
struct race {
    const struct comparison *comparison;
    const struct compare_row *row;
    void *work;
};

static void ignore(void *ctx, size_t i, double t, const double x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* Runs the row as a user would, without keeping results or counting energy. The row has worked
 * before. */
static void run_race(void *ctx)
{
    const struct race *race = ctx;
    const struct comparison *c = race->comparison;
    struct experiment experiment;
    struct statistics statistics;
    double x[ODE_MAX_STATES];
    const struct ode ode = PREC(experiment_ode)(&experiment, c->model, c->p, &c->setup, false);
    PREC(experiment_begin)(&experiment, ode.n, x);
    const enum status status =
        PREC(drive)(race->row->integrator, &ode, &race->row->settings, c->reference.t,
                    c->reference.n, x, race->work, ignore, NULL, &statistics);
    (void)status;
}

static void note(void *ctx, size_t done, size_t all)
{
    const struct comparison *c = ctx;
    if (c->progress)
        cli_progress("%s, %s: %zu of %zu times", c->scenario->name, c->model->name, done, all);
}

/* The calibration loop is the last of the programs. */
void comparison_times(struct comparison *c)
{
    const struct timing_clock clock = timing_clock();
    struct race *races = memory_array(c->n_rows, sizeof *races);
    struct timed *programs = memory_array(c->n_rows + 1, sizeof *programs);
    size_t n = 0;
    for (size_t i = 0; i < c->n_rows; i++) {
        const struct compare_row *row = &c->rows[i];
        if (row->status != STATUS_OK)
            continue;
        races[n] =
            (struct race){ c, row, memory_array(row->integrator->workspace(ODE_MAX_STATES), 1) };
        programs[n] = (struct timed){ .run = run_race, .ctx = &races[n], .estimate = row->seconds };
        n++;
    }
    programs[n] = (struct timed){ .run = timing_calibration };
    if (n > 0)
        timing_measure(&clock, programs, n + 1, &c->effort, note, c);
    c->calibration = programs[n].timing;
    for (size_t i = c->n_rows, k = n; i-- > 0;)
        if (c->rows[i].status == STATUS_OK) {
            c->rows[i].timing = programs[--k].timing;
            free(races[k].work);
        }
    if (c->progress)
        cli_progress_done();
    free(races);
    free(programs);
}

void comparison_run(struct comparison *c)
{
    cli_progress("%s, %s", c->scenario->name, c->model->name);
    c->progress = true;
    comparisons_errors(c, 1, 1);
    comparison_times(c);
}
