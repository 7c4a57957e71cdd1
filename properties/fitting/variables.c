/* The variables of a fit: parameters in logarithms or as parts, what the rig adds, and where runs
 * begin (fit.h). */
#include <math.h>
#include <string.h>

#include "properties/fitting/fit.h"

/* A delay of more samples than this is no delay of a rig that samples fast enough. */
static const double MOST_DELAY = 50;

static void add_variable(struct fit *fit, enum fit_variable kind, unsigned of, double size)
{
    fit->kind[fit->n] = kind;
    fit->of[fit->n] = of;
    fit->size[fit->n++] = size;
}

bool fit_allows(const struct model *model, const struct claim *within, const double p[])
{
    bool is_within = model_is_valid_f64(model, p);
    for (unsigned i = 0; within && i < within->n_box && is_within; i++) {
        const struct interval *box = &within->box[i];
        is_within = p[box->param] >= box->lo && p[box->param] <= box->hi;
    }
    return is_within && !(within && within->contains && !within->contains(p));
}

static void add_parameters(struct fit *fit, const struct fit_setup *setup)
{
    const struct model *model = setup->model;
    for (unsigned i = 0; i < model->n_params; i++) {
        const double lo = model->params[i].lo, hi = model->params[i].hi, p = setup->p[i];
        fit->p[i] = p;
        fit->is_free[i] = setup->is_free[i] && !model_param_is_whole(model, i);
        if (fit->is_free[i] && lo > 0)
            add_variable(fit, FIT_LOG, i, 1);
        else if (fit->is_free[i])
            add_variable(fit, FIT_LINEAR, i, p != 0 ? fabs(p) : fmin(1, fmax(fabs(lo), hi)));
    }
}

void fit_add_nuisance(struct fit *fit, enum nuisance nuisance)
{
    add_variable(fit, FIT_NUISANCE, nuisance, fit->nuisances.size[nuisance]);
}

void fit_begin(struct fit *fit, const struct fit_setup *setup)
{
    *fit = (struct fit){ .model = setup->model,
                         .lanes = setup->lanes,
                         .within = setup->within,
                         .nuisances = setup->nuisances,
                         .usual = INFINITY,
                         .rms = INFINITY,
                         .loss = INFINITY };
    add_parameters(fit, setup);
    for (unsigned i = 0; i < N_NUISANCES; i++)
        if (setup->nuisances.is_free[i])
            fit_add_nuisance(fit, i);
    if (!setup->has_runs)
        fit_add_beginning(fit, 0);
}

void fit_add_beginning(struct fit *fit, size_t run)
{
    const struct model *model = fit->model;
    double scale[MODEL_MAX_STATES];
    if (model->n_states == 0 || model->n_guards > 0 || run >= FIT_RUNS)
        return;
    fit->run = (unsigned)run;
    model_scales_f64(model, fit->p, model->length ? model->length(fit->p) : 1, scale);
    for (unsigned i = 0; i < model->n_states; i++)
        add_variable(fit, FIT_START, i, scale[i]);
}

const double *fit_start(const struct fit *fit, const struct fit_run *run)
{
    static const double own[MODEL_MAX_STATES];
    return run->index < FIT_RUNS ? fit->start[run->index] : own;
}

bool fit_is_parameter(const struct fit *fit, unsigned k)
{
    return fit->kind[k] == FIT_LOG || fit->kind[k] == FIT_LINEAR;
}

unsigned fit_variable_of(const struct fit *fit, unsigned param)
{
    unsigned k = 0;
    while (k < fit->n && !(fit_is_parameter(fit, k) && fit->of[k] == param))
        k++;
    return k;
}

unsigned fit_nuisance_variable(const struct fit *fit, enum nuisance nuisance)
{
    unsigned k = 0;
    while (k < fit->n && !(fit->kind[k] == FIT_NUISANCE && fit->of[k] == (unsigned)nuisance))
        k++;
    return k;
}

double fit_value(const struct fit *fit, unsigned k)
{
    const unsigned i = fit->of[k];
    if (fit_is_parameter(fit, k))
        return fit->p[i];
    return fit->kind[k] == FIT_NUISANCE ? fit->nuisances.value[i] : fit->start[fit->run][i];
}

