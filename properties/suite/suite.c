/* The property suite, the same for every law (suite_law.h), in float and in double. Each property
 * has one Criterion case, so that reports name properties. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/internal/ordered-set.h>
#include <stdio.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/judgement/judge.h"
#include "properties/plugin/well_formed.h"
#include "properties/suite/seeded_fault.h"
#include "properties/suite/suite_law.h"

static uint64_t number_from(const char *variable)
{
    const char *text = getenv(variable);
    return text ? strtoull(text, NULL, 10) : 0;
}

/* Set by tools/testing/criterion_main.c: --runs_per_test gives every run another seed, single runs
 * use 0. */
static struct search_budget budget(void)
{
    return (struct search_budget){ .seed = number_from("BRISTLE_SEED"),
                                   .trials = (unsigned)number_from("BRISTLE_TRIALS") };
}

/* Writes to Bazel's undeclared outputs: a witness as a file to replay and to keep in
 * properties/witnesses/, or a text if the law has no ball model to certify one. */
static void keep(const char *text, enum property property, uint64_t seed, const char *ending)
{
    const char *directory = getenv("TEST_UNDECLARED_OUTPUTS_DIR");
    char path[4096];
    if (!directory || !text)
        return;
    snprintf(path, sizeof path, "%s/%s_%s_" R_NAME "_%llu%s", directory, suite_law.name,
             property_info[property].name, (unsigned long long)seed, ending);
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fputs(text, file);
    fclose(file);
}

static bool is_claimed(enum property property)
{
    struct claim claims[SUITE_CLAIMS];
    const unsigned n = suite_claims(claims);
    for (unsigned i = 0; i < n; i++)
        if (claims[i].property == property)
            return true;
    return false;
}

/* A case is a process: none is started for what the law does not claim. */
ReportHook(PRE_ALL)(struct criterion_test_set *set)
{
    static const char *const cases[] = {
#define X(id, name, functional, unit, meaning) [id] = #id,
        PROPERTY_LIST(X)
#undef X
    };
    FOREACH_SET(struct criterion_suite_set * suite, set->suites)
    {
        FOREACH_SET(struct criterion_test * test, suite->tests)
        {
            for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
                if (strcmp(test->category, "claims") == 0 && strcmp(test->name, cases[i]) == 0 &&
                    !is_claimed((enum property)i))
                    test->data->disabled = true;
        }
    }
}

/* Every claim of the property must come out as declared. */
static void judge_claims(enum property property)
{
    const struct search_budget e = budget();
    struct claim claims[SUITE_CLAIMS];
    const unsigned n = suite_claims(claims);
    for (unsigned i = 0; i < n; i++) {
        const struct claim *claim = &claims[i];
        struct judgement j;
        if (claim->property != property)
            continue;
        PREC(judge)(&LAW, suite_rigorous(), claim, &e, &j);
        cr_expect(
            j.as_declared, "%s, \"%s\": declared %s, found %s after %u trials (seed %llu)\n%s",
            property_info[property].name, claim->domain, declared_names[claim->declared],
            verdict_names[j.verdict], j.trials, (unsigned long long)e.seed, judgement_note(&j));
        if (!j.as_declared) {
            keep(j.simplest, property, e.seed, ".json");
            keep(j.deepest, property, e.seed, "_deepest.json");
            keep(j.simplest ? NULL : judgement_note(&j), property, e.seed, ".txt");
        }
        judgement_clear(&j);
    }
}

#define X(id, name, functional, unit, meaning)                                                     \
    Test(claims, id) { judge_claims(id); }
PROPERTY_LIST(X)
#undef X

/* The claims of a law with a seeded fault must not come out as declared. */
Test(planted, mistakes_are_noticed)
{
    const struct search_budget e = budget();
    struct claim claims[SUITE_CLAIMS];
    const unsigned n = suite_claims(claims);
    for (unsigned i = 0; i < n; i++) {
        const struct claim *claim = &claims[i];
        if (claim->declared == UNKNOWN)
            continue;
        const char *property = property_info[claim->property].name;
        struct model storage;
        struct judgement j;
        const char *mistake;
        const struct model *wrong =
            PREC(planted)(claim->property, claim->declared, &storage, &mistake);
        cr_assert(wrong, "no seeded fault for %s declared %s", property,
                  declared_names[claim->declared]);
        PREC(judge)(wrong, suite_rigorous(), claim, &e, &j);
        cr_expect(!j.as_declared, "%s, \"%s\" does not notice %s", property, claim->domain,
                  mistake);
        judgement_clear(&j);
    }
}

/* The search alone, without stored witnesses, must refute a false claim. */
Test(search, finds_what_is_refuted)
{
    struct search_budget e = budget();
    struct claim claims[SUITE_CLAIMS];
    const unsigned n = suite_claims(claims);
    e.ignore_stored = true;
    for (unsigned i = 0; i < n; i++) {
        const struct claim bare = claims[i];
        struct judgement j;
        if (bare.declared != REFUTED)
            continue;
        PREC(judge)(&LAW, suite_rigorous(), &bare, &e, &j);
        cr_expect(j.verdict == VERDICT_REFUTED && j.method == METHOD_WITNESS,
                  "%s, \"%s\" is false, but the search found it %s in %u trials",
                  property_info[bare.property].name, bare.domain, verdict_names[j.verdict],
                  j.trials);
        judgement_clear(&j);
    }
}

Test(table, is_complete)
{
    char problem[WELL_FORMED_TEXT];
    cr_assert_str_eq(LAW.name, suite_law.name);
    cr_assert(suite_law.text ? PREC(well_formed_code)(&LAW, problem)
                             : PREC(well_formed)(&LAW, problem),
              "%s", problem);
}

Test(table, refuses_what_is_out_of_range)
{
    for (unsigned i = 0; i < LAW.n_params; i++) {
        const real below = (real)LAW.params[i].lo - r_max(1, r_abs((real)LAW.params[i].lo));
        const real above = 2 * r_max(1, r_abs((real)LAW.params[i].hi));
        const real wrong[] = { below, above, (real)NAN, (real)INFINITY, -(real)INFINITY };
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            real p[MODEL_MAX_PARAMS];
            unsigned param;
            const char *constraint;
            for (unsigned j = 0; j < LAW.n_params; j++)
                p[j] = (real)LAW.params[j].value;
            p[i] = wrong[k];
            cr_expect(!PREC(model_valid)(&LAW, p, &param, &constraint) && param == i,
                      "%s = %g is accepted", LAW.params[i].name, (double)wrong[k]);
        }
    }
}
