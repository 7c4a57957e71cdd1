/* Writing JSON, for all programs. When memory runs out the program ends with one line, exit 2. */
#ifndef BRISTLE_TOOLS_BASE_JSON_H
#define BRISTLE_TOOLS_BASE_JSON_H

#include <stdio.h>

struct cJSON;

/* Writes the JSON, indented, with a newline, and releases it. Numbers have as many digits as it
 * takes to read them back. */
void json_write(FILE *out, struct cJSON *json);
/* As json_write, in one line. */
void json_write_line(FILE *out, struct cJSON *json);

/* Returns the JSON as text, indented, to be freed. */
char *json_text(const struct cJSON *json);

#endif
