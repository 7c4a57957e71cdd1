/* Tables of laws and parameters (ranking_output.h). */
#include "properties/identification/ranking_output.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

/* enum knowledge */
static const char *const words[] = { "known", "not known", "at its edge", "no effect" };

/* Correlations of estimates beyond which a table names the pair. */
static const double ONLY_TOGETHER = 0.95;

static bool is_fitted(const struct ranked *law, unsigned param)
{
    return law->fit.estimate.fit.is_free[param];
}

const char *ranking_knowledge(const struct ranked *law, unsigned param)
{
    return words[law_fit_knowledge(&law->fit, param)];
}

static const char *knowledge_of(const struct ranked *law, unsigned param)
{
    return is_fitted(law, param) ? ranking_knowledge(law, param) : "given";
}

static bool has_profile(const struct ranked *law, unsigned param)
{
    return law->fit.profile && law->fit.profile[param].n > 0;
}

/* Deviations by which slopes would move a parameter yet; NAN: it is not fitted, or not known. */
static double unsettled(const struct ranked *law, unsigned param)
{
    const struct estimate *e = &law->fit.estimate;
    const unsigned k = fit_variable_of(&e->fit, param);
    return k < e->fit.n && e->knowledge[k] == KNOWN ? e->unsettled[k] : (double)NAN;
}

static void state_parameter(struct columns *c, const struct ranked *law, unsigned i)
{
    double lo, hi;
    law_fit_interval(&law->fit, i, &lo, &hi);
    column_text(c, "parameter", law->law->model->params[i].name);
    column_text(c, "unit", law->law->model->params[i].unit);
    column_number(c, "value", law->fit.estimate.fit.p[i], 9);
    column_number(c, "low", lo, 9);
    column_number(c, "high", hi, 9);
    column_text(c, "knowledge", knowledge_of(law, i));
    column_number(c, "unsettled", unsettled(law, i), 3);
}

/* The nuisance of which part of what is left may be; NULL: none. */
static const char *left_word(const struct ranked *law)
{
    const struct rig_left *left = &law->fit.rig_left;
    if (!law->fit.is_finished || left->share == 0)
        return NULL;
    return left->nuisance == COGGING_SINE ? "cogging" : nuisance_words[left->nuisance];
}

static void state_law(struct columns *c, const struct ranked *law)
{
    const struct law_fit *fit = &law->fit;
    column_text(c, "model", law->law->model->name);
    column_count(c, "group", law->group);
    column_number(c, "error", fit->is_finished ? law->held_out : (double)NAN, 6);
    column_number(c, "fit_error", fit->is_finite ? fit->rms : (double)NAN, 6);
    column_number(c, "noise", fit->is_finished ? fit->noise : (double)NAN, 6);
    column_number(c, "apart", fit->is_finished ? law->apart : (double)NAN, 6);
    column_number(c, "aicc", fit->is_finished ? law->aicc : (double)NAN, 6);
    column_number(c, "bic", fit->is_finished ? law->bic : (double)NAN, 6);
    column_count(c, "fitted", fit->n_free);
    column_count(c, "known", law->known);
    for (int i = 0; i < N_NUISANCES; i++)
        column_number(c, nuisance_words[i], law->fit.estimate.fit.nuisances.value[i], 6);
    column_number(c, "lag_one", fit->is_finished ? fit->lag_one : (double)NAN, 4);
    column_number(c, "velocity_correlation", fit->is_finished ? fit->correlation : (double)NAN, 4);
    column_text(c, "rig_left", left_word(law));
    column_number(c, "rig_left_share", left_word(law) ? fit->rig_left.share : (double)NAN, 4);
    column_number(c, "rig_left_period",
                  left_word(law) && fit->rig_left.period > 0 ? fit->rig_left.period : (double)NAN,
                  6);
}

static void write_csv(FILE *out, const struct ranking *r, bool all)
{
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (size_t k = 0; k < r->n; k++)
        for (unsigned i = 0; i < r->law[k].law->model->n_params; i++) {
            if (!r->law[k].fit.is_finished || (!all && r->law[k].group != 1))
                continue;
            state_law(&c, &r->law[k]);
            state_parameter(&c, &r->law[k], i);
            columns_end_row(&c);
        }
    columns_finish(&c);
}

static void add_correlations(struct columns *c, const struct ranked *law)
{
    const struct fit *fit = &law->fit.estimate.fit;
    cJSON *pairs = cJSON_CreateArray();
    struct columns rows = columns_json(pairs);
    for (unsigned a = 0; a < fit->n; a++)
        for (unsigned b = a + 1; b < fit->n; b++) {
            const double r = law->fit.estimate.correlation[a * FIT_MOST + b];
            const bool are = fit_is_parameter(fit, a) && fit_is_parameter(fit, b);
            if (!are || !isfinite(r) || r == 0)
                continue;
            column_text(&rows, "of", law->law->model->params[fit->of[a]].name);
            column_text(&rows, "and", law->law->model->params[fit->of[b]].name);
            column_number(&rows, "correlation", r, 4);
            columns_end_row(&rows);
        }
    column_json(c, "correlations", pairs);
}

