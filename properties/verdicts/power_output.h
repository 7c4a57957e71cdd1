/* Only files of this room include this header. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_POWER_OUTPUT_H
#define BRISTLE_PROPERTIES_VERDICTS_POWER_OUTPUT_H

#include <stdio.h>

#include "properties/judgement/power.h"

struct cJSON;

/* Return the flaws of all kinds, planted and found. */
unsigned power_planted(const struct power *power);
unsigned power_found(const struct power *power);

/* Prints it below a row, in lines of 80 characters; nothing where nothing was planted. */
void power_print(FILE *out, const struct power *power);

/* The same as JSON, to be freed. */
struct cJSON *power_json(const struct power *power);

#endif
