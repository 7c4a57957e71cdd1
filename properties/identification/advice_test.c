/* What is advised of a law is so: the largest step keeps it passive, and the next larger one does
 * not. What is written is what there is, number by number. */
#include "properties/identification/advice.h"

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/integrator.h"
#include "properties/checker/property.h"
#include "properties/identification/ranked_test.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

/* Of methods a tenth of the trials is looked at. */
enum { TRIALS = 600, OF_METHODS = TRIALS / 10 + 1 };

/* Returns true where trajectories by the method keep passivity where it is claimed of p, as the
 * law's own do. */
static bool keeps(const struct law_choice *own, const double p[], const char *method, double step)
{
    const struct integration_scheme scheme = { .integrator = integrator_find_f64(method),
                                               .settings.step = step };
    const struct search_budget budget = { .trials = OF_METHODS };
    struct attribution_table table = attribution_table_run(own, 1, PASSIVITY, &scheme, &budget, 1);
    bool kept = true;
    for (size_t i = 0; i < table.n; i++)
        if (table.rows[i].claim->declared == HOLDS &&
            claim_contains(own->model, table.rows[i].claim, p))
            kept &= table.rows[i].result.source != VIOLATION_SOURCE_INTEGRATOR;
    attribution_table_free(&table);
    return kept;
}

Test(advice, has_the_largest_steps)
{
    struct ranked_log r;
    struct advice advice;
    unsigned n_found = 0;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    advice_make(&r.ranking.law[0], &r.measured, TRIALS, 2, &advice);
    cr_assert_eq(advice.n_steps, ADVICE_METHODS);
    cr_expect_eq(advice.step_trials, OF_METHODS);
    for (unsigned i = 0; i < advice.n_steps; i++) {
        const struct method_step *s = &advice.step[i];
        const double digits = -log10(s->step > 0 ? s->step : 1e-7);
        cr_expect_float_eq(digits, rint(digits), 1e-12, "%s: %g", s->method, s->step);
        cr_expect(digits > 1.5 && digits < 7.5, "%s: %g", s->method, s->step);
        if (s->step > 0) {
            cr_expect(keeps(advice.own, r.ranking.law[0].fit.estimate.fit.p, s->method, s->step),
                      "%s: %g", s->method, s->step);
            n_found++;
        }
        if (digits > 2.5)
            cr_expect_not(keeps(advice.own, r.ranking.law[0].fit.estimate.fit.p, s->method,
                                pow(10, 1 - rint(digits))),
                          "%s: %g", s->method, s->step);
    }
    cr_expect_geq(n_found, 2);
    struct memory_stream stream;
    advice_write(memory_open(&stream), &advice);
    char *text = memory_close(&stream),
         *line = memory_text("keep it passive in %d trials: euler %.0e s,", OF_METHODS,
                             advice.step[0].step);
    cr_expect(strstr(text, line), "'%s' is not in %s", line, text);
    free(line);
    free(text);
    advice_free(&advice);
    release(&r);
}

/* Expects claims to be written where there are some, one or all of them, each under its name. */
static void expect_claims(struct advice *advice)
{
    const size_t n = advice->verdicts.n;
    const size_t numbers[] = { 0, 1, n };
    cr_assert_gt(n, 1);
    for (int k = 0; k < 3; k++) {
        struct memory_stream stream;
        cJSON *root = cJSON_CreateObject();
        advice->verdicts.n = numbers[k];
        advice_json(advice, root);
        advice_write(memory_open(&stream), advice);
        char *text = memory_close(&stream);
        const cJSON *claims = cJSON_GetObjectItem(root, "claims");
        cr_expect_eq(claims != NULL, k > 0);
        cr_expect_eq((size_t)cJSON_GetArraySize(claims), numbers[k]);
        cr_expect_eq(strstr(text, "\nWhat dahl claims, at these parameters:\n") != NULL, k > 0);
        for (size_t i = 0; i < numbers[k]; i++) {
            const cJSON *row = cJSON_GetArrayItem(claims, (int)i);
            const char *name = property_info[advice->verdicts.rows[i].claim->property].name;
            cr_expect_str_eq(cJSON_GetObjectItem(row, "property")->valuestring, name);
            cr_expect(strstr(text, name), "no %s in %s", name, text);
        }
        free(text);
        cJSON_Delete(root);
    }
    advice->verdicts.n = n;
}