/* Rows of value and excess. */
static cJSON *profile_json(const struct profile *profile)
{
    cJSON *places = cJSON_CreateArray();
    struct columns rows = columns_json(places);
    for (unsigned i = 0; i < profile->n; i++) {
        column_number(&rows, "value", profile->value[i], 9);
        column_number(&rows, "excess", profile->excess[i], 6);
        columns_end_row(&rows);
    }
    return places;
}

static void add_runs(cJSON *root, const struct look looks[], size_t n_runs)
{
    struct columns rows = columns_json(cJSON_AddArrayToObject(root, "runs"));
    for (size_t i = 0; i < n_runs; i++) {
        look_columns(&rows, &looks[i]);
        columns_end_row(&rows);
    }
}

/* Moves members from one object to another. */
static void move_members(cJSON *from, cJSON *to)
{
    while (from && from->child) {
        char *name = memory_text("%s", from->child->string);
        cJSON_AddItemToObject(to, name, cJSON_DetachItemViaPointer(from, from->child));
        free(name);
    }
    cJSON_Delete(from);
}

static void write_json(FILE *out, const struct ranking *r, const struct look looks[], size_t n_runs,
                       cJSON *beside)
{
    struct columns c = columns_begin(out, FORMAT_JSON, "bristle-identification-1");
    add_runs(c.root, looks, n_runs);
    cJSON_AddBoolToObject(c.root, "explained", r->is_explained);
    cJSON_AddNumberToObject(c.root, "constant_error", r->nothing);
    for (size_t k = 0; k < r->n; k++) {
        state_law(&c, &r->law[k]);
        if (r->law[k].fit.is_finished) {
            cJSON *parameters = cJSON_CreateArray();
            struct columns rows = columns_json(parameters);
            for (unsigned i = 0; i < r->law[k].law->model->n_params; i++) {
                state_parameter(&rows, &r->law[k], i);
                if (has_profile(&r->law[k], i))
                    column_json(&rows, "profile", profile_json(&r->law[k].fit.profile[i]));
                columns_end_row(&rows);
            }
            column_json(&c, "parameters", parameters);
            add_correlations(&c, &r->law[k]);
        }
        columns_end_row(&c);
    }
    columns_end_rows(&c);
    move_members(beside, c.root);
    columns_finish(&c);
}

static void print_laws(FILE *out, const struct ranking *r)
{
    fprintf(out, "group law                 error, N    apart, N      BIC  parameters\n");
    for (size_t k = 0; k < r->n; k++) {
        const struct ranked *law = &r->law[k];
        if (!law->fit.is_finished)
            continue;
        fprintf(out, "%5u %-18s %11.4g %11.4g %8.0f  %u, %u known\n", law->group,
                law->law->model->name, law->held_out, law->apart, law->bic, law->fit.n_free,
                law->known);
    }
    size_t far = 0, column = 0;
    for (size_t k = 0; k < r->n; k++) {
        const struct ranked *law = &r->law[k];
        if (law->fit.is_finished)
            continue;
        char text[96];
        snprintf(text, sizeof text, law->fit.is_finite ? "%s (%.2g N)" : "%s (no force)",
                 law->law->model->name, law->fit.rms);
        if (far == 0)
            column = (size_t)fprintf(out, "far from the data:");
        else
            column += (size_t)fprintf(out, ",");
        if (column + 1 + strlen(text) > 79)
            column = (size_t)fprintf(out, "\n ") - 1;
        column += (size_t)fprintf(out, " %s", text);
        far++;
    }
    if (far > 0)
        fprintf(out, "\n");
}

/* Nuisances that are fitted, and those that have a value all the same: given, or, of a delay, where
 * jumps of the force are as measured. */
static void print_nuisance(FILE *out, const struct ranked *law, int i)
{
    const struct estimate *e = &law->fit.estimate;
    const struct fit *fit = &e->fit;
    const bool was_free = law->settings.setup.nuisances.is_free[i];
    char interval[64];
    snprintf(interval, sizeof interval, "%s", was_free ? "where forces jump" : "given");
    const double value = fit->nuisances.value[i];
    const unsigned k = fit_nuisance_variable(fit, (enum nuisance)i);
    if (k == fit->n && value == 0)
        return;
    double lo, hi;
    law_fit_nuisance_interval(&law->fit, (enum nuisance)i, &lo, &hi);
    if (k < fit->n && e->knowledge[k] == KNOWN)
        snprintf(interval, sizeof interval, "%.6g to %.6g", lo, hi);
    else if (k < fit->n)
        snprintf(interval, sizeof interval, "%s", words[e->knowledge[k]]);
    fprintf(out, "  %-12s %-12.6g %-28s %s, of the rig\n", nuisance_words[i], value, interval,
            nuisance_units[i]);
}

