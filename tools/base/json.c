/* Writes a cJSON tree as text. */
#include "tools/base/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* cJSON writes 15 digits where these are within rounding of the number. Numbers that these do not
 * give back become texts of 17 digits. */
static void keep_digits(cJSON *json)
{
    enum { DIGITS = 32 };
    char text[DIGITS];
    for (cJSON *child = json->child; child; child = child->next)
        keep_digits(child);
    if (!cJSON_IsNumber(json) || !isfinite(json->valuedouble))
        return;
    snprintf(text, sizeof text, "%.15g", json->valuedouble);
    if (strtod(text, NULL) == json->valuedouble)
        return;
    json->type = cJSON_Raw;
    json->valuestring = memory_text("%.17g", json->valuedouble);
}

static char *printed(const cJSON *json, char *print(const cJSON *))
{
    char *text = print(json);
    if (!text)
        cli_fail("out of memory");
    return text;
}

char *json_text(const struct cJSON *json) { return printed(json, cJSON_Print); }

static void write_text(FILE *out, cJSON *json, char *print(const cJSON *))
{
    if (json)
        keep_digits(json);
    char *text = printed(json, print);
    cJSON_Delete(json);
    fprintf(out, "%s\n", text);
    cJSON_free(text);
}

void json_write(FILE *out, struct cJSON *json) { write_text(out, json, cJSON_Print); }

void json_write_line(FILE *out, struct cJSON *json)
{
    write_text(out, json, cJSON_PrintUnformatted);
}
