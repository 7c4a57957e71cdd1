/* Slices keep their content when written, and merging does not depend on who computed which
 * slice. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "properties/campaigns/campaign.h"
#include "tools/base/memory.h"

enum { SEED = 5, TRIALS = 20, RUNS = 2, SHARDS = 3, SLICES = RUNS * SHARDS };

static struct slice computed(unsigned run, unsigned shard, unsigned shards)
{
    struct slice slice = {
        .seed = SEED, .trials = TRIALS, .run = run, .shard = shard, .shards = shards
    };
    slice_run(&slice, 1);
    return slice;
}

static char *written(const struct slice *slice)
{
    struct memory_stream stream;
    slice_write(memory_open(&stream), slice);
    return memory_close(&stream);
}

static struct slice reread(struct slice *slice)
{
    char error[CAMPAIGN_ERROR], *text = written(slice);
    struct slice copy;
    cr_assert(slice_read(&copy, text, error), "%s", error);
    free(text);
    slice_free(slice);
    return copy;
}

static char *table_of(struct slice slices[], size_t n)
{
    char error[CAMPAIGN_ERROR];
    struct verdicts merged;
    struct memory_stream stream;
    cr_assert(campaign_merge(slices, n, &merged, error), "%s", error);
    cr_assert_eq(merged.n, campaign_claims());
    verdicts_write(memory_open(&stream), FORMAT_JSON, &merged, false);
    verdicts_free(&merged);
    return memory_close(&stream);
}

Test(slice, is_what_was_written)
{
    struct slice slice = computed(2, 1, SHARDS);
    char *before = written(&slice);
    struct slice copy = reread(&slice);
    char *after = written(&copy);
    cr_expect_str_eq(before, after);
    free(after);
    free(before);
    slice_free(&copy);
}

/* Reads the slices from files, last first, and compares with one process without shards. */
Test(campaign, merges_to_what_one_process_finds)
{
    struct slice parts[SLICES], whole[RUNS];
    for (unsigned i = 0; i < SLICES; i++) {
        struct slice slice = computed(i / SHARDS + 1, i % SHARDS, SHARDS);
        parts[SLICES - 1 - i] = reread(&slice);
    }
    for (unsigned run = 1; run <= RUNS; run++)
        whole[run - 1] = computed(run, 0, 1);
    char *a = table_of(parts, SLICES), *b = table_of(whole, RUNS);
    cr_expect_str_eq(a, b);
    free(b);
    free(a);
    for (unsigned i = 0; i < SLICES; i++)
        slice_free(&parts[i]);
    for (unsigned i = 0; i < RUNS; i++)
        slice_free(&whole[i]);
}

/* Makes three runs of a single claim with given judgements. */
static void plant(struct slice slices[3])
{
    static const struct {
        enum verdict verdict;
        double margin;
        unsigned trials;
    } found[] = { { VERDICT_HOLDS, -1, 10 },
                  { VERDICT_REFUTED, -0.25, 3 },
                  { VERDICT_REFUTED, -0.5, 4 } };
    for (unsigned run = 0; run < 3; run++) {
        slices[run] = (struct slice){ .seed = SEED, .trials = TRIALS, .run = run + 1, .shards = 1 };
        slice_set_rows(&slices[run]);
        struct judgement *j = &slices[run].verdicts.rows[0].judgement;
        j->verdict = found[run].verdict;
        j->margin = found[run].margin;
        j->trials = found[run].trials;
        j->simplest = strdup(run == 0 ? "none" : run == 1 ? "second" : "third");
    }
}

Test(campaign, keeps_the_gravest_and_all_trials)
{
    struct slice slices[3];
    struct verdicts merged;
    char error[CAMPAIGN_ERROR];
    plant(slices);
    cr_assert(campaign_merge(slices, 3, &merged, error), "%s", error);
    const struct judgement *j = &merged.rows[0].judgement;
    cr_expect_eq(j->verdict, VERDICT_REFUTED);
    cr_expect_eq(j->trials, 17u);
    cr_expect(j->margin <= -0.5);
    cr_expect_str_eq(j->simplest, "third");
    verdicts_free(&merged);
    for (int i = 0; i < 3; i++)
        slice_free(&slices[i]);
}

