/* Writes a cJSON tree as text. */
#include "tools/base/json.h"

#include <cjson/cJSON.h>

bool json_write(FILE *out, struct cJSON *json)
{
    char *text = cJSON_Print(json);
    cJSON_Delete(json);
    if (!text)
        return false;
    fprintf(out, "%s\n", text);
    cJSON_free(text);
    return true;
}
