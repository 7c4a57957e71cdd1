/* Writes a cJSON tree as text. */
#include "tools/base/json.h"

#include <cjson/cJSON.h>

static bool write_text(FILE *out, cJSON *json, char *print(const cJSON *))
{
    char *text = print(json);
    cJSON_Delete(json);
    if (!text)
        return false;
    fprintf(out, "%s\n", text);
    cJSON_free(text);
    return true;
}

bool json_write(FILE *out, struct cJSON *json) { return write_text(out, json, cJSON_Print); }

bool json_write_line(FILE *out, struct cJSON *json)
{
    return write_text(out, json, cJSON_PrintUnformatted);
}
