/* Writing JSON, for all programs. */
#ifndef BRISTLE_TOOLS_BASE_JSON_H
#define BRISTLE_TOOLS_BASE_JSON_H

#include <stdbool.h>
#include <stdio.h>

struct cJSON;

/* Writes the JSON, indented, with a newline, and releases it. Numbers have as many digits as it
 * takes to read them back. Returns false when memory ran out. */
bool json_write(FILE *out, struct cJSON *json);
/* As json_write, in one line. */
bool json_write_line(FILE *out, struct cJSON *json);

#endif
