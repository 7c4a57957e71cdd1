/* What a slice says of each claim, and what merging takes from the runs: trials are summed, the
 * gravest judgement is kept wherever it stands, and no two runs search alike. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/campaigns/campaign.h"
#include "properties/checker/property.h"
#include "tools/base/memory.h"

enum { SEED = 77, TRIALS = 5000, RUNS = 4, SHARDS = 3, SLICES = RUNS * SHARDS };

/* The run in which the gravest judgement of a claim is planted: each in turn, from 1. */
static unsigned gravest(size_t claim) { return (unsigned)(claim / SHARDS) % RUNS + 1; }

/* Simulations made of a claim in a run; no two numbers are the same. */
static unsigned trials(size_t claim, unsigned run) { return 1000 * (unsigned)claim + 17 * run; }

/* The smallest margin of a claim, and those of its other runs, which are all different. */
static double margin(size_t claim, unsigned run)
{
    const double of_claim = -1e-3 * (double)(claim + 1) / 3;
    return run == gravest(claim) ? of_claim : of_claim + 10.0 * run;
}

static char *text_of(const char *what, size_t claim, unsigned run)
{
    return memory_text("%s of claim %zu in run %u", what, claim, run);
}

/* Claims take turns: the gravest judgement is refuted among holding ones, inconclusive among
 * holding ones, or the smallest margin among equal verdicts. */
static void judge(struct judgement *j, size_t claim, unsigned run)
{
    static const enum verdict kinds[] = { VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_HOLDS };
    const bool is_gravest = run == gravest(claim);
    *j = (struct judgement){ .verdict = is_gravest ? kinds[claim % 3] : VERDICT_HOLDS,
                             .method = is_gravest ? METHOD_WITNESS : METHOD_TESTED,
                             .as_declared = !is_gravest,
                             .margin = margin(claim, run),
                             .trials = trials(claim, run),
                             .note = text_of("note", claim, run),
                             .simplest = text_of("simplest", claim, run),
                             .deepest = text_of("deepest", claim, run) };
}

static struct slice planted(unsigned run, unsigned shard)
{
    struct slice slice = { .seed = SEED,
                           .trials = TRIALS,
                           .run = run,
                           .shard = shard,
                           .shards = SHARDS,
                           .software = "software 1.2.3" };
    slice_set_rows(&slice);
    for (size_t k = 0; k < slice.verdicts.n; k++)
        judge(&slice.verdicts.rows[k].judgement, k * SHARDS + shard, run);
    return slice;
}

static char *written(const struct slice *slice)
{
    struct memory_stream stream;
    slice_write(memory_open(&stream), slice);
    return memory_close(&stream);
}

/* Claim number i of all, by the order that a campaign promises. */
static const struct claim *claim_at(size_t i, const struct model **model)
{
    const struct model *const *m = PREC(models);
    for (; i >= (*m)->n_claims; m++)
        i -= (*m)->n_claims;
    *model = *m;
    return &(*m)->claims[i];
}

static void expect_texts(const struct judgement *j, size_t claim, unsigned run)
{
    const char *const said[] = { judgement_note(j), j->simplest, j->deepest };
    static const char *const what[] = { "note", "simplest", "deepest" };
    for (int i = 0; i < 3; i++) {
        char *expected = text_of(what[i], claim, run);
        cr_expect_str_eq(said[i], expected);
        free(expected);
    }
}

/* A row of the merged table against the runs it is made of. */
static void expect_merged(const struct verdict_row *row, size_t claim)
{
    static const enum verdict kinds[] = { VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_HOLDS };
    const struct judgement *j = &row->judgement;
    const struct model *model;
    cr_expect_eq(row->claim, claim_at(claim, &model), "claim %zu", claim);
    cr_expect_eq(row->model, model, "claim %zu", claim);
    cr_expect_eq(j->verdict, kinds[claim % 3], "claim %zu", claim);
    cr_expect_eq(j->method, METHOD_WITNESS, "claim %zu", claim);
    cr_expect(!j->as_declared, "claim %zu", claim);
    cr_expect_eq(j->margin, -1e-3 * (double)(claim + 1) / 3, "claim %zu: %g", claim, j->margin);
    /* 17 (1 + 2 + 3 + 4) = 170 */
    cr_expect_eq(j->trials, 4000 * claim + 170, "claim %zu: %u", claim, j->trials);
    expect_texts(j, claim, gravest(claim));
}

