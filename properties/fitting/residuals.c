/* Forces of a law as a rig shows them, and what they leave of those measured (residuals.h). */
#include "properties/fitting/residuals.h"

#include <math.h>
#include <stdlib.h>

#include "properties/tracing/trace.h"
#include "tools/base/memory.h"

void along_begin(const struct fit *fit, const struct fit_run *run, struct along *along)
{
    const struct motion *m = run->motion;
    const double delay = fit->nuisances.value[DELAY];
    *along = (struct along){ .law = memory_array(run->path->n_samples, sizeof(double)) };
    if (delay != 0)
        path_make(&along->delayed, m->n, m->t, m->x, m->v, run->every, delay);
}

void along_end(struct along *along)
{
    path_free(&along->delayed);
    free(along->law);
}

/* A law with memory takes time for each of its lengths that a motion passes, up to a microsecond:
 * with this many of them a fit, which follows the motion some hundred times, takes minutes. Such a
 * law slides at once, as far as the motion tells. */
static const double MOST_LENGTHS = 1e6;

static bool passes_too_many(const struct fit *fit, const struct motion *m)
{
    const struct model *model = fit->model;
    double travel = 0;
    if (model->n_guards + model->n_ints + model->n_reals == 0 || !model->length)
        return false;
    for (size_t i = 1; i < m->n; i++)
        travel += fabs(m->x[i] - m->x[i - 1]);
    return travel > MOST_LENGTHS * model->length(fit->p);
}

bool along_trace(const struct fit *fit, const struct fit_run *run, struct along *along)
{
    if (passes_too_many(fit, run->motion))
        return false;
    return trace_force(fit->model, fit->lanes, fit->p, fit_start(fit, run),
                       along->delayed.n > 0 ? &along->delayed : run->path, along->law);
}

size_t fit_counts(const struct fit_run *run)
{
    size_t n = 0;
    for (size_t i = 0; i < run->path->n_samples; i++)
        n += run->weight[i] > 0;
    return n;
}

/* force[n_samples] = what the rig shows of the law's forces. */
static void add_rig(const struct fit *fit, const struct fit_run *run, const struct along *along,
                    double force[])
{
    const struct motion *m = run->motion;
    const double middle = (m->t[0] + m->t[m->n - 1]) / 2;
    const double delay = fit->nuisances.value[DELAY];
    const bool has_mass = fit->nuisances.value[MASS] != 0 || (run->mass > 0 && delay != 0);
    for (size_t i = 0, at = 0; at < m->n; i++, at += run->every) {
        const double a = has_mass ? motion_acceleration_before(m, at, delay) : 0;
        const struct nuisance_place place = { m->t[at] - middle, m->x[at], m->v[at], a };
        force[i] = nuisance_add(&fit->nuisances, &place, along->law[i]);
        /* The applied force is behind the motion of the mass, too. */
        if (has_mass)
            force[i] += run->mass * (a - motion_acceleration(m, at));
    }
}

bool fit_force(const struct fit *fit, const struct fit_run *run, double force[])
{
    struct along along;
    along_begin(fit, run, &along);
    const bool is_finite = along_trace(fit, run, &along);
    add_rig(fit, run, &along, force);
    along_end(&along);
    return is_finite;
}

size_t residuals_of(const struct fit *fit, const struct fit_run *run, const struct along *along,
                    double residual[])
{
    const size_t n = run->path->n_samples;
    double *force = memory_array(n, sizeof *force);
    size_t k = 0;
    add_rig(fit, run, along, force);
    for (size_t i = 0; i < n; i++)
        force[i] = run->force[i] - force[i];
    if (run->white) {
        whitening_apply(run->white, force, true, residual);
        k = 2 * n;
    }
    for (size_t i = 0; i < n && !run->white; i++)
        if (run->weight[i] > 0)
            residual[k++] = run->weight[i] * force[i];
    free(force);
    return k;
}

void traced_begin(const struct fit *fit, const struct fit_data *data, struct traced *t)
{
    size_t k = 0;
    *t = (struct traced){ .fit = *fit,
                          .along = memory_array(data->n_runs, sizeof *t->along),
                          .residual = memory_array(data->n, sizeof *t->residual),
                          .is_finite = true };
    for (size_t j = 0; j < data->n_runs; j++) {
        along_begin(fit, &data->run[j], &t->along[j]);
        t->is_finite = t->is_finite && along_trace(fit, &data->run[j], &t->along[j]);
        if (t->is_finite)
            k += residuals_of(fit, &data->run[j], &t->along[j], t->residual + k);
    }
}

void traced_end(const struct fit_data *data, struct traced *t)
{
    for (size_t j = 0; t->along && j < data->n_runs; j++)
        along_end(&t->along[j]);
    free(t->along);
    free(t->residual);
    *t = (struct traced){ .along = NULL };
}

bool fit_residuals(const struct fit *fit, const struct fit_data *data, double residual[])
{
    struct traced t;
    traced_begin(fit, data, &t);
    const bool is_finite = t.is_finite;
    for (size_t i = 0; i < data->n && is_finite; i++)
        residual[i] = t.residual[i];
    traced_end(data, &t);
    return is_finite;
}
