/* The steps of a fit: starts on coarse data, all data as if residuals were independent, then with
 * the filter of the motion's errors (law_fit.h). */
#include "properties/fitting/law_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/coarse.h"
#include "properties/fitting/settle.h"
#include "properties/measurement/sensor.h"
#include "tools/base/memory.h"

/* Parts of an interval by which a delay is taken to be off where a force jumps, at first and at
 * least: where in its interval it jumps, samples do not say. */
static const double JITTER = 0.5, LEAST_JITTER = 0.05;

void law_fit_defaults(const struct model *model, const struct measured *m,
                      struct law_fit_settings *settings)
{
    /* The more parameters, the rarer are draws near the best place (recovery_slow_test). */
    enum { LEAST = 192, EACH = 48 };
    struct fit_setup *setup = &settings->setup;
    unsigned n = 0;
    *settings = (struct law_fit_settings){ .setup.model = model };
    model_defaults_f64(model, setup->p);
    for (unsigned i = 0; i < model->n_params; i++)
        n += setup->is_free[i] = !model_param_is_whole(model, i);
    settings->draws = n * EACH > LEAST ? n * EACH : LEAST;
    for (int i = 0; i < N_NUISANCES; i++)
        setup->nuisances.size[i] = nuisance_size(i, m->force, motion_interval(&m->run[0].motion));
    setup->nuisances.is_free[OFFSET] = true;
    setup->nuisances.is_free[DELAY] = m->mass == 0;
    setup->has_runs = m->n_runs > 1;
}

/* Where forces jump, the sum of squares has a step wherever a delay moves a jump over a sample, and
 * slopes say nothing of it: looks for the best delay, by half samples, around that of the fit and
 * around none. */
static void find_delay(const struct fit_data *data, struct fit *fit)
{
    enum { REACH = 12 };
    const double size = fit->nuisances.size[DELAY], centre[2] = { fit->nuisances.value[DELAY], 0 };
    struct fit best = *fit;
    if (!fit->nuisances.is_free[DELAY])
        return;
    fit_measure(&best, data);
    for (int k = 0; k < (fabs(centre[0]) < size / 2 ? 1 : 2); k++)
        for (int i = -REACH; i <= REACH; i++) {
            struct fit at = *fit;
            at.nuisances.value[DELAY] = centre[k] + i * size / 2;
            fit_measure(&at, data);
            if (at.loss < best.loss)
                best = at;
        }
    *fit = best;
}

/* Fits all forces that count, as if residuals were independent. */
static void go_on(const struct fit_data *data, struct fit *fit)
{
    find_delay(data, fit);
    fit_improve_in_turns(fit, data, 6, FIT_DONE);
    fit->usual = fit_usual(fit, data);
    fit_improve_in_turns(fit, data, 6, FIT_DONE);
}

/* How far a delay may be off, s, by the filter as it is: twice its deviation. */
static double delay_jitter(const struct fit *fit, const struct fit_data *data)
{
    const unsigned k = fit_nuisance_variable(fit, DELAY);
    struct estimate e;
    if (k == fit->n)
        return 0;
    estimate_from(fit, data, &e);
    return fmin(JITTER, fmax(LEAST_JITTER, 2 * e.deviation[k])) * fit->size[k];
}

static void sum_up(const struct measured *m, struct law_fit *result)
{
    const struct fit *fit = &result->estimate.fit;
    double both = 0, vv = 0, ee = 0;
    size_t k = 0, n = 0;
    result->error = memory_array(m->n, sizeof *result->error);
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        double *error = result->error + k;
        fit_force(fit, &m->fine[j], error);
        for (size_t i = 0; i < run->n; i++) {
            error[i] = run->force[i] - error[i];
            if (run->weight[i] == 0)
                continue;
            both += error[i] * run->motion.v[i];
            vv += run->motion.v[i] * run->motion.v[i];
            ee += error[i] * error[i];
            n++;
        }
        k += run->n;
    }
    result->rms = sqrt(ee / (double)n);
    result->correlation = ee > 0 && vv > 0 ? both / sqrt(ee * vv) : 0;
}

static void explain(const struct measured *m, struct law_fit *result)
{
    double *by_motion = memory_array(m->n, sizeof *by_motion);
    result->unexplained = memory_array(m->n, sizeof *result->unexplained);
    for (size_t j = 0, k = 0; j < m->n_runs; k += m->run[j++].n)
        whitening_explain(&result->filtered.filter[j], result->error + k, by_motion + k);
    for (size_t i = 0; i < m->n; i++)
        result->unexplained[i] = result->error[i] - by_motion[i];
    free(by_motion);
}

