/* The options of thresholds on a command line. A mistake ends the program with one line. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_OPTIONS_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_OPTIONS_H

#include "properties/prover/threshold_table.h"

/* The options as given. */
struct threshold_request {
    const char *param;                 /* of --threshold; NULL: none */
    const char *set[MODEL_MAX_PARAMS]; /* NAME=VALUE: another parameter's */
    unsigned n_set;
    const char *over[THRESHOLD_AXES]; /* NAME=FROM:TO:N or NAME=FROM:TO:N:log: an axis */
    unsigned n_over;
    double width; /* 0: the default */
};

/* Sets the table to be computed, and in p the values of the parameters that are on none of its
 * axes. */
void threshold_table_of(const struct threshold_request *request, const struct model *model,
                        enum property property, struct threshold_table *table, double p[]);

#endif
