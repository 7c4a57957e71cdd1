/* Judges every claim along an integrator's trajectories: the verdict table with the source of each
 * violation. */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_TABLE_H
#define BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_TABLE_H

#include <stdio.h>

#include "properties/plugin/law_choice.h"
#include "properties/violations/attribution.h"
#include "tools/base/cli.h"
#include "tools/base/subprocess.h"

struct attribution_row {
    const struct model *model;
    const struct claim *claim;
    const char *file; /* path of the shared object of the law; NULL: a law of Bristle */
    struct attribution result;
    char failure[SUBPROCESS_TEXT]; /* why a law from a file, which crashed, has no result */
};

struct attribution_table {
    const struct integration_scheme *scheme;
    struct attribution_row *rows; /* by model, then in the order of the model's claims */
    size_t n;
};

/* Judges the claims of n laws (0: of all laws of Bristle) about the property (N_PROPERTIES: all)
 * along the scheme's trajectories, in `jobs` threads; laws from files first, each row in a process
 * of its own. Results do not depend on jobs. attribution_table_free releases them. Borrows the
 * scheme and the laws' files. */
struct attribution_table attribution_table_run(const struct law_choice laws[], size_t n,
                                               enum property property,
                                               const struct integration_scheme *scheme,
                                               const struct search_budget *budget, unsigned jobs);
void attribution_table_free(struct attribution_table *table);

/* Returns EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int attribution_table_status(const struct attribution_table *table);

/* Writes the table for people (at most 100 columns, with the worst signals of the rows that are not
 * as declared), or for scripts: the columns of verify, with "integrator", "step", "blame",
 * "exact_margin", "reason". */
void attribution_table_write(FILE *out, enum format format, const struct attribution_table *table);

#endif
