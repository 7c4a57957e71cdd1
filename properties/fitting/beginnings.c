/* Where runs begin, one by one: a stretched bristle is no parameter of the law (fit.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/fit.h"
#include "tools/base/memory.h"

void fit_find_beginnings(struct fit *fit, const struct fit_data *data)
{
    enum { SLOPES = 6 };
    for (size_t j = 0; j < data->n_runs; j++) {
        const struct fit_data run = { &data->run[j], 1, fit_counts(&data->run[j]) };
        struct fit one = *fit;
        one.n = 0;
        fit_add_beginning(&one, j);
        if (one.n == 0 || run.n <= one.n)
            continue;
        fit_improve(&one, &run, SLOPES, FIT_CLOSE);
        for (unsigned i = 0; i < fit->model->n_states && one.is_finite; i++)
            fit->start[j][i] = one.start[j][i];
    }
}

void fit_improve_in_turns(struct fit *fit, const struct fit_data *data, int most, double gain)
{
    enum { TURNS = 20 };
    static const double LEAST = 0.01;
    double before = INFINITY;
    fit_improve(fit, data, most, gain);
    for (int turn = 0; turn < TURNS && data->n_runs > 1 && fit->loss < before * (1 - LEAST);
         turn++) {
        before = fit->loss;
        fit_find_beginnings(fit, data);
        fit_improve(fit, data, most, gain);
    }
}

/* 99.9 % of chi-square numbers of one degree of freedom are less. */
static const double CHI_SQUARE = 10.83;

/* Returns how sure it is that a run begins as one fit has it and not as the other: the square of
 * what is left by the other along where the two differ, over its variance. Errors of a motion last,
 * so that the variance is that of sums over a fiftieth of the run. */
static double how_sure(const struct fit_data *run, const struct fit *found, const struct fit *own)
{
    enum { WINDOWS = 50 };
    double *a = memory_array(run->n, sizeof *a), *b = memory_array(run->n, sizeof *b);
    double along = 0, variance = 0, sum = 0;
    const bool is_finite = fit_residuals(found, run, a) && fit_residuals(own, run, b);
    for (size_t i = 0; is_finite && i < run->n; i++) {
        const double apart = b[i] - a[i];
        along += apart * b[i];
        sum += apart * a[i];
        if ((i + 1) * WINDOWS / run->n > i * WINDOWS / run->n) {
            variance += sum * sum;
            sum = 0;
        }
    }
    free(a);
    free(b);
    return !is_finite ? (double)INFINITY : variance > 0 ? along * along / variance : 0;
}

/* Returns true where a run begins no farther from where the law does than a position may be off,
 * three deviations of it: rounded ones make a deflection look like that. */
static bool is_near(const struct fit *fit, const struct fit_run *run, const double start[])
{
    bool near = true;
    for (unsigned i = 0; i < fit->model->n_states; i++)
        near &= start[i] == 0 || (strcmp(fit->model->states[i].unit, "m") == 0 &&
                                  fabs(start[i]) <= 3 * motion_noise(run->motion));
    return near;
}

void fit_begin_again(struct fit *fit, const struct fit_data *plain, double usual)
{
    const unsigned n_states = fit->model->n_states;
    if (n_states == 0 || fit->model->n_guards > 0)
        return;
    fit->usual = usual;
    fit_find_beginnings(fit, plain);
    for (size_t j = 0; j < plain->n_runs && j < FIT_RUNS; j++) {
        const struct fit_data run = { &plain->run[j], 1, fit_counts(&plain->run[j]) };
        struct fit own = *fit;
        memset(own.start[j], 0, sizeof own.start[j]);
        const bool is_own = plain->n_runs == 1 && is_near(fit, run.run, fit->start[j]);
        if (is_own || !(how_sure(&run, fit, &own) > CHI_SQUARE * n_states))
            memset(fit->start[j], 0, sizeof fit->start[j]);
    }
}

void fit_hold_beginnings(struct fit *fit)
{
    for (unsigned k = fit->n; k-- > 0;)
        if (fit->kind[k] == FIT_START)
            fit_hold(fit, k);
}