void law_fit_coarse(const struct law_fit_settings *settings, const struct measured *m,
                    struct law_fit *result)
{
    struct fit *fit = &result->estimate.fit;
    *result = (struct law_fit){ .model = settings->setup.model, .settings = *settings };
    result->is_finite = coarse_fit(&settings->setup, settings->draws, m, fit);
    result->rms = fit->rms;
    if (result->is_finite)
        result->usual = fit_usual(fit, &m->coarse_data);
    fit_resize(fit);
    for (unsigned k = 0; k < fit->n; k++)
        result->n_free += fit_is_parameter(fit, k);
}

unsigned law_fit_shared(const struct law_fit *f, const struct model *other)
{
    return coarse_shared(&f->settings.setup, other);
}

void law_fit_borrow(const struct law_fit *from, const struct measured *m, struct law_fit *f)
{
    enum { PART = 4 };
    const struct law_fit_settings *settings = &f->settings;
    struct fit *own = &f->estimate.fit, other;
    if (!coarse_borrow(&settings->setup, settings->draws / PART, &from->estimate.fit, m, &other))
        return;
    if (f->is_finite && !coarse_is_better(&m->coarse_data, &other, own))
        return;
    fit_resize(&other);
    *own = other;
    f->is_finite = true;
    f->rms = own->rms;
    f->usual = fit_usual(own, &m->coarse_data);
}

/* Takes the delay, as it was, out of the variables. */
static void hold_delay(struct fit *fit, double delay)
{
    fit->nuisances.value[DELAY] = delay;
    fit->nuisances.is_free[DELAY] = false;
    fit_hold(fit, fit_nuisance_variable(fit, DELAY));
}

/* Improves the fit with filters around it, the last of which is f, for a delay that may be off by
 * the jitter; returns the noise of forces. Where forces jump, and a delay leaves the jitter, the
 * jumps say more than all the rest: it stays where they are best. *rest is then the fit as the rest
 * says; otherwise it has no variables. */
static double improve_filtered(const struct measured *m, double noise, struct fit *fit,
                               struct filtered *f, double *jittered, struct fit *rest)
{
    enum { ROUNDS = 3 };
    const double most = fit->nuisances.is_free[DELAY] ? JITTER * fit->nuisances.size[DELAY] : 0;
    const double usual = fmax(noise, 1e-300);
    double jitter = most;
    int round = 0;
    rest->n = 0;
    fit_hold_beginnings(fit);
    for (;;) {
        const struct fit before = *fit;
        const double delay = fit->nuisances.value[DELAY];
        fit_begin_again(fit, &m->fine_data, usual);
        filter_around(m, fit, fmax(noise, 1e-300), jitter, f);
        fit->usual = 1;
        fit_improve(fit, &f->data, round + 1 < ROUNDS ? 2 : 6, FIT_DONE);
        fit_improve_apart(fit, &f->data);
        if (f->jumps > 0 && fabs(fit->nuisances.value[DELAY] - delay) > jitter) {
            *rest = *fit;
            *fit = before;
            if (jitter == most)
                hold_delay(fit, delay);
            jitter = fit->nuisances.is_free[DELAY] ? most : 0;
            filter_end(f);
            continue;
        }
        noise *= filtered_excess(f, fit);
        if (++round == ROUNDS) {
            *jittered = jitter;
            return noise;
        }
        jitter = delay_jitter(fit, &f->data);
        filter_end(f);
    }
}

/* Makes what of the rig is_away variable again; returns false when there is none. */
static bool add_back(const bool is_away[], struct fit *fit)
{
    bool adds = false;
    for (int i = 0; i < N_NUISANCES; i++)
        if (is_away[i]) {
            fit->nuisances.is_free[i] = true;
            fit_add_nuisance(fit, (enum nuisance)i);
            adds = true;
        }
    return adds;
}

/* Goes on from the coarse fit. What of the rig is_away, none is taken of; only how far that may be
 * off belongs to what is known of all. */