/* Slices come in no order, each through its text. */
Test(merge, sums_trials_and_keeps_the_gravest_of_all_runs)
{
    struct slice slices[SLICES];
    struct verdicts merged;
    char error[CAMPAIGN_ERROR];
    for (unsigned i = 0; i < SLICES; i++) {
        struct slice slice = planted(i / SHARDS + 1, i % SHARDS);
        char *text = written(&slice);
        cr_assert(slice_read(&slices[i * 5 % SLICES], text, error), "%s", error);
        free(text);
        slice_free(&slice);
    }
    cr_assert(campaign_merge(slices, SLICES, &merged, error), "%s", error);
    cr_assert_eq(merged.n, campaign_claims());
    cr_assert_gt(merged.n, SLICES, "every run is the gravest of some claim");
    for (size_t i = 0; i < merged.n; i++)
        expect_merged(&merged.rows[i], i);
    verdicts_free(&merged);
    for (unsigned i = 0; i < SLICES; i++)
        slice_free(&slices[i]);
}

/* Refuted before inconclusive before holding before not applicable, whatever the margins; then by
 * margin, a missing one last; then by run. */
Test(merge, knows_which_judgement_is_graver)
{
    static const struct {
        double margin[3];
        enum verdict verdict[3];
        unsigned kept;
    } cases[] = {
        { { 3, 2, 1 }, { VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_HOLDS }, 1 },
        { { 1, 2, 3 }, { VERDICT_HOLDS, VERDICT_INCONCLUSIVE, VERDICT_REFUTED }, 3 },
        { { -3, -1, -2 }, { VERDICT_INCONCLUSIVE, VERDICT_REFUTED, VERDICT_HOLDS }, 2 },
        { { -1, 5, -2 }, { VERDICT_HOLDS, VERDICT_INCONCLUSIVE, VERDICT_NOT_APPLICABLE }, 2 },
        { { -9, -8, 7 }, { VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE, VERDICT_HOLDS }, 3 },
        { { -3, -2, -1 }, { VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS }, 1 },
        { { -1, -3, -2 }, { VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS }, 2 },
        { { NAN, 4, NAN }, { VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS }, 2 },
        { { NAN, 4, -INFINITY }, { VERDICT_HOLDS, VERDICT_HOLDS, VERDICT_HOLDS }, 3 },
        { { NAN, NAN, -4 }, { VERDICT_INCONCLUSIVE, VERDICT_INCONCLUSIVE, VERDICT_HOLDS }, 1 },
        { { -2, -2, -2 }, { VERDICT_REFUTED, VERDICT_REFUTED, VERDICT_REFUTED }, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct slice slices[3];
        struct verdicts merged;
        char error[CAMPAIGN_ERROR];
        for (unsigned k = 0; k < 3; k++) {
            slices[k] = (struct slice){ .seed = SEED, .trials = TRIALS, .run = k + 1, .shards = 1 };
            slice_set_rows(&slices[k]);
            struct judgement *j = &slices[k].verdicts.rows[1].judgement;
            j->verdict = cases[i].verdict[k];
            j->margin = cases[i].margin[k];
            j->trials = 100 + k;
            j->note = text_of("note", 1, k + 1);
            j->simplest = text_of("simplest", 1, k + 1);
            j->deepest = text_of("deepest", 1, k + 1);
        }
        cr_assert(campaign_merge(slices, 3, &merged, error), "%s", error);
        expect_texts(&merged.rows[1].judgement, 1, cases[i].kept);
        cr_expect_eq(merged.rows[1].judgement.trials, 303, "case %zu", i);
        verdicts_free(&merged);
        for (int k = 0; k < 3; k++)
            slice_free(&slices[k]);
    }
}

static const char *text_at(const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    return text ? text : "no text";
}

static double number_at(const cJSON *json, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

static void expect_keys(const cJSON *json, const char *keys)
{
    char text[512] = "";
    for (const cJSON *item = json->child; item; item = item->next)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? "," : "",
                 item->string);
    cr_expect_str_eq(text, keys);
}

static void expect_row(const cJSON *row, size_t claim, unsigned run)
{
    static const char *const gravest_verdict[] = { "refuted", "inconclusive", "holds" };
    const struct model *model;
    const struct claim *c = claim_at(claim, &model);
    const bool is_gravest = run == gravest(claim);
    static const char *const texts[] = { "note", "simplest", "deepest" };
    expect_keys(row, "model,property,domain,verdict,method,as_declared,margin,trials,note,simplest,"
                     "deepest");
    cr_expect_str_eq(text_at(row, "model"), model->name);
    cr_expect_str_eq(text_at(row, "property"), property_info[c->property].name);
    cr_expect_str_eq(text_at(row, "domain"), c->domain);
    cr_expect_str_eq(text_at(row, "verdict"), is_gravest ? gravest_verdict[claim % 3] : "holds");
    cr_expect_str_eq(text_at(row, "method"), is_gravest ? "witness" : "tested");
    cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "as_declared")), !is_gravest);
    cr_expect_eq(strtod(text_at(row, "margin"), NULL), margin(claim, run), "all digits");
    cr_expect_eq(number_at(row, "trials"), trials(claim, run));
    for (int i = 0; i < 3; i++) {
        char *expected = text_of(texts[i], claim, run);
        cr_expect_str_eq(text_at(row, texts[i]), expected);
        free(expected);
    }
}

