/* Slopes of residuals by differences: a law is a function of its parameters that costs as much as
 * its closed form.
 *
 * Events move with parameters, and a force jumps where one passes over a sample. A difference
 * across the jump is no slope: it grows as its step shrinks. Of laws with events each slope is the
 * mean of the two quotients, of four, that agree best: a jump is in one of them, or in two that
 * differ by its height. */
#include <math.h>
#include <stdlib.h>

#include "properties/fitting/residuals.h"
#include "tools/base/memory.h"

/* Steps of variables; a delay moves the holds of a path, which jumps a little. */
static const double STEP = 1e-4, DELAY_STEP = 0.05;

enum { QUOTIENTS = 4 };
static const double QUOTIENT_STEP[QUOTIENTS] = { STEP, -STEP, STEP / 4, -STEP / 4 };

static bool is_of(const struct fit *fit, unsigned k, enum nuisance nuisance)
{
    return fit->kind[k] == FIT_NUISANCE && fit->of[k] == (unsigned)nuisance;
}

/* Returns the fit with variable k moved, and by how much, which is less at an end of its range. */
static struct fit moved_by(const struct fit *fit, unsigned k, double by, double *rise)
{
    double step[FIT_MOST] = { 0 };
    step[k] = by;
    const struct fit moved = fit_moved(fit, step);
    *rise = fit_variable(&moved, k) - fit_variable(fit, k);
    return moved;
}

/* Two fits that differ in one variable, and by how much. */
struct pair {
    struct fit side[2];
    double rise;
};

/* Both sides of the fit, or the fit itself and the side on which there is room. */
static struct pair pair_around(const struct fit *fit, unsigned k, double size, bool both)
{
    struct pair pair = { .side[1] = *fit };
    double back = 0;
    pair.side[0] = moved_by(fit, k, size, &pair.rise);
    if (both)
        pair.side[1] = moved_by(fit, k, -size, &back);
    else if (!(pair.rise > size / 2))
        pair.side[0] = moved_by(fit, k, -size, &pair.rise);
    pair.rise -= back;
    return pair;
}

/* law[n] of the moved fit, along the path that is known. */
static bool law_of(const struct fit *fit, const struct fit_run *run, const struct along *known,
                   double law[])
{
    struct along moved = { known->delayed, law };
    return along_trace(fit, run, &moved);
}

/* slope[n] of the law's forces, without jumps. false: not finite, or nothing moves. */
static bool slope_between_jumps(const struct fit *fit, unsigned k, const struct fit_run *run,
                                const struct along *known, double slope[])
{
    const size_t n = run->path->n_samples;
    double *q = memory_array(QUOTIENTS * n, sizeof *q);
    unsigned count = 0;
    bool ok = true;
    for (unsigned j = 0; j < QUOTIENTS && ok; j++) {
        double rise, *law = q + count * n;
        const struct fit moved = moved_by(fit, k, QUOTIENT_STEP[j], &rise);
        if (fabs(rise) < fabs(QUOTIENT_STEP[j]) / 2)
            continue;
        ok = law_of(&moved, run, known, law);
        for (size_t i = 0; i < n; i++)
            law[i] = (law[i] - known->law[i]) / rise;
        count++;
    }
    for (size_t i = 0; i < n && count > 0; i++) {
        double least = INFINITY;
        slope[i] = q[i];
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = a + 1; b < count; b++) {
                const double apart = fabs(q[a * n + i] - q[b * n + i]);
                if (apart < least) {
                    least = apart;
                    slope[i] = (q[a * n + i] + q[b * n + i]) / 2;
                }
            }
    }
    free(q);
    return ok && count > 0;
}

/* slope[n] of the law's forces where they are smooth. */
static bool slope_of_pair(const struct pair *pair, bool both, const struct fit_run *run,
                          const struct along *known, double slope[])
{
    const size_t n = run->path->n_samples;
    double *back = both ? memory_array(n, sizeof *back) : known->law;
    const bool ok = pair->rise != 0 && law_of(&pair->side[0], run, known, slope) &&
                    (!both || law_of(&pair->side[1], run, known, back));
    for (size_t i = 0; i < n && ok; i++)
        slope[i] = (slope[i] - back[i]) / pair->rise;
    if (both)
        free(back);
    return ok;
}

