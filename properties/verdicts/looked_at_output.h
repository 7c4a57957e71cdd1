/* Only files of this room include this header. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_LOOKED_AT_OUTPUT_H
#define BRISTLE_PROPERTIES_VERDICTS_LOOKED_AT_OUTPUT_H

#include <stdio.h>

#include "properties/judgement/looked_at.h"

struct cJSON;

/* Prints what a search has looked at, below its row, in lines of 80 characters; nothing when
 * nothing was noted. */
void looked_at_print(FILE *out, const struct looked_at *at);

/* The same as JSON, in SI units, to be freed. */
struct cJSON *looked_at_json(const struct looked_at *at);

#endif
