/* The brackets of a claim's thresholds as a table, as CSV, as JSON, and as files. */
#ifndef BRISTLE_PROPERTIES_THRESHOLD_TABLE_H
#define BRISTLE_PROPERTIES_THRESHOLD_TABLE_H

#include <stdio.h>

#include "properties/threshold.h"

struct threshold_table {
    const struct model *model;
    enum property property;
    unsigned param; /* of the model's */
    struct threshold sides[THRESHOLD_SIDES];
    char proof[THRESHOLD_SIDES][512], witness[THRESHOLD_SIDES][512]; /* paths, "" for none */
};

/* Writes each proof and witness into the directory, whole or not at all, as
 * MODEL_PROPERTY_PARAMETER_SIDE.proof.json and ....witness.json; a failure ends the program. */
void threshold_write(struct threshold_table *table, const char *directory);

void threshold_print(FILE *out, const struct threshold_table *table);
void threshold_csv(FILE *out, const struct threshold_table *table);
/* {"format": "thresholds-1", "results": [...]}, a row a side; false: out of memory. */
bool threshold_json(FILE *out, const struct threshold_table *table);

#endif
