/* The options of thresholds on a command line. A mistake ends the program with one line. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_OPTIONS_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_OPTIONS_H

#include "properties/prover/threshold_table.h"

/* The options as given. */
struct threshold_request {
    const char *param;                  /* of --threshold; NULL: none */
    const char *set[MODEL_MAX_PARAMS];  /* NAME=VALUE: another parameter's; later ones win */
    const char *from[MODEL_MAX_PARAMS]; /* where it was given, for messages: "--set" */
    unsigned n_set;
    const char *over[THRESHOLD_AXES]; /* NAME=FROM:TO:N or NAME=FROM:TO:N:log: an axis */
    unsigned n_over;
    double width; /* 0: the default */
};

/* Writes p[]: the model's defaults, and in their place what is set. A value outside its range, or
 * no whole number where one is expected, ends the program with one line. */
void threshold_settings(const struct threshold_request *request, const struct model *model,
                        double p[]);

/* Sets the table to be computed, and in p the values of the parameters that are on none of its
 * axes. */
void threshold_table_of(const struct threshold_request *request, const struct model *model,
                        enum property property, struct threshold_table *table, double p[]);

#endif
