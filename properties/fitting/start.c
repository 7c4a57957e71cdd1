/* Draws parameters by their units (start.h). */
#include "properties/fitting/start.h"

#include <gsl/gsl_qrng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/units.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"

enum { SOBOL_DIMENSIONS = 40 };

/* Exponents of force, length and time in the unit of a parameter. */
struct dimension {
    double force, length, time;
};

static int find_parameter(void *context, const char *name, size_t n)
{
    const struct model *model = context;
    for (unsigned i = 0; i < model->n_params; i++)
        if (strlen(model->params[i].name) == n && strncmp(model->params[i].name, name, n) == 0)
            return (int)i;
    return -1;
}

static double exponent(const struct unit *unit, int base, const double p[])
{
    const double times = unit->parameter >= 0 ? unit->times[base] * p[unit->parameter] : 0;
    return (unit->whole[base] + times) / UNIT_PARTS;
}

/* Units that cannot be read, as those of shared objects may, are taken for none. Quantities have
 * blanks where Modelica has dots. */
static void dimensions(const struct model *model, const double p[], struct dimension d[])
{
    for (unsigned i = 0; i < model->n_params; i++) {
        struct unit unit;
        char text[UNIT_TEXT];
        snprintf(text, sizeof text, "%s", model->params[i].unit);
        for (char *blank = text; (blank = strchr(blank, ' ')) != NULL;)
            *blank = '.';
        d[i] = (struct dimension){ 0, 0, 0 };
        if (unit_read(text, find_parameter, (void *)model, &unit))
            continue;
        const double kg = exponent(&unit, UNIT_KILOGRAM, p);
        d[i] = (struct dimension){ kg, exponent(&unit, UNIT_METRE, p) - kg,
                                   exponent(&unit, UNIT_SECOND, p) + 2 * kg };
    }
}

/* Multiplies free parameters by factors of force, length and time. */
static void scale(const struct model *model, const bool is_free[], const struct dimension d[],
                  double force, double length, double time, double p[])
{
    for (unsigned i = 0; i < model->n_params; i++)
        if (is_free[i])
            p[i] *= pow(force, d[i].force) * pow(length, d[i].length) * pow(time, d[i].time);
}

static void keep_in_range(const struct model *model, double p[])
{
    for (unsigned i = 0; i < model->n_params; i++)
        p[i] = fmin(fmax(p[i], model->params[i].lo), model->params[i].hi);
}

/* A law whose forces do not go with those measured is taken to be small. */
static const double LEAST_SCALE = 1e-3;

/* Returns the factor by which forces of the law come nearest to those measured, and sets their
 * offset; 0: the law has no forces. */
static double best_scale(const struct fit *fit, const struct fit_data *data, double *offset)
{
    double law = 0, both = 0, sum_law = 0, sum = 0, n = 0;
    bool ok = true;
    for (size_t j = 0; j < data->n_runs && ok; j++) {
        const struct fit_run *run = &data->run[j];
        double *force = memory_array(run->path->n_samples, sizeof *force);
        ok = fit_force(fit, run, force);
        for (size_t i = 0; i < run->path->n_samples && ok; i++) {
            if (run->weight[i] == 0)
                continue;
            law += force[i] * force[i];
            both += force[i] * run->force[i];
            sum_law += force[i];
            sum += run->force[i];
            n++;
        }
        free(force);
    }
    const double spread = law - sum_law * sum_law / n;
    const double best = spread > 0 ? (both - sum_law * sum / n) / spread : 0;
    const double factor = fmax(best, LEAST_SCALE);
    *offset = (sum - factor * sum_law) / n;
    return ok && isfinite(factor) ? factor : 0;
}

/* Keeps the fit among the best. */
static void keep(const struct fit *fit, unsigned *n, struct fit best[])
{
    unsigned at = *n;
    while (at > 0 && fit->rms < best[at - 1].rms)
        at--;
    if (at == START_MOST)
        return;
    const unsigned last = *n < START_MOST ? *n : START_MOST - 1;
    memmove(best + at + 1, best + at, (last - at) * sizeof *best);
    best[at] = *fit;
    *n = last + 1;
}

static double length_of(const struct model *model, const double p[])
{
    return model->length ? model->length(p) : 1e-5;
}

static double speed_of(const struct model *model, const double p[])
{
    return model->stribeck_speed ? model->stribeck_speed(p) : 1e-3;
}

