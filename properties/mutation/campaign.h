/* The mutants of many files, a sample of them, and what became of each. */
#ifndef BRISTLE_PROPERTIES_MUTATION_CAMPAIGN_H
#define BRISTLE_PROPERTIES_MUTATION_CAMPAIGN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "properties/mutation/judge.h"

/* One file and all its mutants. */
struct subject {
    char *file; /* from the execution root */
    struct source source;
    struct mutants mutants;
};

/* One mutant chosen. */
struct chosen {
    const struct subject *subject;
    const struct mutant *mutant;
    size_t index; /* of the mutant among the subject's */
    uint64_t key; /* random, from seed and mutant */
    enum fate fate;
    const char *label; /* of the test that noticed, or of the proof; NULL: none */
};

struct campaign {
    const struct plan *plan;
    struct subject *subjects;
    size_t n_subjects;
    struct chosen *chosen; /* by file, operator and place */
    size_t n;
    uint64_t seed;
};

/* The mutants of the files whose paths match one of the patterns (in the manner of the shell,
 * separated by commas; NULL: all) of the laws' and methods' sources, and of the operators named
 * likewise. To be released by campaign_close. */
void campaign_open(struct campaign *campaign, const struct plan *plan, const char *files,
                   const char *operators_named);
void campaign_close(struct campaign *campaign);

/* Keeps `most` of them, chosen at random from the seed, one of each file and operator in turn; 0
 * keeps all. */
void campaign_sample(struct campaign *campaign, size_t most, uint64_t seed);

/* In place of the mutants one of each file that is the file itself. */
void campaign_pure(struct campaign *campaign);

/* Judges all that are open, by the tests asked for, in up to `jobs` threads
 * below the directory. With a journal what is known of them is taken from that file, and written to
 * it as it becomes known. */
void campaign_run(struct campaign *campaign, unsigned jobs, const struct tests_asked *asked,
                  const char *directory, const char *journal);

/* The share of what could be detected, and was; 1 where there was nothing. */
double campaign_share(const struct campaign *campaign);

void campaign_table(FILE *out, const struct campaign *campaign);
/* Returns false where memory ran out. */
bool campaign_json(FILE *out, const struct campaign *campaign);
/* One line for each mutant. */
void campaign_list(FILE *out, const struct campaign *campaign);

#endif