/* The largest step is the first one that keeps passivity, from the largest one that is tried on: of
 * a soft bristle some methods keep it with that. Without trials nothing is judged. */
Test(advice, begins_with_the_largest_step)
{
    struct ranked_log r;
    struct advice advice;
    unsigned n_largest = 0;
    rank_made("dahl", RIG_SHORT, 200, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    struct ranked *law = &r.ranking.law[0];
    double *p = law->fit.estimate.fit.p;
    p[quantity_index(law->fit.model->params, law->fit.model->n_params, "sigma0")] = 10;
    advice_make(law, &r.measured, TRIALS, 1, &advice);
    cr_assert_eq(advice.n_steps, ADVICE_METHODS);
    for (unsigned i = 0; i < ADVICE_METHODS; i++)
        if (keeps(advice.own, p, advice.step[i].method, 1e-2)) {
            n_largest++;
            cr_expect_eq(advice.step[i].step, 1e-2, "%s: %g", advice.step[i].method,
                         advice.step[i].step);
        }
    cr_expect_gt(n_largest, 0);
    cr_expect_null(advice.kept.claim);
    expect_claims(&advice);
    advice_free(&advice);
    advice_make(law, &r.measured, 0, 1, &advice);
    cr_expect_eq(advice.n_steps, 0);
    cr_expect_eq(advice.verdicts.n, 0);
    advice_free(&advice);
    release(&r);
}

/* Where passivity is claimed for other parameters only, the best of those are told: the claim is
 * made of them, and they leave no less. Of methods nothing is said there, as of a law that is not
 * passive. Where it is claimed for the ones found, there is nothing to tell. */
Test(advice, has_parameters_for_which_passivity_is_claimed)
{
    struct ranked_log r;
    struct advice advice;
    rank_made("lugre", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "lugre", NULL }, &r);
    struct ranked *law = &r.ranking.law[0];
    const struct model *model = law->fit.model;
    double *p = law->fit.estimate.fit.p;
    advice_make(law, &r.measured, 20, 1, &advice);
    const struct claim *claim = advice.kept.claim;
    cr_assert(claim);
    cr_expect(claim->property == PASSIVITY && claim->declared == HOLDS);
    cr_expect_not(claim_contains(model, claim, p));
    cr_assert(advice.kept.fit.is_finite);
    cr_expect(claim_contains(model, claim, advice.kept.fit.estimate.fit.p));
    cr_expect_gt(advice.kept.times, 1);
    cr_expect_gt(advice.verdicts.n, 0);
    cr_expect_eq(advice.n_steps, 0);
    memcpy(p, advice.kept.fit.estimate.fit.p, model->n_params * sizeof *p);
    advice_free(&advice);
    advice_make(law, &r.measured, 0, 1, &advice);
    cr_expect_null(advice.kept.claim);
    cr_expect_not(advice.kept.fit.is_finite);
    advice_free(&advice);
    release(&r);
}

static const struct quantity THREE[] = { { "Fc", "N", 1, 0.5, 8, "" },
                                         { "vs", "m/s", 1, 0.5, 8, "" },
                                         { "m", "1", 1, 0.5, 8, "" } };

static const struct model three = { .name = "three", .params = THREE, .n_params = 3 };

static const struct law_choice choice = { .model = &three };

static const struct claim window = { .property = PASSIVITY, .domain = "m at most 2" };

/* A law whose first parameter is held, with an offset between the others, and all that may be
 * said of it. No two numbers are the same. */
