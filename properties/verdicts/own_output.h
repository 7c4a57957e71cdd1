/* What the table and JSON say of one's own parameters. Only verdicts*.c include this header. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_OWN_OUTPUT_H
#define BRISTLE_PROPERTIES_VERDICTS_OWN_OUTPUT_H

#include <stdio.h>

#include "properties/verdicts/verdicts.h"

/* Prints the line above a law's rows: its name, file, source, and one's own parameters. */
void own_print_model(FILE *out, const struct verdict_row *row);

/* Prints a line for each edge of the claim's domain. A value is rounded to seven digits, into the
 * domain. */
void own_print_edges(FILE *out, const struct verdict_row *row);

/* Return the edges as an array, and the parameters as an object of decimals, which --params
 * reads. */
struct cJSON *own_edges_json(const struct verdict_row *row);
struct cJSON *own_parameters_json(const struct verdict_row *row);

#endif
