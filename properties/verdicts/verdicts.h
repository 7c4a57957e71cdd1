/* The verdict table: every claim of every model, judged. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_VERDICTS_H
#define BRISTLE_PROPERTIES_VERDICTS_VERDICTS_H

#include <stdio.h>

#include "properties/plugin/law_choice.h"
#include "properties/verdicts/judge.h"
#include "tools/base/cli.h"

struct verdict_row {
    const struct model *model;
    const struct claim *claim;
    const char *file; /* the shared object that the law is of, or NULL: one of Bristle's own */
    const struct arb_law *rigorous; /* of a file: its ball model, or NULL */
    struct judgement judgement;
    double seconds;
    char witness[512], deepest[512]; /* paths of the witnesses, "" for none */
};

struct verdicts {
    struct verdict_row *rows; /* by model, then in the order of the model's claims */
    size_t n;
};

/* The claims of a model and about experiments with it: the one of that number, or NULL. */
const struct claim *verdicts_claim(const struct model *model, size_t i);

/* Judges the rows, whose model, claim and file are set, in double, in `jobs` threads; laws from
 * files first, each row in a process of its own (verdicts_isolated.h): what is declared refuted is
 * then searched for. Returns false when memory ran out. */
bool verdicts_judge(struct verdicts *verdicts, const struct search_budget *budget, unsigned jobs);

/* Judges the claims of n laws (0: of all that are Bristle's own) about the property
 * (N_PROPERTIES: all), in double, `jobs` at once. Results do not depend on jobs. To be freed
 * with verdicts_free; rows is NULL when memory ran out. Borrows the laws' files. */
struct verdicts verdicts_run(const struct law_choice laws[], size_t n, enum property property,
                             const struct search_budget *budget, unsigned jobs);
void verdicts_free(struct verdicts *verdicts);

/* Writes the witnesses that the search found into the directory, each whole or not at all, as
 * MODEL_PROPERTY.json (the claim's own name of it where it has one) and ..._deepest.json. A
 * failure is a one-line error, exit 2. */
void verdicts_write_witnesses(struct verdicts *verdicts, const char *directory);

/* How many claims of some rows are declared to hold, and how many of them came out as proved and as
 * enclosed. */
struct verdicts_share {
    unsigned declared, proved, enclosed;
};

/* Of all rows, or of those of the first laws only: coulomb, viscous, coulomb_viscous, stribeck,
 * exponential, bristle, reset_integrator, lugre, lugre_increment, martinez_rosas, alvarez_icaza. */
struct verdicts_share verdicts_share(const struct verdicts *verdicts, bool first);

/* EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int verdicts_status(const struct verdicts *verdicts);

/* For people (at most 100 columns, with the notes of what is not as declared), and for
 * scripts. Times are written only on request, since they differ from run to run. */
void verdicts_write(FILE *out, enum format format, const struct verdicts *verdicts, bool timing);

/* Parts of these: what a verdict rests on in a few words, the notes of all rows that are not as
 * declared, and one row as JSON, to be freed by the caller. */
enum { VERDICTS_EVIDENCE = 32 };
void verdicts_evidence(char text[VERDICTS_EVIDENCE], const struct judgement *judgement);
void verdicts_notes(FILE *out, const struct verdicts *verdicts);
struct cJSON *verdicts_row_json(const struct verdict_row *row, bool timing);

#endif
