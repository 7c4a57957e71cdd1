/* Asks the other rooms about a law that was found (advice.h). */
#include "properties/identification/advice.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/integrator.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

static const struct claim *outside_claim(const struct ranked *law)
{
    const struct model *model = law->law->model;
    for (unsigned i = 0; i < model->n_claims; i++) {
        const struct claim *claim = &model->claims[i];
        if (claim->property == PASSIVITY && claim->declared == HOLDS &&
            claim->signals == ANY_SIGNAL && claim->base == ALL_VALID)
            return fit_allows(model, claim, law->fit.estimate.fit.p) ? NULL : claim;
    }
    return NULL;
}

/* Fits the law again where its claim of passivity is made, if it is outside. */
static void keep_passive(const struct ranked *law, const struct measured *measured,
                         struct kept *kept)
{
    *kept = (struct kept){ .claim = outside_claim(law) };
    if (!kept->claim)
        return;
    kept->times = law_fit_within(&law->fit, kept->claim, &law->settings, measured, &kept->fit);
}

/* Returns true when trajectories keep what is claimed at these parameters. */
static bool is_passive(const struct law_choice *own, const double p[],
                       const struct integrator *integrator, double step, unsigned trials,
                       unsigned jobs, bool *is_claimed)
{
    const struct integration_scheme scheme = { .integrator = integrator, .settings.step = step };
    const struct search_budget budget = { .trials = trials };
    struct attribution_table table =
        attribution_table_run(own, 1, PASSIVITY, &scheme, &budget, jobs);
    bool kept = true;
    for (size_t i = 0; i < table.n; i++) {
        const struct attribution_row *row = &table.rows[i];
        const enum violation_source source = row->result.source;
        if (row->claim->declared != HOLDS || !claim_contains(own->model, row->claim, p))
            continue;
        *is_claimed |= source == VIOLATION_SOURCE_NONE || source == VIOLATION_SOURCE_INTEGRATOR;
        kept &= row->result.source == VIOLATION_SOURCE_NONE ||
                row->result.source == VIOLATION_SOURCE_NOT_APPLICABLE;
    }
    attribution_table_free(&table);
    return kept;
}

/* Returns how many methods there are; 0: the law is not passive at its parameters. */
static unsigned largest_steps(const struct law_choice *own, const double p[], unsigned trials,
                              unsigned jobs, struct method_step step[ADVICE_METHODS])
{
    static const char *const methods[ADVICE_METHODS] = { "euler", "heun", "rk4", "rosenbrock4",
                                                         "exponential" };
    unsigned n = 0;
    for (int i = 0; i < ADVICE_METHODS; i++) {
        const struct integrator *integrator = integrator_find_f64(methods[i]);
        bool is_claimed = false;
        double largest = 0;
        for (int digits = 2; digits <= 6 && largest == 0; digits++)
            if (is_passive(own, p, integrator, pow(10, -digits), trials, jobs, &is_claimed))
                largest = pow(10, -digits);
        if (!is_claimed)
            return 0;
        step[n++] = (struct method_step){ methods[i], largest };
    }
    return n;
}

void advice_make(const struct ranked *law, const struct measured *measured, unsigned trials,
                 unsigned jobs, struct advice *advice)
{
    const double *p = law->fit.estimate.fit.p;
    const struct design_limits limits = design_limits_of(measured);
    *advice = (struct advice){ .law = law, .own = memory_array(1, sizeof *advice->own) };
    design_next(&law->fit, &limits, &advice->design);
    keep_passive(law, measured, &advice->kept);
    if (trials == 0)
        return;
    const struct search_budget budget = { .trials = trials, .signals = 16 };
    *advice->own = own_law(law->law, p);
    advice->verdicts = verdicts_run(advice->own, 1, N_PROPERTIES, &budget, jobs);
    advice->step_trials = trials / 10 + 1;
    advice->n_steps = largest_steps(advice->own, p, advice->step_trials, jobs, advice->step);
}

void advice_free(struct advice *advice)
{
    if (advice->verdicts.n > 0)
        verdicts_free(&advice->verdicts);
    law_fit_free(&advice->kept.fit);
    own_law_free(advice->own);
    free(advice->own);
}

