/* The mutants of many files, a sample of them, and the fate of each. */
#ifndef BRISTLE_PROPERTIES_MUTATION_CAMPAIGN_H
#define BRISTLE_PROPERTIES_MUTATION_CAMPAIGN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "properties/mutation/changes.h"
#include "properties/mutation/judge.h"

/* One file and all its mutants. */
struct subject {
    char *file; /* from the execution root */
    struct source source;
    struct mutants mutants;
};

/* A mutant of the sample. */
struct chosen {
    const struct subject *subject;
    const struct mutant *mutant;
    size_t index; /* of the mutant among the subject's */
    uint64_t key; /* random, from seed and mutant */
    enum fate fate;
    const char *label; /* the test that noticed it, or the kind of proof; NULL: none */
};

struct campaign {
    const struct plan *plan;
    struct subject *subjects;
    size_t n_subjects;
    struct chosen *chosen; /* sorted by file, operator and place */
    size_t n;
    uint64_t seed;
};

/* Lists the mutants of the laws' and methods' sources whose paths match one of the patterns in
 * `files`, by the operators that match one in `operators_named` (shell patterns, separated by
 * commas; NULL: all). campaign_close releases them. */
void campaign_open(struct campaign *campaign, const struct plan *plan, const char *files,
                   const char *operators_named);
void campaign_close(struct campaign *campaign);

/* Keeps `most` mutants, chosen at random from the seed, one of each file and operator in turn; 0
 * keeps all. */
void campaign_sample(struct campaign *campaign, size_t most, uint64_t seed);

/* Keeps the mutants in lines that have changed. */
void campaign_keep_changed(struct campaign *campaign, const struct changes *changes);

/* Replaces the mutants by one for each file: the unchanged file itself. */
void campaign_pure(struct campaign *campaign);

/* How a campaign is run. */
struct campaign_limits {
    unsigned jobs;  /* threads */
    double seconds; /* after which no other mutant is begun; those left stay open */
    struct tests_asked asked;
    const char *directory; /* in which mutants are made */
    const char *journal;   /* known fates are taken from it, and new ones added; NULL: none */
};

/* Judges all mutants whose fate is open, in an order that depends on the seed alone. */
void campaign_run(struct campaign *campaign, const struct campaign_limits *limits);

/* Returns the share of detected mutants among those that could be detected; 1 if there are none. */
double campaign_share(const struct campaign *campaign);

void campaign_table(FILE *out, const struct campaign *campaign);
void campaign_json(FILE *out, const struct campaign *campaign);
/* Writes one line for each mutant. */
void campaign_list(FILE *out, const struct campaign *campaign);

#endif
