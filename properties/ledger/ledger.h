/* The claims ledger: what J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, "Modelo
 * dinamico de friccion: un enfoque para identificacion y control", say about their model, claim by
 * claim, with a verdict, the rows of the verdict table that the verdict rests on, and what is true.
 *
 * ledger_run judges the rows anew. When a row does not come out as declared, its entry does not
 * stand. */
#ifndef BRISTLE_PROPERTIES_LEDGER_LEDGER_H
#define BRISTLE_PROPERTIES_LEDGER_LEDGER_H

#include <stdio.h>

#include "properties/verdicts/verdicts.h"

enum { LEDGER_MAX_EVIDENCE = 8 };

/* Conditional: true in fewer cases than claimed. */
enum ledger_verdict { LEDGER_TRUE, LEDGER_CONDITIONAL, LEDGER_FALSE };

/* A row of the verdict table: one claim of a model. */
struct ledger_evidence {
    const char *model;
    enum property property;
    const char *claim; /* its id (models/claim.h) */
};

struct ledger_entry {
    const char *id;    /* "C1" */
    const char *claim; /* the claim in our words */
    const char *where; /* equations, figures, sections */
    enum ledger_verdict verdict;
    const char *truth; /* the true statement, or why the claim is true */
    struct ledger_evidence evidence[LEDGER_MAX_EVIDENCE]; /* ended by a NULL model */
};

/* All claims in the order of their ids, ended by a NULL id. */
extern const struct ledger_entry ledger_entries[];

/* Returns the row of the evidence in a table of verdicts, or NULL. */
const struct verdict_row *ledger_find(const struct verdicts *verdicts,
                                      const struct ledger_evidence *evidence);

/* Judges every row that the ledger names, once, in `jobs` threads. verdicts_free releases the
 * table. */
struct verdicts ledger_run(const struct search_budget *budget, unsigned jobs);

/* Returns true when every row of the entry exists and came out as declared. */
bool ledger_stands(const struct ledger_entry *entry, const struct verdicts *verdicts);

/* Returns EXIT_AS_DECLARED, or EXIT_NOT_AS_DECLARED when an entry does not stand. */
int ledger_status(const struct verdicts *verdicts);

/* Writes for people, at most 100 columns; as CSV, a row for each piece of evidence; or as JSON
 * {"format": "ledger-1"}. */
void ledger_write(FILE *out, enum format format, const struct verdicts *verdicts);

#endif