Test(slice, says_which_it_is_and_what_it_found)
{
    struct slice slice = planted(3, 2);
    char *text = written(&slice);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    expect_keys(json, "format,software,seed,trials,run,shard,shards,results");
    cr_expect_str_eq(text_at(json, "format"), "slice-1");
    cr_expect_str_eq(text_at(json, "software"), "software 1.2.3");
    cr_expect_str_eq(text_at(json, "seed"), "77");
    cr_expect_eq(number_at(json, "trials"), 5000);
    cr_expect_eq(number_at(json, "run"), 3);
    cr_expect_eq(number_at(json, "shard"), 2);
    cr_expect_eq(number_at(json, "shards"), 3);
    /* of n claims those with the numbers 2, 5, 8, ... */
    cr_assert_eq(cJSON_GetArraySize(results), (int)(campaign_claims() / 3));
    for (int k = 0; k < cJSON_GetArraySize(results); k++)
        expect_row(cJSON_GetArrayItem(results, k), 3 * (size_t)k + 2, 3);
    cJSON_Delete(json);
    free(text);
    slice_free(&slice);
}

/* What no number or text is there for reads back as such. */
Test(slice, reads_back_what_is_missing)
{
    static const double margins[] = { NAN, INFINITY, -INFINITY, 0.1 + 0.2, -4.9e-324 };
    enum { MARGINS = sizeof margins / sizeof *margins };
    struct slice slice = planted(1, 0), copy;
    char error[CAMPAIGN_ERROR];
    slice.seed = UINT64_MAX;
    for (size_t k = 0; k < MARGINS; k++) {
        judgement_clear(&slice.verdicts.rows[k].judgement);
        slice.verdicts.rows[k].judgement =
            (struct judgement){ .verdict = VERDICT_NOT_APPLICABLE, .margin = margins[k] };
    }
    char *text = written(&slice);
    cr_assert(slice_read(&copy, text, error), "%s", error);
    cr_expect_eq(copy.seed, UINT64_MAX);
    for (size_t k = 0; k < MARGINS; k++) {
        const struct judgement *j = &copy.verdicts.rows[k].judgement;
        cr_expect(isnan(margins[k]) ? isnan(j->margin) : j->margin == margins[k], "%zu", k);
        cr_expect_eq(j->verdict, VERDICT_NOT_APPLICABLE);
        cr_expect_eq(j->method, METHOD_NONE);
        cr_expect(!j->simplest && !j->deepest && !*judgement_note(j) && !j->as_declared);
    }
    free(text);
    slice_free(&copy);
    slice_free(&slice);
}

/* The shards of a run divide the claims among them: no claim twice, none left out. */
Test(slice, shards_are_disjoint)
{
    const size_t n = campaign_claims();
    for (unsigned shards = 1; shards <= 5; shards++) {
        unsigned *times = memory_array(n, sizeof *times);
        for (unsigned shard = 0; shard < shards; shard++) {
            struct slice slice = { .run = 1, .shard = shard, .shards = shards };
            slice_set_rows(&slice);
            for (size_t k = 0; k < slice.verdicts.n; k++)
                for (size_t i = 0; i < n; i++) {
                    const struct model *model;
                    times[i] += slice.verdicts.rows[k].claim == claim_at(i, &model);
                }
            slice_free(&slice);
        }
        for (size_t i = 0; i < n; i++)
            cr_expect_eq(times[i], 1, "claim %zu of %u shards", i, shards);
        free(times);
    }
}

static struct slice computed(uint64_t seed, unsigned run)
{
    struct slice slice = { .seed = seed, .trials = 10, .run = run, .shards = 6 };
    slice_run(&slice, 1);
    return slice;
}

static size_t alike(const struct slice *a, const struct slice *b)
{
    size_t n = 0;
    for (size_t k = 0; k < a->verdicts.n; k++) {
        const double p = a->verdicts.rows[k].judgement.margin,
                     q = b->verdicts.rows[k].judgement.margin;
        n += p == q || (isnan(p) && isnan(q));
    }
    return n;
}

/* Run r searches with the seed `seed + r - 1` and no other, so that runs find different margins.
 * Margins of many claims are 0 or 1 whatever the signal. */
Test(slice, runs_have_seeds_of_their_own)
{
    struct slice first = computed(SEED, 1), second = computed(SEED, 2), third = computed(SEED, 3),
                 later = computed(SEED + 2, 1);
    const size_t n = first.verdicts.n;
    cr_expect_eq(alike(&third, &later), n);
    cr_expect_lt(alike(&first, &second), n);
    cr_expect_lt(alike(&second, &third), n);
    cr_expect_lt(alike(&first, &third), n);
    slice_free(&first);
    slice_free(&second);
    slice_free(&third);
    slice_free(&later);
}