static void expect_refused(struct slice slices[], size_t n, const char *words)
{
    struct verdicts merged;
    char error[CAMPAIGN_ERROR] = "";
    cr_expect(!campaign_merge(slices, n, &merged, error), "%s", words);
    cr_expect(strstr(error, words), "'%s' should have '%s'", error, words);
}

Test(campaign, refuses_what_is_not_one)
{
    struct slice slices[3];
    expect_refused(NULL, 0, "no slices");
    plant(slices);
    slice_free(&slices[1]);
    slices[1] = slices[2];
    expect_refused(slices, 2, "run 2, shard 1 of 1 is missing");
    slices[1].run = 1;
    expect_refused(slices, 2, "run 1, shard 1 of 1 is there twice");
    slices[1].run = 2;
    slices[1].seed++;
    expect_refused(slices, 2, "two campaigns");
    slices[1].seed--;
    slices[1].trials++;
    expect_refused(slices, 2, "two campaigns");
    slices[1].trials--;
    snprintf(slices[1].software, sizeof slices[1].software, "other");
    expect_refused(slices, 2, "different software");
    slice_free(&slices[1]);
    slice_free(&slices[0]);
}

/* Of four runs in three shards each slice is left out, or there twice, in turn: it is named. */
Test(campaign, names_what_is_missing_or_there_twice)
{
    enum { ALL = 4 * SHARDS };
    for (unsigned k = 0; k < ALL; k++)
        for (int twice = 0; twice < 2; twice++) {
            struct slice slices[ALL + 1];
            char words[64];
            size_t n = 0;
            for (unsigned i = 0; i < ALL; i++)
                for (int times = i == k ? 2 * twice : 1; times > 0; times--)
                    slices[n++] = (struct slice){ .seed = SEED,
                                                  .trials = TRIALS,
                                                  .run = i / SHARDS + 1,
                                                  .shard = i % SHARDS,
                                                  .shards = SHARDS };
            snprintf(words, sizeof words, "run %u, shard %u of 3 is %s", k / SHARDS + 1,
                     k % SHARDS + 1, twice ? "there twice" : "missing");
            expect_refused(slices, n, words);
        }
}

Test(slice, is_refused_with_a_reason)
{
    static const struct {
        const char *from, *to, *words;
    } changes[] = {
        { "slice-1", "slice-2", "\"format\"" },
        { "\"seed\":\t\"5\"", "\"seed\":\t5", "\"seed\"" },
        { "\"seed\":\t\"5\"", "\"seed\":\t\"5x\"", "\"seed\"" },
        { "\"run\":\t1", "\"run\":\t0", "\"run\"" },
        { "\"run\":\t1", "\"run\":\t1.5", "\"run\"" },
        { "\"shard\":\t0", "\"shard\":\t1", "\"shard\"" },
        { "\"margin\":\t\"", "\"margin\":\t\"x", "\"margin\"" },
        { "\"verdict\":\t\"", "\"verdict\":\t\"x", "\"verdict\"" },
        { "\"domain\":\t\"", "\"domain\":\t\"x", "other claims" },
        { "\"results\":\t[{", "\"results\":\t[{}, {", "other claims" },
        { "{", "", "not JSON" },
    };
    struct slice slice = computed(1, 0, 1), copy;
    char error[CAMPAIGN_ERROR], *text = written(&slice);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const char *at = strstr(text, changes[i].from);
        cr_assert(at, "%s", changes[i].from);
        struct memory_stream stream;
        fprintf(memory_open(&stream), "%.*s%s%s", (int)(at - text), text, changes[i].to,
                at + strlen(changes[i].from));
        char *changed = memory_close(&stream);
        cr_expect(!slice_read(&copy, changed, error), "%s", changes[i].to);
        cr_expect(strstr(error, changes[i].words), "'%s' should have '%s'", error,
                  changes[i].words);
        free(changed);
    }
    free(text);
    slice_free(&slice);
}
