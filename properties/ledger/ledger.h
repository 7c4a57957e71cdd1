/* The claims ledger: what J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, "Modelo
 * dinamico de friccion: un enfoque para identificacion y control", say of their model, claim by
 * claim, with a verdict, the rows of the verdict table that it rests on, and what is true.
 *
 * The rows are judged when the ledger is: it is as good as they are, and when one of them does
 * not come out as declared, the ledger does not either.
 */
#ifndef BRISTLE_PROPERTIES_LEDGER_LEDGER_H
#define BRISTLE_PROPERTIES_LEDGER_LEDGER_H

#include <stdio.h>

#include "properties/verdicts/verdicts.h"

enum { LEDGER_MAX_EVIDENCE = 8 };

/* Conditional: true in less generality than it is claimed. */
enum ledger_verdict { LEDGER_TRUE, LEDGER_CONDITIONAL, LEDGER_FALSE };

/* A row of the verdict table: one claim of a model. */
struct ledger_evidence {
    const char *model;
    enum property property;
    const char *claim; /* its id (claim.h) */
};

struct ledger_entry {
    const char *id;    /* "C1" */
    const char *claim; /* what is claimed, in other words */
    const char *where; /* equations, figures, sections */
    enum ledger_verdict verdict;
    const char *truth;                                    /* what is true, or why it is */
    struct ledger_evidence evidence[LEDGER_MAX_EVIDENCE]; /* ended by a NULL model */
};

/* All claims in the order of their ids, ended by a NULL id. */
extern const struct ledger_entry ledger_entries[];

/* The row in a table of verdicts, or NULL. */
const struct verdict_row *ledger_find(const struct verdicts *verdicts,
                                      const struct ledger_evidence *evidence);

/* Judges every row that the ledger rests on, once. To be freed with verdicts_free; rows is NULL
 * when memory ran out. */
struct verdicts ledger_run(const struct search_budget *budget, unsigned jobs);

/* Whether every row of that entry is there and came out as declared. */
bool ledger_stands(const struct ledger_entry *entry, const struct verdicts *verdicts);

/* EXIT_AS_DECLARED, or EXIT_NOT_AS_DECLARED when an entry does not stand. */
int ledger_status(const struct verdicts *verdicts);

/* For people, at most 100 columns; for scripts, by rows of evidence; and as
 * {"format": "ledger-1"}, false when out of memory. */
void ledger_write(FILE *out, enum format format, const struct verdicts *verdicts);

#endif