static void finish(const struct measured *m, const bool is_away[], struct law_fit *result)
{
    struct fit fit = result->estimate.fit, rest;
    struct filtered *f = &result->filtered;
    go_on(&m->fine_data, &fit);
    result->is_finite = fit.is_finite;
    if (!fit.is_finite)
        return;
    const struct fit before = fit;
    double noise = fit.usual > 0 ? fit.usual : fit.rms;
    noise = improve_filtered(m, noise, &fit, f, &result->jitter, &rest);
    estimate_from(&fit, &f->data, &result->estimate);
    settle_where_slopes_ask(&f->data, &result->estimate);
    settle_back(&before, &f->data, &result->estimate);
    fit = result->estimate.fit;
    if (add_back(is_away, &fit))
        estimate_from(&fit, &f->data, &result->estimate);
    settle_widen(&rest, &result->estimate);
    result->noise = noise;
    result->lag_one = filtered_lag_one(f, &fit);
    result->deviance = fit.loss * (double)f->data.n;
    for (size_t j = 0; j < m->n_runs; j++)
        result->deviance += whitening_log_deviations(&f->filter[j]);
    sum_up(m, result);
    explain(m, result);
    result->is_finished = true;
}

/* Returns true where it is not known what the rig adds: of a force, to a tenth of the usual one. */
static bool is_told_badly(const struct estimate *e, enum nuisance i)
{
    static const double PART = 0.1;
    const unsigned k = fit_nuisance_variable(&e->fit, i);
    return k < e->fit.n && (e->knowledge[k] == NOT_KNOWN ||
                            (i == OFFSET && !(ESTIMATE_95 * e->deviation[k] < PART)));
}

/* 99.9 % of the chi-square numbers of one degree of freedom are less. */
static const double UNLIKELY = 10.83;

/* Where the data tell badly what the rig adds, and are explained as well with none of it, the law
 * is that of a rig which adds none: any other would be one of many. What is known of the law is
 * what is known of all of them. */
static void prefer_none(const struct measured *m, struct law_fit *result)
{
    bool is_away[N_NUISANCES];
    struct law_fit_settings settings = result->settings;
    struct law_fit other;
    unsigned n = 0;
    for (int i = 0; i < N_NUISANCES; i++) {
        is_away[i] = is_told_badly(&result->estimate, (enum nuisance)i);
        settings.setup.nuisances.is_free[i] &= !is_away[i];
        n += is_away[i];
    }
    if (n == 0)
        return;
    law_fit_coarse(&settings, m, &other);
    other.settings = result->settings;
    if (other.is_finite)
        finish(m, is_away, &other);
    if (other.is_finished && !(other.deviance - result->deviance > n * UNLIKELY)) {
        const struct law_fit worse = *result;
        *result = other;
        other = worse;
    }
    law_fit_free(&other);
}

void law_fit_finish(const struct measured *m, struct law_fit *result)
{
    static const bool none[N_NUISANCES];
    finish(m, none, result);
    if (!result->is_finished)
        return;
    prefer_none(m, result);
    estimate_doubt(&result->filtered.data, &result->estimate);
}

void law_fit_look_at_rig(const struct measured *m, struct law_fit *f)
{
    f->rig_left = rig_left_by(&f->estimate.fit, &f->filtered.data, m, f->error);
}

/* Improves a fit until that gains less than a ten thousandth: at the edge of what is allowed a step
 * may go along the edge only. */
static void settle(const struct fit_data *data, struct fit *fit)
{
    enum { ROUNDS = 12 };
    double before = INFINITY;
    fit->usual = 1;
    fit_measure(fit, data);
    for (int round = 0; round < ROUNDS && fit->loss < before * (1 - 1e-4); round++) {
        before = fit->loss;
        fit_improve(fit, data, 10, FIT_CLOSE);
    }
}

double law_fit_within(const struct law_fit *other, const struct claim *within,
                      const struct law_fit_settings *settings, const struct measured *m,
                      struct law_fit *result)
{
    struct fit free_fit = other->estimate.fit, *best = &result->estimate.fit;
    struct fit fit = free_fit, start[MODEL_MAX_PARAMS];
    struct law_fit_settings inside = *settings;
    *result = (struct law_fit){ .model = other->model, .n_free = other->n_free };
    inside.setup.within = fit.within = within;
    fit.usual = INFINITY;
    const unsigned n = fit_bring_back(&fit, start);
    result->is_finite = n > 0 ? coarse_best_of(&m->coarse_data, n, start, best)
                              : coarse_fit(&inside.setup, inside.draws, m, best);
    if (!result->is_finite)
        return INFINITY;
    settle(&other->filtered.data, &free_fit);
    settle(&other->filtered.data, best);
    sum_up(m, result);
    return sqrt(best->loss / free_fit.loss);
}

void law_fit_free(struct law_fit *f)
{
    free(f->error);
    free(f->unexplained);
    free(f->profile);
    filter_end(&f->filtered);
    f->error = f->unexplained = NULL;
    f->profile = NULL;
}
