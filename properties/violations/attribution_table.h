/* The verdict table along an integrator's trajectories: every claim, and who is to source. */
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
    const char *file; /* the shared object that the law is of, or NULL: one of Bristle's own */
    struct attribution result;
    char failure[SUBPROCESS_TEXT]; /* of a law from a file that crashed, why there is no result */
};

struct attribution_table {
    const struct integration_scheme *scheme;
    struct attribution_row *rows; /* by model, then in the order of the model's claims */
    size_t n;
};

/* Judges the claims of n laws (0: of all that are Bristle's own) about the property
 * (N_PROPERTIES: all) along the scheme's trajectories, in `jobs` threads; laws from files first,
 * each row in a process of its own. Results do not depend on jobs. To be freed with
 * attribution_table_free; rows is NULL when memory ran out. Borrows the scheme and the laws' files.
 */
struct attribution_table attribution_table_run(const struct law_choice laws[], size_t n,
                                               enum property property,
                                               const struct integration_scheme *scheme,
                                               const struct search_budget *budget, unsigned jobs);
void attribution_table_free(struct attribution_table *table);

/* EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int attribution_table_status(const struct attribution_table *table);

/* For people (at most 100 columns, with the worst signals of what is not as declared), and for
 * scripts: the rows of verify, with "integrator", "step", "blame", "exact_margin", "reason". */
void attribution_table_write(FILE *out, enum format format, const struct attribution_table *table);

#endif
