/* A campaign: claims judged with ever new inputs, in parts that need nothing of each other.
 *
 * Run r = 1, 2, ... judges every claim once, with the seed `seed + r - 1`; shard s of n takes the
 * claims s, s + n, ... of them. Such a part is a slice. What holds is searched for counterexamples;
 * what is refuted is searched for anew, its stored witnesses set aside, and stands on those if the
 * search finds nothing. Slices of the same seed, trials and shards merge into one verdict table,
 * the same bytes whoever computed them, in whatever order.
 */
#ifndef BRISTLE_PROPERTIES_CAMPAIGNS_CAMPAIGN_H
#define BRISTLE_PROPERTIES_CAMPAIGNS_CAMPAIGN_H

#include <stdint.h>

#include "properties/verdicts/verdicts.h"

enum { CAMPAIGN_TRIALS = 2000, CAMPAIGN_SOFTWARE = 256, CAMPAIGN_ERROR = 512 };

struct slice {
    uint64_t seed;
    unsigned trials, run, shard, shards; /* run from 1, shard from 0 */
    char software[CAMPAIGN_SOFTWARE];    /* versions of what it was computed with */
    struct verdicts verdicts;            /* of its claims, in the order of all */
};

/* How many claims there are, over all models. */
size_t campaign_claims(void);

/* The versions of Bristle and of the libraries that verdicts depend on. */
void campaign_software(char text[CAMPAIGN_SOFTWARE]);

/* Its claims, none of them judged. Returns false when memory ran out. */
bool slice_set_rows(struct slice *slice);

/* Computes the slice whose numbers are set. Returns false when memory ran out. */
bool slice_run(struct slice *slice, unsigned jobs);
void slice_free(struct slice *slice);

/* As {"format": "slice-1"}. Returns false when memory ran out. */
bool slice_write(FILE *out, const struct slice *slice);

/* From that text. Returns false with what is wrong with it; the slice then holds nothing. */
bool slice_read(struct slice *slice, const char *text, char error[CAMPAIGN_ERROR]);

/* All claims, of runs 1 to the highest: of each claim the trials of all runs, and otherwise the
 * gravest judgement: refuted before inconclusive before holding, then by margin, then by run. The
 * slices are sorted, and what the result needs moves out of them. Returns false with an error where
 * one is missing, there twice, or of another campaign. To be freed with verdicts_free. */
bool campaign_merge(struct slice slices[], size_t n, struct verdicts *merged,
                    char error[CAMPAIGN_ERROR]);

#endif
