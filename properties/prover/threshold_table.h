/* The brackets of a claim's thresholds, also over a grid of other parameters: printed, as CSV, as
 * JSON, and as files. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_TABLE_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_TABLE_H

#include <stdio.h>

#include "properties/prover/threshold.h"
#include "tools/base/cli.h"

enum { THRESHOLD_AXES = 2 };

/* n >= 1 values of another parameter; both ends are among them. */
struct threshold_axis {
    unsigned param; /* index of the model's */
    double from, to;
    unsigned n;
    bool logarithmic; /* values have equal ratios */
};

struct threshold_row {
    double p[MODEL_MAX_PARAMS];
    const char *invalid; /* the constraint that these parameters violate, or NULL */
    bool any;            /* there is an interval */
    struct threshold sides[THRESHOLD_SIDES];
    char proof[THRESHOLD_SIDES][512], witness[THRESHOLD_SIDES][512]; /* paths; "": none */
};

struct threshold_table {
    const struct model *model;
    enum property property;
    unsigned param; /* of the model's */
    struct threshold_budget budget;
    struct threshold_axis axis[THRESHOLD_AXES];
    unsigned n_axes;
    struct threshold_row *rows; /* one for each point of the grid, the last axis fastest */
    size_t n;
};

/* Returns value i of an axis, rounded to 12 digits. */
double threshold_axis_value(const struct threshold_axis *axis, unsigned i);

/* Computes the rows, in up to `jobs` threads; the parameters that are on no axis come from
 * others[]. */
void threshold_run(struct threshold_table *table, const double others[], unsigned jobs);
void threshold_free(struct threshold_table *table);

/* Returns true when some row has an interval. */
bool threshold_any(const struct threshold_table *table);

/* Returns why that side of a row has no bracket, "" if it has one. */
const char *threshold_note(const struct threshold_row *row, int side);

/* Writes each proof and witness into the directory, whole or not at all, as
 * MODEL_PROPERTY_PARAMETER_SIDE.proof.json and ....witness.json, with _NAME=VALUE behind SIDE for
 * each axis. Ends the program on failure. */
void threshold_write(struct threshold_table *table, const char *directory);

/* threshold_print writes for people; threshold_table_write writes CSV, or JSON {"format":
 * "thresholds-1", "results": [...]}: a row for each side, its values on the axes in "at", why it
 * has no bracket in "note". */
void threshold_print(FILE *out, const struct threshold_table *table);
void threshold_table_write(FILE *out, enum format format, const struct threshold_table *table);

#endif
