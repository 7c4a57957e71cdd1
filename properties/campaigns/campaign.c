/* Judges one slice of a campaign, and merges slices into one table. */
#include "properties/campaigns/campaign.h"

#include <arb.h>
#include <gnu/libc-version.h>
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

#include "properties/plugin/law_choice.h"
#include "properties/trials/lane_trials.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

size_t campaign_claims(void)
{
    size_t n = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        n += (*m)->n_claims;
    return n;
}

void campaign_software(char text[CAMPAIGN_SOFTWARE])
{
    int major, minor, patch;
    nlopt_version(&major, &minor, &patch);
    snprintf(text, CAMPAIGN_SOFTWARE, "bristle %s, FLINT %s, Arb %s, NLopt %d.%d.%d, glibc %s",
             BRISTLE_VERSION, flint_version, arb_version, major, minor, patch,
             gnu_get_libc_version());
}

struct work {
    struct verdicts *verdicts;
    struct search_budget budget;
};

static void judge_row(void *context, size_t i)
{
    const struct work *work = context;
    struct verdict_row *row = &work->verdicts->rows[i];
    const struct arb_law *law = arb_law_find(row->model->name);
    struct search_budget budget = work->budget;
    struct lane_trials *trials = lane_trials_open(law_choice_of(row->model).equations, row->model,
                                                  row->claim->property, lane_run_best());
    budget.lanes = lane_trials_lanes(trials);
    budget.ignore_stored = row->claim->declared == REFUTED;
    PREC(judge)(row->model, law, row->claim, &budget, &row->judgement);
    if (budget.ignore_stored && !row->judgement.as_declared) {
        const unsigned searched = row->judgement.trials;
        budget.ignore_stored = false;
        judgement_clear(&row->judgement);
        PREC(judge)(row->model, law, row->claim, &budget, &row->judgement);
        row->judgement.trials += searched;
    }
    lane_trials_close(trials);
}

void slice_set_rows(struct slice *slice)
{
    size_t i = 0;
    slice->verdicts =
        (struct verdicts){ memory_array(campaign_claims(), sizeof(struct verdict_row)), 0 };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned k = 0; k < (*m)->n_claims; k++, i++)
            if (i % slice->shards == slice->shard)
                slice->verdicts.rows[slice->verdicts.n++] =
                    (struct verdict_row){ .model = *m, .claim = &(*m)->claims[k] };
}

void slice_run(struct slice *slice, unsigned jobs)
{
    struct work work = { &slice->verdicts,
                         { .seed = slice->seed + slice->run - 1, .trials = slice->trials } };
    campaign_software(slice->software);
    slice_set_rows(slice);
    parallel_for(slice->verdicts.n, jobs, "claims judged", judge_row, &work);
}

void slice_free(struct slice *slice) { verdicts_free(&slice->verdicts); }

static int by_run_and_shard(const void *a, const void *b)
{
    const struct slice *p = a, *q = b;
    if (p->run != q->run)
        return p->run < q->run ? -1 : 1;
    return p->shard < q->shard ? -1 : p->shard > q->shard;
}

/* Returns true when all slices belong to one campaign and each occurs once. */
static bool is_whole(const struct slice slices[], size_t n, char error[CAMPAIGN_ERROR])
{
    const struct slice *first = &slices[0];
    for (size_t i = 0; i < n; i++) {
        const struct slice *s = &slices[i];
        const size_t run = i / first->shards + 1, shard = i % first->shards;
        if (s->seed != first->seed || s->trials != first->trials || s->shards != first->shards) {
            snprintf(error, CAMPAIGN_ERROR,
                     "slices of two campaigns: seed %llu, %u trials, %u shards, and seed %llu, %u "
                     "trials, %u shards",
                     (unsigned long long)first->seed, first->trials, first->shards,
                     (unsigned long long)s->seed, s->trials, s->shards);
            return false;
        }
        if (strcmp(s->software, first->software) != 0) {
            snprintf(error, CAMPAIGN_ERROR, "slices by different software: %.200s, and %.200s",
                     first->software, s->software);
            return false;
        }
        if (s->run != run || s->shard != shard) {
            const bool twice = i > 0 && by_run_and_shard(s - 1, s) == 0;
            snprintf(error, CAMPAIGN_ERROR, "run %u, shard %u of %u is %s",
                     twice ? s->run : (unsigned)run, (twice ? s->shard : (unsigned)shard) + 1,
                     first->shards, twice ? "there twice" : "missing");
            return false;
        }
    }
    if (n % first->shards != 0) {
        snprintf(error, CAMPAIGN_ERROR, "run %zu, shard %zu of %u is missing",
                 n / first->shards + 1, n % first->shards + 1, first->shards);
        return false;
    }
    return true;
}

static int gravity(enum verdict verdict)
{
    static const int by_verdict[] = { [VERDICT_HOLDS] = 1,
                                      [VERDICT_REFUTED] = 3,
                                      [VERDICT_INCONCLUSIVE] = 2,
                                      [VERDICT_NOT_APPLICABLE] = 0 };
    return by_verdict[verdict];
}

static bool is_graver(const struct judgement *a, const struct judgement *b)
{
    if (gravity(a->verdict) != gravity(b->verdict))
        return gravity(a->verdict) > gravity(b->verdict);
    return a->margin < b->margin || (!isnan(a->margin) && isnan(b->margin));
}

/* Takes the judgement of the row from another run. */
static void take(struct verdict_row *row, struct verdict_row *other)
{
    const unsigned trials = row->judgement.trials + other->judgement.trials;
    if (is_graver(&other->judgement, &row->judgement)) {
        const struct verdict_row lighter = *row;
        *row = *other;
        *other = lighter;
    }
    row->judgement.trials = trials;
}

bool campaign_merge(struct slice slices[], size_t n, struct verdicts *merged,
                    char error[CAMPAIGN_ERROR])
{
    *merged = (struct verdicts){ NULL, 0 };
    if (n == 0) {
        snprintf(error, CAMPAIGN_ERROR, "no slices");
        return false;
    }
    qsort(slices, n, sizeof *slices, by_run_and_shard);
    if (!is_whole(slices, n, error))
        return false;
    const unsigned shards = slices[0].shards;
    merged->rows = memory_array(campaign_claims(), sizeof *merged->rows);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < slices[i].verdicts.n; k++) {
            struct verdict_row *row = &merged->rows[k * shards + slices[i].shard];
            if (slices[i].run > 1)
                take(row, &slices[i].verdicts.rows[k]);
            else {
                *row = slices[i].verdicts.rows[k];
                slices[i].verdicts.rows[k].judgement = (struct judgement){ 0 }; /* moved */
            }
        }
    merged->n = campaign_claims();
    return true;
}
