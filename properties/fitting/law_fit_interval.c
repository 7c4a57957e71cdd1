/* How far a parameter of a fitted law may be off: intervals, and profiles where slopes are not
 * enough (law_fit.h). */
#include "properties/fitting/law_fit.h"

#include <math.h>

#include "tools/base/memory.h"
#include "tools/base/parallel.h"

enum knowledge law_fit_knowledge(const struct law_fit *f, unsigned param)
{
    const unsigned k = fit_variable_of(&f->estimate.fit, param);
    return k < f->estimate.fit.n ? f->estimate.knowledge[k] : KNOWN;
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
    *lo = fmax(*lo, q->lo);
    *hi = fmin(*hi, q->hi);
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
        if (fit_is_parameter(&e->fit, k) && e->knowledge[k] != NO_EFFECT &&
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