void start_scale_as(const struct model *model, const bool is_free[], const struct model *other,
                    const double of_other[], double p[])
{
    struct dimension d[MODEL_MAX_PARAMS] = { { 0, 0, 0 } };
    const double length = length_of(other, of_other) / length_of(model, p);
    const double speed = speed_of(other, of_other) / speed_of(model, p);
    dimensions(model, p, d);
    scale(model, is_free, d, 1, length, length / speed, p);
    keep_in_range(model, p);
}

/* The parameters of draw number i at the point u of the unit cube. */
static void draw(const struct fit *first, const struct dimension d[], const struct start_range *r,
                 unsigned i, unsigned draws, const double u[], double p[])
{
    const struct model *model = first->model;
    const double length0 = length_of(model, first->p), speed0 = speed_of(model, first->p);
    const double length = r->length[0] * pow(r->length[1] / r->length[0], u[0]) / length0;
    const double speed = r->speed[0] * pow(r->speed[1] / r->speed[0], u[1]) / speed0;
    memcpy(p, first->p, model->n_params * sizeof *p);
    scale(model, first->is_free, d, 1, length, length / speed, p);
    unsigned k = 2;
    for (unsigned j = 0; j < model->n_params; j++) {
        if (!first->is_free[j])
            continue;
        const double jitter = 6.0 * i / draws * (u[k < SOBOL_DIMENSIONS ? k : 2 + k % 38] - 0.5);
        const bool is_wide = model->params[j].hi > 100 * fabs(model->params[j].lo);
        if (is_wide)
            p[j] *= exp(jitter);
        else
            p[j] += jitter / 6 * (model->params[j].hi - model->params[j].lo) / 2;
        k++;
    }
    keep_in_range(model, p);
}

/* Moves parameters at random, by up to a factor of a thousand, until they are allowed. Returns
 * false where that does not happen soon. */
static bool move_inside(const struct fit *first, struct rng *rng, double p[])
{
    enum { TRIES = 1000 };
    const struct model *model = first->model;
    for (int k = 0; k < TRIES; k++) {
        double moved[MODEL_MAX_PARAMS];
        memcpy(moved, p, sizeof moved);
        for (unsigned i = 0; i < model->n_params; i++)
            if (first->is_free[i] && model->params[i].hi > 100 * fabs(model->params[i].lo))
                moved[i] *= rng_log_uniform(rng, 1e-3, 1e3);
        keep_in_range(model, moved);
        if (fit_allows(model, first->within, moved)) {
            memcpy(p, moved, sizeof moved);
            return true;
        }
    }
    return false;
}

unsigned start_fits(const struct fit_setup *setup, const struct fit_data *data,
                    const struct start_range *range, unsigned draws, struct fit best[START_MOST])
{
    const struct model *model = setup->model;
    /* Of joint constraints few draws fulfil all. */
    enum { TRIES = 20 };
    struct dimension d[MODEL_MAX_PARAMS] = { { 0, 0, 0 } };
    struct fit_setup drawn = *setup;
    struct fit first, at;
    double u[SOBOL_DIMENSIONS];
    unsigned n = 0;
    struct rng rng = rng_keyed(0, "starts", 0);
    fit_begin(&first, setup);
    dimensions(model, setup->p, d);
    gsl_qrng *sobol = gsl_qrng_alloc(gsl_qrng_sobol, SOBOL_DIMENSIONS);
    for (unsigned i = 0, tries = 0; i < draws && tries < TRIES * draws; tries++) {
        gsl_qrng_get(sobol, u);
        drawn = *setup;
        if (tries > 0)
            draw(&first, d, range, tries % draws, draws, u, drawn.p);
        if (!fit_allows(model, setup->within, drawn.p) &&
            !(setup->within && move_inside(&first, &rng, drawn.p)))
            continue;
        i++;
        fit_begin(&at, &drawn);
        double offset;
        const double factor = best_scale(&at, data, &offset);
        if (factor == 0)
            continue;
        scale(model, at.is_free, d, factor, 1, 1, drawn.p);
        keep_in_range(model, drawn.p);
        if (!fit_allows(model, setup->within, drawn.p))
            continue;
        if (setup->nuisances.is_free[OFFSET])
            drawn.nuisances.value[OFFSET] = offset;
        fit_begin(&at, &drawn);
        fit_measure(&at, data);
        if (at.is_finite)
            keep(&at, &n, best);
    }
    gsl_qrng_free(sobol);
    return n;
}
