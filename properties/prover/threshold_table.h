/* The brackets of a claim's thresholds, also over a grid of other parameters: as a table, as CSV,
 * as JSON, and as files. */
#ifndef BRISTLE_PROPERTIES_PROVER_THRESHOLD_TABLE_H
#define BRISTLE_PROPERTIES_PROVER_THRESHOLD_TABLE_H

#include <stdio.h>

#include "properties/prover/threshold.h"
#include "tools/base/cli.h"

enum { THRESHOLD_AXES = 2 };

/* n >= 1 values of another parameter, both ends among them. */
struct threshold_axis {
    unsigned param; /* of the model's */
    double from, to;
    unsigned n;
    bool logarithmic; /* evenly by their ratio */
};

struct threshold_row {
    double p[MODEL_MAX_PARAMS];
    const char *invalid; /* the constraint that these parameters violate, or NULL */
    bool any;            /* there is an interval */
    struct threshold sides[THRESHOLD_SIDES];
    char proof[THRESHOLD_SIDES][512], witness[THRESHOLD_SIDES][512]; /* paths, "" for none */
};

struct threshold_table {
    const struct model *model;
    enum property property;
    unsigned param; /* of the model's */
    struct threshold_budget budget;
    struct threshold_axis axis[THRESHOLD_AXES];
    unsigned n_axes;
    struct threshold_row *rows; /* a point of the grid each, the last axis fastest */
    size_t n;
};

/* Value i of an axis, to 12 digits. */
double threshold_axis_value(const struct threshold_axis *axis, unsigned i);

/* Fills in the rows, the parameters that are on no axis from others[], in up to `jobs` threads.
 * Returns false out of memory. */
bool threshold_run(struct threshold_table *table, const double others[], unsigned jobs);
void threshold_free(struct threshold_table *table);

/* Whether some row has an interval. */
bool threshold_any(const struct threshold_table *table);

/* Why that side of a row has no bracket, "" where it has one. */
const char *threshold_note(const struct threshold_row *row, int side);

/* Writes each proof and witness into the directory, whole or not at all, as
 * MODEL_PROPERTY_PARAMETER_SIDE.proof.json and ....witness.json, with _NAME=VALUE behind SIDE for
 * each axis; a failure ends the program. */
void threshold_write(struct threshold_table *table, const char *directory);

/* For people; and as CSV, or JSON {"format": "thresholds-1", "results": [...]}, a row a side, its
 * place on the axes in "at", why it has no bracket in "note". */
void threshold_print(FILE *out, const struct threshold_table *table);
void threshold_table_write(FILE *out, enum format format, const struct threshold_table *table);

#endif