/* Writes what the residuals of a run lose where the law's forces gain slope[n]; returns how many
 * there are. */
static size_t as_residuals(const struct fit *fit, const struct fit_run *run,
                           const struct along *known, double slope[], double column[])
{
    const size_t n = run->path->n_samples;
    struct along gained = { known->delayed, slope };
    double *as_it_is = memory_array(2 * n, sizeof *as_it_is);
    for (size_t i = 0; i < n; i++)
        slope[i] = known->law[i] + STEP * slope[i];
    const size_t count = residuals_of(fit, run, known, as_it_is);
    residuals_of(fit, run, &gained, column);
    for (size_t i = 0; i < count; i++)
        column[i] = (as_it_is[i] - column[i]) / STEP;
    free(as_it_is);
    return count;
}

/* Of a variable that the law's forces depend on; paths stay as they are. */
static bool slopes_of_law(const struct fit *fit, unsigned k, const struct fit_data *data,
                          const struct along known[], bool both, double column[])
{
    const bool jumps = fit->model->n_guards > 0;
    const struct pair pair = pair_around(fit, k, STEP, both);
    bool ok = true;
    for (size_t j = 0, at = 0; j < data->n_runs && ok; j++) {
        const struct fit_run *run = &data->run[j];
        double *slope = memory_array(run->path->n_samples, sizeof *slope);
        ok = jumps ? slope_between_jumps(fit, k, run, &known[j], slope)
                   : slope_of_pair(&pair, both, run, &known[j], slope);
        if (ok)
            at += as_residuals(fit, run, &known[j], slope, column + at);
        free(slope);
    }
    return ok;
}

/* residual[] of a fit of which the rig or the path differs from what is known. */
static bool residuals_beside(const struct fit *fit, bool is_path, const struct fit_data *data,
                             const struct along known[], double residual[])
{
    size_t at = 0;
    if (is_path)
        return fit_residuals(fit, data, residual);
    for (size_t j = 0; j < data->n_runs; j++)
        at += residuals_of(fit, &data->run[j], &known[j], residual + at);
    return true;
}

/* Of what the rig adds, or of the delay. */
static bool slopes_of_rig(const struct fit *fit, unsigned k, const struct fit_data *data,
                          const struct along known[], bool both, double column[])
{
    const bool is_path = is_of(fit, k, DELAY);
    const struct pair pair = pair_around(fit, k, is_path ? DELAY_STEP : STEP, both);
    double *back = memory_array(data->n, sizeof *back);
    const bool ok = pair.rise != 0 &&
                    residuals_beside(&pair.side[0], is_path, data, known, column) &&
                    residuals_beside(&pair.side[1], is_path, data, known, back);
    for (size_t i = 0; i < data->n && ok; i++)
        column[i] = (back[i] - column[i]) / pair.rise;
    free(back);
    return ok;
}

void fit_slopes(const struct fit *fit, const struct fit_data *data, bool both, double slopes[])
{
    struct along *known = memory_array(data->n_runs, sizeof *known);
    bool ok = true;
    for (size_t j = 0; j < data->n_runs; j++) {
        along_begin(fit, &data->run[j], &known[j]);
        ok &= along_trace(fit, &data->run[j], &known[j]);
    }
    for (unsigned k = 0; k < fit->n; k++) {
        double *column = slopes + k * data->n;
        const bool is_rig = fit->kind[k] == FIT_NUISANCE;
        if (ok && (is_rig ? slopes_of_rig : slopes_of_law)(fit, k, data, known, both, column))
            continue;
        for (size_t i = 0; i < data->n; i++)
            column[i] = 0;
    }
    for (size_t j = 0; j < data->n_runs; j++)
        along_end(&known[j]);
    free(known);
}
