/* A campaign: claims judged with ever new inputs, in parts that need nothing of each other.
 *
 * Run r = 1, 2, ... judges every claim once, with the seed `seed + r - 1`; shard s of n takes the
 * claims s, s + n, ... of them. One shard of one run is a slice. A claim declared to hold is
 * searched for counterexamples. For a claim declared refuted the search runs without stored
 * witnesses; if it finds nothing, the claim stands on them. Slices of the same seed, trials and
 * shards merge into one verdict table: the same bytes whoever computed them, in whatever order. */
#ifndef BRISTLE_PROPERTIES_CAMPAIGNS_CAMPAIGN_H
#define BRISTLE_PROPERTIES_CAMPAIGNS_CAMPAIGN_H

#include <stdint.h>

#include "properties/verdicts/verdicts.h"

enum { CAMPAIGN_TRIALS = 2000, CAMPAIGN_SOFTWARE = 256, CAMPAIGN_ERROR = 512 };

struct slice {
    uint64_t seed;
    unsigned trials, run, shard, shards; /* run from 1, shard from 0 */
    char software[CAMPAIGN_SOFTWARE];    /* versions of Bristle and its libraries */
    struct verdicts verdicts;            /* of the slice's claims, in the order of all claims */
};

/* Returns the number of claims over all models. */
size_t campaign_claims(void);

/* Writes the versions of Bristle and of the libraries that verdicts depend on. */
void campaign_software(char text[CAMPAIGN_SOFTWARE]);

/* Sets the slice's rows, not yet judged. */
void slice_set_rows(struct slice *slice);

/* Computes the slice whose numbers are set. */
void slice_run(struct slice *slice, unsigned jobs);
void slice_free(struct slice *slice);

/* Writes the slice as {"format": "slice-1"}. */
void slice_write(FILE *out, const struct slice *slice);

/* Reads the text of a slice. Returns false, with *slice empty, and says in error what is wrong. */
bool slice_read(struct slice *slice, const char *text, char error[CAMPAIGN_ERROR]);

/* Merges the slices into the rows of all claims, over runs 1 to the highest. A claim's trials are
 * summed over the runs; the rest is its gravest judgement: refuted before inconclusive before
 * holding, then by margin, then by run. Sorts the slices, and moves out of them what the result
 * needs. Returns false with an error when a slice is missing, occurs twice, or belongs to another
 * campaign. verdicts_free releases the result. */
bool campaign_merge(struct slice slices[], size_t n, struct verdicts *merged,
                    char error[CAMPAIGN_ERROR]);

#endif
