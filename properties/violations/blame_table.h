/* The verdict table along an integrator's trajectories: every claim, and who is to blame. */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_BLAME_TABLE_H
#define BRISTLE_PROPERTIES_VIOLATIONS_BLAME_TABLE_H

#include <stdio.h>

#include "properties/plugin/law_choice.h"
#include "properties/violations/blame.h"
#include "tools/base/subprocess.h"

struct blame_row {
    const struct model *model;
    const struct claim *claim;
    const char *file; /* the shared object that the law is of, or NULL: one of Bristle's own */
    struct blamed result;
    char failure[SUBPROCESS_TEXT]; /* of a law from a file that crashed, why there is no result */
};

struct blame_table {
    const struct scheme *scheme;
    struct blame_row *rows; /* by model, then in the order of the model's claims */
    size_t n;
};

/* Judges the claims of n laws (0: of all that are Bristle's own) about the property
 * (N_PROPERTIES: all) along the scheme's trajectories, in `jobs` threads; laws from files first,
 * each row in a process of its own. Results do not depend on jobs. To be freed with
 * blame_table_free; rows is NULL when memory ran out. Borrows the scheme and the laws' files. */
struct blame_table blame_table_run(const struct law_choice laws[], size_t n, enum property property,
                                   const struct scheme *scheme, const struct effort *effort,
                                   unsigned jobs);
void blame_table_free(struct blame_table *table);

/* EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int blame_table_status(const struct blame_table *table);

/* For people (at most 100 columns, with the worst signals of what is not as declared), and for
 * scripts: the rows of verify, with "integrator", "step", "blame", "exact_margin", "reason". */
void blame_table_print(FILE *out, const struct blame_table *table);
void blame_table_csv(FILE *out, const struct blame_table *table);
bool blame_table_json(FILE *out, const struct blame_table *table);

#endif
