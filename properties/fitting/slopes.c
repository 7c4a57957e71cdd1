/* Slopes of residuals: by the tangents of a law that has them in lanes, otherwise by differences.
 *
 * Events move with parameters, and a force jumps where one passes over a sample. A difference
 * across the jump is no slope: it grows as its step shrinks. Of laws with events each slope is the
 * mean of the two quotients, of four, that agree best: a jump is in one of them, or in two that
 * differ by its height. For a step that is tried two quotients do, of which a jump is in the larger
 * one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/residuals.h"
#include "properties/tracing/trace.h"
#include "tools/base/memory.h"

/* Steps of variables; a delay moves the holds of a path, which jumps a little. */
static const double STEP = 1e-4, DELAY_STEP = 0.05;

enum { QUOTIENTS = 4 };
static const double QUOTIENT_STEP[QUOTIENTS] = { STEP, -STEP, STEP / 4, -STEP / 4 };

/* Returns the fit with variable k moved, and by how much, which is less at an end of its range. */
static struct fit moved_by(const struct fit *fit, unsigned k, double by, double *rise)
{
    double step[FIT_MOST] = { 0 };
    step[k] = by;
    const struct fit moved = fit_moved(fit, step);
    *rise = fit_variable(&moved, k) - fit_variable(fit, k);
    return moved;
}

/* Quotients of differences of the law's forces along the path that is known, to both sides. */
struct quotients {
    unsigned n;
    double *q[QUOTIENTS];   /* at each sample */
    double rise[QUOTIENTS]; /* by how much the variable has moved */
};

/* Adds the quotient for a step, if there is room for it. false: not finite. */
static bool add_quotient(const struct fit *fit, unsigned k, double step, const struct fit_run *run,
                         const struct along *known, struct quotients *all)
{
    const size_t n = run->path->n_samples;
    double rise;
    const struct fit moved = moved_by(fit, k, step, &rise);
    if (!(rise / step > 0.5))
        return true;
    struct along there = { known->delayed, memory_array(n, sizeof(double)) };
    const bool ok = along_trace(&moved, run, &there);
    for (size_t i = 0; i < n; i++)
        there.law[i] = (there.law[i] - known->law[i]) / rise;
    all->rise[all->n] = rise;
    all->q[all->n++] = there.law;
    return ok;
}

static void forget_quotients(struct quotients *all)
{
    for (unsigned j = 0; j < all->n; j++)
        free(all->q[j]);
}

/* The mean of the two that agree best; of only two the smaller one. */
static double agreed(const struct quotients *all, size_t i)
{
    if (all->n == 2)
        return fabs(all->q[0][i]) < fabs(all->q[1][i]) ? all->q[0][i] : all->q[1][i];
    double least = INFINITY, mean = all->q[0][i];
    for (unsigned a = 0; a < all->n; a++)
        for (unsigned b = a + 1; b < all->n; b++) {
            const double apart = fabs(all->q[a][i] - all->q[b][i]);
            if (apart < least) {
                least = apart;
                mean = (all->q[a][i] + all->q[b][i]) / 2;
            }
        }
    return mean;
}

/* slope[n] of the law's forces without jumps. false: not finite, or nothing moves. */
static bool slope_between_jumps(const struct fit *fit, unsigned k, const struct fit_run *run,
                                const struct along *known, unsigned quotients, double slope[])
{
    struct quotients all = { .n = 0 };
    bool ok = true;
    for (unsigned j = 0; j < quotients && ok; j++)
        ok = add_quotient(fit, k, QUOTIENT_STEP[j], run, known, &all);
    ok = ok && all.n > 0;
    for (size_t i = 0; i < run->path->n_samples && ok; i++)
        slope[i] = agreed(&all, i);
    forget_quotients(&all);
    return ok;
}

/* slope[n] of the law's forces where they are smooth: to both sides, where there is room for that,
 * otherwise by two steps to one. A quotient is off by half the bend times its rise: what that line
 * has at no rise is off by a square. */
static bool slope_of_second_order(const struct fit *fit, unsigned k, const struct fit_run *run,
                                  const struct along *known, double slope[])
{
    struct quotients all = { .n = 0 };
    bool ok = add_quotient(fit, k, STEP, run, known, &all) &&
              add_quotient(fit, k, -STEP, run, known, &all);
    if (all.n == 1)
        ok = ok && add_quotient(fit, k, all.rise[0] / 2, run, known, &all);
    ok = ok && all.n == 2;
    for (size_t i = 0; i < run->path->n_samples && ok; i++)
        slope[i] =
            (all.q[0][i] * all.rise[1] - all.q[1][i] * all.rise[0]) / (all.rise[1] - all.rise[0]);
    forget_quotients(&all);
    return ok;
}

/* slope[n] of the law's forces to the side on which there is room. */
static bool slope_of_first_order(const struct fit *fit, unsigned k, const struct fit_run *run,
                                 const struct along *known, double slope[])
{
    struct quotients all = { .n = 0 };
    bool ok = add_quotient(fit, k, STEP, run, known, &all) &&
              (all.n == 1 || add_quotient(fit, k, -STEP, run, known, &all));
    ok = ok && all.n == 1;
    for (size_t i = 0; i < run->path->n_samples && ok; i++)
        slope[i] = all.q[0][i];
    forget_quotients(&all);
    return ok;
}

static bool slope_of(const struct fit *fit, unsigned k, const struct fit_run *run,
                     const struct along *known, bool both, double slope[])
{
    if (fit->model->n_guards > 0)
        return slope_between_jumps(fit, k, run, known, both ? QUOTIENTS : 2, slope);
    return both ? slope_of_second_order(fit, k, run, known, slope)
                : slope_of_first_order(fit, k, run, known, slope);
}