double fit_variable(const struct fit *fit, unsigned k)
{
    const double value = fit_value(fit, k);
    return fit->kind[k] == FIT_LOG ? log(value) : value / fit->size[k];
}

double fit_set_variable(struct fit *fit, unsigned k, double u)
{
    const unsigned i = fit->of[k];
    if (fit->kind[k] == FIT_NUISANCE || fit->kind[k] == FIT_START) {
        const double most = fit->kind[k] == FIT_START ? 1 : i == DELAY ? MOST_DELAY : fabs(u);
        const double within = fmin(fmax(u, -most), most);
        *(fit->kind[k] == FIT_START ? &fit->start[fit->run][i] : &fit->nuisances.value[i]) =
            within * fit->size[k];
        return u - within;
    }
    const struct quantity *q = &fit->model->params[i];
    const double value = fit->kind[k] == FIT_LOG ? exp(u) : u * fit->size[k];
    fit->p[i] = fmin(fmax(value, q->lo), q->hi);
    return fit->p[i] == value ? 0 : u - fit_variable(fit, k);
}

/* Moves variable k alone, to either side, until the parameters are allowed, and returns how far;
 * INFINITY: they are not, however far. */
static double move_one(struct fit *fit, unsigned k)
{
    const double u = fit_variable(fit, k);
    double far = 1e-3;
    for (int doubling = 0; doubling < 15; doubling++, far *= 2)
        for (int side = -1; side <= 1; side += 2) {
            double out = 0, in = far;
            fit_set_variable(fit, k, u + side * in);
            if (!fit_allows(fit->model, fit->within, fit->p))
                continue;
            for (int halving = 0; halving < 50; halving++) {
                const double middle = (out + in) / 2;
                fit_set_variable(fit, k, u + side * middle);
                *(fit_allows(fit->model, fit->within, fit->p) ? &in : &out) = middle;
            }
            fit_set_variable(fit, k, u + side * in);
            return in;
        }
    return INFINITY;
}

unsigned fit_bring_back(const struct fit *fit, struct fit back[])
{
    double least = INFINITY;
    unsigned n = 0;
    for (unsigned k = 0; k < fit->n; k++) {
        struct fit moved = *fit;
        if (!fit_is_parameter(fit, k))
            continue;
        const double far = move_one(&moved, k);
        if (!isfinite(far))
            continue;
        back[n] = far < least && n > 0 ? back[0] : moved;
        back[far < least ? 0 : n] = moved;
        least = fmin(least, far);
        n++;
    }
    return n;
}

struct fit fit_set_variables(const struct fit *fit, const double u[], double outside[])
{
    struct fit moved = *fit;
    for (unsigned k = 0; k < fit->n; k++)
        outside[k] = fit_set_variable(&moved, k, u[k]);
    if (fit_allows(fit->model, fit->within, moved.p))
        return moved;
    struct fit back[MODEL_MAX_PARAMS];
    memcpy(moved.p, fit_bring_back(&moved, back) > 0 ? back[0].p : fit->p, sizeof moved.p);
    for (unsigned k = 0; k < fit->n; k++)
        if (fit_is_parameter(fit, k))
            outside[k] = u[k] - fit_variable(&moved, k);
    return moved;
}

struct fit fit_moved(const struct fit *fit, const double step[])
{
    double u[FIT_MOST], outside[FIT_MOST];
    for (unsigned k = 0; k < fit->n; k++)
        u[k] = fit_variable(fit, k) + step[k];
    return fit_set_variables(fit, u, outside);
}

void fit_resize(struct fit *fit)
{
    for (unsigned k = 0; k < fit->n; k++)
        if (fit->kind[k] == FIT_LINEAR)
            fit->size[k] = fmax(fit->size[k], fabs(fit->p[fit->of[k]]));
}

void fit_hold(struct fit *fit, unsigned k)
{
    if (k >= fit->n)
        return;
    for (unsigned i = k + 1; i < fit->n; i++) {
        fit->kind[i - 1] = fit->kind[i];
        fit->of[i - 1] = fit->of[i];
        fit->size[i - 1] = fit->size[i];
    }
    fit->n--;
}