static void write_kept(FILE *out, const struct ranked *law, const struct kept *kept)
{
    const struct model *model = law->law->model;
    struct memory_stream values;
    if (!kept->claim)
        return;
    fprintf(out, "\n");
    wrap_format(out, 0, 0, "Passivity is claimed for %s, which these parameters are not.",
                kept->claim->domain ? kept->claim->domain : "other parameters");
    if (!kept->fit.is_finite) {
        fprintf(out, "No parameters were found there.\n");
        return;
    }
    fprintf(out, "The best there leave %.4g times as much unexplained:\n", kept->times);
    memory_open(&values);
    for (unsigned i = 0; i < model->n_params; i++)
        fprintf(values.file, "%s%s=%.6g", i > 0 ? " " : "", model->params[i].name,
                kept->fit.estimate.fit.p[i]);
    wrap_close(out, (size_t)fprintf(out, "  "), 2, &values);
}

static void write_design(FILE *out, const struct ranked *law, const struct design *design)
{
    const struct fit *fit = &law->fit.estimate.fit;
    struct memory_stream gains;
    if (!design->is_found)
        return;
    fprintf(out, "\nWhat to measure next, within the speed, travel and time of these data:\n");
    wrap_format(out, (size_t)fprintf(out, "  "), 2, "'%s'", design->velocity);
    memory_open(&gains);
    fprintf(gains.file, "With it, deviations become smaller by a factor of");
    for (unsigned k = 0, n = 0; k < fit->n; k++)
        if (design->gain[k] > 0)
            fprintf(gains.file, "%s %.1f (%s)", n++ > 0 ? "," : "", design->gain[k],
                    fit->model->params[fit->of[k]].name);
    wrap_close(out, (size_t)fprintf(out, "  "), 2, &gains);
}

static void write_steps(FILE *out, unsigned trials, const struct method_step step[], unsigned n)
{
    struct memory_stream steps;
    if (n == 0)
        return;
    memory_open(&steps);
    fprintf(steps.file, "Largest steps that keep it passive in %u trials:", trials);
    for (unsigned i = 0; i < n; i++)
        if (step[i].step > 0)
            fprintf(steps.file, "%s %s %.0e s", i > 0 ? "," : "", step[i].method, step[i].step);
        else
            fprintf(steps.file, "%s %s none", i > 0 ? "," : "", step[i].method);
    fprintf(out, "\n");
    wrap_close(out, 0, 0, &steps);
}

void advice_write(FILE *out, const struct advice *advice)
{
    write_design(out, advice->law, &advice->design);
    write_kept(out, advice->law, &advice->kept);
    if (advice->verdicts.n > 0) {
        fprintf(out, "\nWhat %s claims, at these parameters:\n", advice->law->law->model->name);
        verdicts_write(out, FORMAT_TABLE, &advice->verdicts, false);
    }
    write_steps(out, advice->step_trials, advice->step, advice->n_steps);
}

/* The rows that verify writes. */
static cJSON *claims(const struct verdicts *verdicts)
{
    struct memory_stream stream;
    memory_open(&stream);
    verdicts_write(stream.file, FORMAT_JSON, verdicts, false);
    char *text = memory_close(&stream);
    cJSON *root = cJSON_Parse(text), *rows = cJSON_DetachItemFromObject(root, "results");
    cJSON_Delete(root);
    free(text);
    return rows;
}

void advice_json(const struct advice *advice, cJSON *root)
{
    const struct model *model = advice->law->law->model;
    if (advice->design.is_found)
        cJSON_AddStringToObject(root, "next_motion", advice->design.velocity);
    if (advice->kept.fit.is_finite) {
        cJSON *passive = cJSON_AddObjectToObject(root, "passive");
        cJSON_AddNumberToObject(passive, "times", advice->kept.times);
        for (unsigned i = 0; i < model->n_params; i++)
            cJSON_AddNumberToObject(passive, model->params[i].name,
                                    advice->kept.fit.estimate.fit.p[i]);
    }
    if (advice->verdicts.n > 0)
        cJSON_AddItemToObject(root, "claims", claims(&advice->verdicts));
    if (advice->n_steps > 0) {
        cJSON *steps = cJSON_AddObjectToObject(root, "steps");
        for (unsigned i = 0; i < advice->n_steps; i++)
            cJSON_AddNumberToObject(steps, advice->step[i].method, advice->step[i].step);
    }
}