/* Pairs of parameters that the data tell only together. */
static void print_pairs(FILE *out, const struct ranked *law)
{
    enum { MOST_PAIRS = 4 };
    const struct fit *fit = &law->fit.estimate.fit;
    unsigned n = 0;
    for (unsigned a = 0; a < fit->n; a++)
        for (unsigned b = a + 1; b < fit->n; b++) {
            const double r = law->fit.estimate.correlation[a * FIT_MOST + b];
            if (!fit_is_parameter(fit, a) || !fit_is_parameter(fit, b) ||
                !(fabs(r) > ONLY_TOGETHER) || n++ >= MOST_PAIRS)
                continue;
            fprintf(out, "  %s and %s are known together better than each: correlation %.4f\n",
                    fit->model->params[fit->of[a]].name, fit->model->params[fit->of[b]].name, r);
        }
}

/* Parameters at which the fit has not come to an end. */
static void print_unsettled(FILE *out, const struct ranked *law)
{
    static const double SETTLED = 0.5;
    for (unsigned i = 0; i < law->law->model->n_params; i++) {
        const double off = unsettled(law, i);
        if (fabs(off) > SETTLED)
            fprintf(out, "  %s has not settled: slopes would move it by %.3g deviations\n",
                    law->law->model->params[i].name, off);
    }
}

/* What is fitted of the rig, and what is given, as --rig takes it, and what may be added. */
static void print_rig_left(FILE *out, const struct ranked *law)
{
    const struct nuisances *asked = &law->settings.setup.nuisances;
    if (!left_word(law))
        return;
    fprintf(out, "  At least %.2g %% of what is left may be the rig's: --rig ",
            100 * law->fit.rig_left.share);
    for (int i = 0; i < COGGING_SINE; i++)
        if (asked->is_free[i])
            fprintf(out, "%s,", nuisance_words[i]);
        else if (asked->value[i] != 0)
            fprintf(out, "%s=%.9g,", nuisance_words[i], asked->value[i]);
    if (asked->period > 0)
        fprintf(out, "cogging=%.9g,", asked->period);
    fprintf(out, "%s", left_word(law));
    if (law->fit.rig_left.period > 0)
        fprintf(out, "=%.6g", law->fit.rig_left.period);
    fputc('\n', out);
}

/* Returns true where what is left is correlated from sample to sample, as noise is not. */
static bool is_no_noise(const struct ranked *law) { return fabs(law->fit.lag_one) > 0.1; }

void ranking_write_notes(FILE *out, const struct ranked *law)
{
    for (int i = 0; i < N_NUISANCES; i++)
        print_nuisance(out, law, i);
    if (law->fit.estimate.jumps)
        fprintf(out,
                "  Forces jump within a hundredth of a parameter: less travel would tell more.\n");
    print_pairs(out, law);
    print_unsettled(out, law);
    if (is_no_noise(law))
        fprintf(out,
                "  What is left is not noise: from sample to sample it is correlated by %.2f.\n",
                law->fit.lag_one);
    print_rig_left(out, law);
}

static void print_parameters(FILE *out, const struct ranked *law)
{
    const struct law_fit *fit = &law->fit;
    fprintf(out, "\n%s: error %.4g N where held out, %.4g N of it %s\n", law->law->model->name,
            law->held_out, fit->noise,
            is_no_noise(law) ? "not from errors of the motion" : "noise");
    fprintf(out, "  %-12s %-12s %-28s %s\n", "parameter", "value", "95 % interval", "unit");
    for (unsigned i = 0; i < law->law->model->n_params; i++) {
        const struct quantity *q = &law->law->model->params[i];
        const char *word = knowledge_of(law, i);
        char interval[64];
        double lo, hi;
        law_fit_interval(fit, i, &lo, &hi);
        snprintf(interval, sizeof interval, "%.6g to %.6g", lo, hi);
        const bool is_known = strcmp(word, "known") == 0,
                   has_both = !is_known && has_profile(law, i);
        fprintf(out, "  %-12s %-12.6g %-28s %s%s%s\n", q->name, fit->estimate.fit.p[i],
                is_known || has_both ? interval : word, q->unit, has_both ? ", " : "",
                has_both ? word : "");
    }
    ranking_write_notes(out, law);
}

void ranking_write(FILE *out, enum format format, const struct ranking *r, bool all,
                   const struct look looks[], size_t n_runs, cJSON *beside)
{
    if (format == FORMAT_JSON) {
        write_json(out, r, looks, n_runs, beside);
        return;
    }
    cJSON_Delete(beside);
    if (format == FORMAT_CSV) {
        write_csv(out, r, all);
        return;
    }
    print_laws(out, r);
    if (!r->is_explained)
        fprintf(out, "No law explains these data better than a constant force does (%.4g N).\n",
                r->nothing);
    for (size_t k = 0; k < r->n; k++)
        if (r->law[k].fit.is_finished && (all || (r->law[k].group == 1 && r->is_explained)))
            print_parameters(out, &r->law[k]);
}
