/* How far a parameter of a fitted law may be off: intervals, and profiles where slopes are not
 * enough (law_fit.h). */
#include "properties/fitting/law_fit.h"

#include <math.h>

#include "tools/base/memory.h"
#include "tools/base/parallel.h"

/* Widens an interval of variable k, in its own units, by the places that profiles of parameters
 * have come to within theirs. */
static void reach(const struct law_fit *f, unsigned k, double *lo, double *hi)
{
    const double here = fit_variable(&f->estimate.fit, k);
    for (unsigned i = 0; f->profile && i < f->model->n_params; i++) {
        const struct profile *p = &f->profile[i];
        if (p->n == 0)
            continue;
        struct fit least = f->estimate.fit, most = f->estimate.fit;
        fit_set_variable(&least, k, here - p->below[k]);
        fit_set_variable(&most, k, here + p->above[k]);
        *lo = fmin(*lo, fit_value(&least, k));
        *hi = fmax(*hi, fit_value(&most, k));
    }
}

enum knowledge law_fit_knowledge(const struct law_fit *f, unsigned param)
{
    const struct fit *fit = &f->estimate.fit;
    const unsigned k = fit_variable_of(fit, param);
    if (k == fit->n)
        return KNOWN;
    if (f->estimate.knowledge[k] != KNOWN)
        return f->estimate.knowledge[k];
    double far = 0;
    for (unsigned i = 0; f->profile && i < f->model->n_params; i++)
        if (f->profile[i].n > 0)
            far = fmax(far, fmax(f->profile[i].below[k], f->profile[i].above[k]));
    return estimate_tells(fit, k, far / ESTIMATE_95) ? KNOWN : NOT_KNOWN;
}

void law_fit_interval(const struct law_fit *f, unsigned param, double *lo, double *hi)
{
    const struct fit *fit = &f->estimate.fit;
    const struct quantity *q = &f->model->params[param];
    const unsigned k = fit_variable_of(&f->estimate.fit, param);
    const double value = fit->p[param];
    if (k == fit->n) {
        *lo = *hi = value;
        return;
    }
    const double half = ESTIMATE_95 * f->estimate.deviation[k];
    const bool is_log = fit->kind[k] == FIT_LOG;
    /* Whether forces go with a logarithm or with the value itself is not known: the wider one. */
    *lo = is_log ? value * (1 - half) : value - half * fit->size[k];
    *hi = is_log ? value * exp(half) : value + half * fit->size[k];
    if (f->estimate.knowledge[k] == NO_EFFECT || f->estimate.knowledge[k] == AT_EDGE ||
        !isfinite(half)) {
        *lo = q->lo;
        *hi = q->hi;
    }
    /* A profile may lead to a better place, which is no reason to leave this one out. */
    if (f->profile && f->profile[param].n > 0) {
        *lo = fmin(f->profile[param].lo, value);
        *hi = fmax(f->profile[param].hi, value);
    }
    reach(f, k, lo, hi);
    *lo = fmax(*lo, q->lo);
    *hi = fmin(*hi, q->hi);
}

void law_fit_nuisance_interval(const struct law_fit *f, enum nuisance nuisance, double *lo,
                               double *hi)
{
    const struct fit *fit = &f->estimate.fit;
    const unsigned k = fit_nuisance_variable(fit, nuisance);
    *lo = *hi = fit->nuisances.value[nuisance];
    if (k == fit->n)
        return;
    const double half = ESTIMATE_95 * f->estimate.deviation[k] * fit->size[k];
    *lo -= half;
    *hi += half;
    reach(f, k, lo, hi);
}

/* Where a deviation is more than this, as a logarithm or a part of its size, the likelihood may be
 * far from the parabola at its top. */
static const double WIDE = 0.1;

struct profiles {
    const struct fit_data *data;
    const struct fit *best;
    struct law_fit *fit;
    unsigned k[MODEL_MAX_PARAMS];
};

static void find_profile(void *context, size_t i)
{
    const struct profiles *p = context;
    const struct estimate *e = &p->fit->estimate;
    profile_follow(p->best, p->data, e, p->k[i], &p->fit->profile[e->fit.of[p->k[i]]]);
}

void law_fit_profiles(bool all, unsigned jobs, struct law_fit *f)
{
    const struct estimate *e = &f->estimate;
    struct fit best = e->fit;
    struct profiles profiles = { .data = &f->filtered.data, .best = &best, .fit = f };
    size_t n = 0;
    for (unsigned k = 0; k < e->fit.n; k++)
        if (fit_is_parameter(&e->fit, k) && e->knowledge[k] != NO_EFFECT && !e->jumps &&
            (all ||
             (f->model->n_guards == 0 && (e->knowledge[k] != KNOWN || e->deviation[k] > WIDE))))
            profiles.k[n++] = k;
    f->profile = memory_array(f->model->n_params, sizeof *f->profile);
    if (n == 0)
        return;
    best.usual = 1;
    fit_improve(&best, &f->filtered.data, 2, FIT_DONE);
    parallel_for(n, jobs, "profiles", find_profile, &profiles);
}
