/* The verdict table: every claim of every model, judged. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_VERDICTS_H
#define BRISTLE_PROPERTIES_VERDICTS_VERDICTS_H

#include <stdio.h>

#include "properties/judgement/judge.h"
#include "properties/plugin/law_choice.h"
#include "properties/verdicts/own_parameters.h"
#include "tools/base/cli.h"

struct verdict_row {
    const struct model *model;
    const struct claim *claim;
    const char *file; /* path of the shared object of the law; NULL: a law of Bristle */
    const struct arb_law *rigorous; /* ball model of a law from a file, or NULL */
    const char *digest;             /* of a law's text (law_choice.h), or NULL */
    const struct model *stated;     /* at one's own parameters: the law as it is stated, or NULL */
    const struct law_graph *equations; /* of the law's text, or NULL */
    struct claim_edges edges;          /* at one's own parameters: of the claim's domain */
    bool is_settled; /* judged already: its law does not solve its own equations */
    struct judgement judgement;
    double seconds;
    char witness[512], deepest[512]; /* paths of the witnesses; "": none */
};

struct verdicts {
    struct verdict_row *rows; /* by model, then in the order of the model's claims */
    size_t n;
};

/* Returns claim number i of a model, those about experiments last, or NULL when i is past the
 * end. */
const struct claim *verdicts_claim(const struct model *model, size_t i);

/* Judges the rows, whose model, claim and file are set, in double, in `jobs` threads. Laws from
 * files come first, each row in a process of its own (verdicts_isolated.h); the search must refute
 * what they declare refuted. */
void verdicts_judge(struct verdicts *verdicts, const struct search_budget *budget, unsigned jobs);

/* Judges the claims of n laws (0: of all laws of Bristle) about the property (N_PROPERTIES: all),
 * in double, in `jobs` threads. Results do not depend on jobs. verdicts_free releases them. Borrows
 * the laws' files. */
struct verdicts verdicts_run(const struct law_choice laws[], size_t n, enum property property,
                             const struct search_budget *budget, unsigned jobs);
void verdicts_free(struct verdicts *verdicts);

/* Writes the witnesses that the search found into the directory, each whole or not at all, as
 * MODEL_PROPERTY.json (or under the claim's own name for it) and ..._deepest.json. Prints one line
 * and exits with status 2 on failure. */
void verdicts_write_witnesses(struct verdicts *verdicts, const char *directory);

/* How many claims of some rows are declared to hold, and how many of those are proved and
 * enclosed. */
struct verdicts_share {
    unsigned declared, proved, enclosed;
};

/* Counts all rows, or, if `first`, only the rows of coulomb, viscous, coulomb_viscous, stribeck,
 * exponential, bristle, reset_integrator, lugre, lugre_increment, martinez_rosas, alvarez_icaza. */
struct verdicts_share verdicts_share(const struct verdicts *verdicts, bool first);

/* Returns EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int verdicts_status(const struct verdicts *verdicts);

/* At one's own parameters (own_law) a claim whose domain does not contain them is not applicable,
 * and as declared; what is declared refuted for a domain may hold there. */

/* Writes the table for people (at most 80 columns, with the notes of the rows that are not as
 * declared), or for scripts. Times are written only if `timing`, since they differ from run to
 * run. */
void verdicts_write(FILE *out, enum format format, const struct verdicts *verdicts, bool timing);

/* Writes the rows as JUnit's XML: a suite for each law, a case for each claim, which fails when it
 * is not as declared. */
void verdicts_junit(FILE *out, const struct verdicts *verdicts, bool timing);

/* States the columns of a claim: model, file (of a law from a file), property, domain, declared. */
struct columns;
void claim_columns(struct columns *c, const struct model *model, const char *file,
                   const struct claim *claim);

/* Parts of the output: the few words on which a verdict rests; a margin's cell; the notes of all
 * rows that are not as declared; one row as JSON, to be freed by the caller. */
enum { VERDICTS_EVIDENCE = 32 };
void verdicts_evidence(char text[VERDICTS_EVIDENCE], const struct judgement *judgement);
void verdicts_margin(FILE *out, double margin);
void verdicts_notes(FILE *out, const struct verdicts *verdicts);
struct cJSON *verdicts_row_json(const struct verdict_row *row, bool timing);

#endif