static void set_advice(struct ranked *law, struct advice *advice)
{
    struct fit *fit = &law->fit.estimate.fit;
    *law = (struct ranked){ .law = &choice, .fit = { .model = &three } };
    *fit = (struct fit){
        .model = &three, .n = 3, .kind = { FIT_LOG, FIT_NUISANCE, FIT_LOG }, .of = { 2, OFFSET, 1 }
    };
    *advice = (struct advice){
        .law = law,
        .design = { "sine 0 0.1 20 0 1", { 0.875, 0, 12.5 }, true },
        .kept = { &window, { .model = &three, .is_finite = true }, 1.0625 },
        .step = { { "euler", 1e-4 }, { "heun", 0 }, { "rk4", 1e-2 } },
        .n_steps = 3,
        .step_trials = 41,
    };
    memcpy(advice->kept.fit.estimate.fit.p, (double[]){ 1.5, 2.125, 0.75 }, 3 * sizeof(double));
}

static char *written(const struct advice *advice)
{
    struct memory_stream stream;
    advice_write(memory_open(&stream), advice);
    return memory_close(&stream);
}

Test(advice, is_written_as_it_is)
{
    static const char *const lines[] = {
        "",
        "What to measure next, within the speed, travel and time of these data:",
        "  'sine 0 0.1 20 0 1'",
        "  With it, deviations become smaller by a factor of 0.9 (m), 12.5 (vs)",
        "",
        "Passivity is claimed for m at most 2, which these parameters are not.",
        "The best there leave 1.062 times as much unexplained:",
        "  Fc=1.5 vs=2.125 m=0.75",
        "",
        "Largest steps that keep it passive in 41 trials: euler 1e-04 s, heun none, rk4",
        "1e-02 s",
    };
    struct ranked law;
    struct advice advice;
    set_advice(&law, &advice);
    char *text = written(&advice);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
    /* Where none is found inside, and where the claim has no name for it. */
    static const struct claim unnamed = { .property = PASSIVITY };
    advice.design.is_found = false;
    advice.n_steps = 0;
    advice.kept.claim = &unnamed;
    advice.kept.fit.is_finite = false;
    static const char *const none[] = {
        "",
        "Passivity is claimed for other parameters, which these parameters are not.",
        "No parameters were found there.",
    };
    text = written(&advice);
    expect_lines(text, none, sizeof none / sizeof *none);
    free(text);
    advice.kept.claim = NULL;
    text = written(&advice);
    cr_expect_str_empty(text);
    free(text);
}

/* JSON has a member for each thing that there is, and none for what there is not. */
Test(advice, has_members_for_what_there_is)
{
    for (int what = 0; what < 8; what++) {
        struct ranked law;
        struct advice advice;
        char keys[64];
        set_advice(&law, &advice);
        advice.design.is_found = what & 1;
        advice.kept.fit.is_finite = what & 2;
        advice.n_steps = what & 4 ? 3 : 0;
        cJSON *root = cJSON_CreateObject();
        advice_json(&advice, root);
        snprintf(keys, sizeof keys, "%s%s%s%s%s", what & 1 ? "next_motion" : "",
                 (what & 3) == 3 ? "," : "", what & 2 ? "passive" : "", what > 4 ? "," : "",
                 what & 4 ? "steps" : "");
        expect_keys(root, keys);
        const cJSON *passive = cJSON_GetObjectItem(root, "passive"),
                    *steps = cJSON_GetObjectItem(root, "steps");
        if (what & 1)
            cr_expect_str_eq(cJSON_GetObjectItem(root, "next_motion")->valuestring,
                             "sine 0 0.1 20 0 1");
        if (passive) {
            expect_keys(passive, "times,Fc,vs,m");
            cr_expect_eq(cJSON_GetObjectItem(passive, "times")->valuedouble, 1.0625);
            cr_expect_eq(cJSON_GetObjectItem(passive, "Fc")->valuedouble, 1.5);
            cr_expect_eq(cJSON_GetObjectItem(passive, "vs")->valuedouble, 2.125);
            cr_expect_eq(cJSON_GetObjectItem(passive, "m")->valuedouble, 0.75);
        }
        if (steps) {
            expect_keys(steps, "euler,heun,rk4");
            cr_expect_eq(cJSON_GetObjectItem(steps, "euler")->valuedouble, 1e-4);
            cr_expect_eq(cJSON_GetObjectItem(steps, "heun")->valuedouble, 0);
            cr_expect_eq(cJSON_GetObjectItem(steps, "rk4")->valuedouble, 1e-2);
        }
        cJSON_Delete(root);
    }
}