/* Returns true where a step of variable k to either side moves no other parameter: at a joint
 * constraint one would, and with it the forces. */
static bool moves_alone(const struct fit *fit, unsigned k)
{
    bool is_allowed = true;
    for (int side = -1; side <= 1; side += 2) {
        struct fit moved = *fit;
        fit_set_variable(&moved, k, fit_variable(fit, k) + side * STEP);
        is_allowed &= fit_allows(fit->model, fit->within, moved.p);
    }
    return is_allowed;
}

/* slope[n] of the law's forces by its tangents. false: they are not those of variable k. */
static bool slope_of_tangents(const struct fit *fit, unsigned k, const struct fit_run *run,
                              const double *tangents, double slope[])
{
    const bool is_start = fit->kind[k] == FIT_START;
    const size_t n = run->path->n_samples;
    if (!tangents || !(is_start || moves_alone(fit, k)))
        return false;
    const double *column =
        tangents + (is_start ? fit->model->n_params + fit->of[k] : fit->of[k]) * n;
    const double size = fit->kind[k] == FIT_LOG ? fit->p[fit->of[k]] : fit->size[k];
    bool is_finite = true;
    for (size_t i = 0; i < n; i++) {
        slope[i] = size * column[i];
        is_finite &= isfinite(slope[i]) != 0;
    }
    return is_finite;
}

/* Writes what the residuals of a run lose where the law's forces gain slope[n]; returns how many
 * there are. */
static size_t as_residuals(const struct fit *fit, const struct fit_run *run, double slope[],
                           double column[])
{
    const struct motion *m = run->motion;
    const size_t n = run->path->n_samples;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        slope[i] *= nuisance_gain(&fit->nuisances, m->v[i * run->every]);
    if (run->white) {
        whitening_apply(run->white, slope, false, column);
        return 2 * n;
    }
    for (size_t i = 0; i < n; i++)
        if (run->weight[i] > 0)
            column[count++] = run->weight[i] * slope[i];
    return count;
}

/* Of a variable that the law's forces depend on; paths stay as they are. tangents: by run. */
static bool slopes_of_law(const struct traced *t, unsigned k, const struct fit_data *data,
                          double *const tangents[], bool both, double column[])
{
    bool ok = true;
    for (size_t j = 0, at = 0; j < data->n_runs && ok; j++) {
        const struct fit_run *run = &data->run[j];
        double *slope = memory_array(run->path->n_samples, sizeof *slope);
        ok = slope_of_tangents(&t->fit, k, run, tangents[j], slope) ||
             slope_of(&t->fit, k, run, &t->along[j], both, slope);
        if (ok)
            at += as_residuals(&t->fit, run, slope, column + at);
        free(slope);
    }
    return ok;
}

/* residual[] of a fit of which variable k of the rig differs from what is traced. */
static bool residuals_beside(const struct fit *fit, unsigned k, const struct traced *t,
                             const struct fit_data *data, double residual[])
{
    size_t at = 0;
    if (fit->of[k] == DELAY)
        return fit_residuals(fit, data, residual);
    for (size_t j = 0; j < data->n_runs; j++)
        at += residuals_of(fit, &data->run[j], &t->along[j], residual + at);
    return true;
}

/* Of what the rig adds, or of the delay: to both sides, or from what is traced to one. */
static bool slopes_of_rig(const struct traced *t, unsigned k, const struct fit_data *data,
                          bool both, double column[])
{
    const double size = t->fit.of[k] == DELAY ? DELAY_STEP : STEP;
    double rise, fall = 0, *back = both ? memory_array(data->n, sizeof *back) : t->residual;
    const struct fit above = moved_by(&t->fit, k, size, &rise);
    bool ok = residuals_beside(&above, k, t, data, column);
    if (both) {
        const struct fit below = moved_by(&t->fit, k, -size, &fall);
        ok = ok && residuals_beside(&below, k, t, data, back);
    }
    ok = ok && rise != fall;
    for (size_t i = 0; i < data->n && ok; i++)
        column[i] = (back[i] - column[i]) / (rise - fall);
    if (both)
        free(back);
    return ok;
}

/* Returns tangents along a run, to be freed; NULL: the law has none. */
static double *tangents_along(const struct fit *fit, const struct fit_run *run,
                              const struct along *known)
{
    const struct model *model = fit->model;
    const struct path *path = known->delayed.n > 0 ? &known->delayed : run->path;
    double *tangents =
        memory_array((model->n_params + model->n_states) * path->n_samples, sizeof *tangents);
    if (trace_slopes(model, fit->lanes, fit->p, fit_start(fit, run), path, tangents))
        return tangents;
    free(tangents);
    return NULL;
}

void traced_slopes(const struct traced *t, const struct fit_data *data, bool both, double slopes[])
{
    double **tangents = memory_array(data->n_runs, sizeof *tangents);
    for (size_t j = 0; j < data->n_runs && t->is_finite; j++)
        tangents[j] = tangents_along(&t->fit, &data->run[j], &t->along[j]);
    for (unsigned k = 0; k < t->fit.n; k++) {
        double *column = slopes + k * data->n;
        if (t->is_finite &&
            (t->fit.kind[k] == FIT_NUISANCE ? slopes_of_rig(t, k, data, both, column)
                                            : slopes_of_law(t, k, data, tangents, both, column)))
            continue;
        for (size_t i = 0; i < data->n; i++)
            column[i] = 0;
    }
    for (size_t j = 0; j < data->n_runs; j++)
        free(tangents[j]);
    free(tangents);
}

void fit_slopes(const struct fit *fit, const struct fit_data *data, bool both, double slopes[])
{
    struct traced t;
    traced_begin(fit, data, &t);
    traced_slopes(&t, data, both, slopes);
    traced_end(data, &t);
}
