/* Reads JSON documents strictly. */
#include "tools/base/strict_json.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/decimal.h"

/* The most values that a document may have: eight for each segment of the longest signal. */
enum { MAX_VALUES = 800000 };

bool file_fail(struct file_error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    for (char *c = error->text; *c; c++) /* quoted input must not break the line */
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return false;
}

/* Refuses what cJSON would take at its word or at any cost. Each value after the first follows one
 * of [{,: */
static bool is_tame(const char *text, size_t size, struct file_error *error)
{
    size_t values = 1;
    if (memchr(text, '\0', size))
        return file_fail(error, "not a text file: it has a zero byte");
    for (size_t i = 0; i < size; i++) {
        values += text[i] == '[' || text[i] == '{' || text[i] == ',' || text[i] == ':';
        if (text[i] == '\\' && size - i >= 6 && memcmp(text + i, "\\u0000", 6) == 0)
            return file_fail(error, "a string with \\u0000 at byte %zu", i);
    }
    return values <= MAX_VALUES || file_fail(error, "more values than %d", MAX_VALUES);
}

cJSON *strict_json_parse(const char *text, size_t size, struct file_error *error)
{
    const char *end = NULL;
    if (!is_tame(text, size, error))
        return NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(text, size, &end, false);
    if (!json) {
        const size_t at = end >= text && end <= text + size ? (size_t)(end - text) : 0;
        file_fail(error, "not valid JSON at byte %zu", at);
        return NULL;
    }
    while (end < text + size && isspace((unsigned char)*end))
        end++;
    if (end == text + size && cJSON_IsObject(json))
        return json;
    file_fail(error, end < text + size ? "unexpected text after the JSON object"
                                       : "expected a JSON object");
    cJSON_Delete(json);
    return NULL;
}

static bool is_among(const char *key, const char *const *allowed)
{
    for (; *allowed; allowed++)
        if (strcmp(key, *allowed) == 0)
            return true;
    return false;
}

bool strict_json_keys(const cJSON *object, const char *const *allowed, const char *where,
                      struct file_error *error)
{
    for (const cJSON *item = object->child; item; item = item->next) {
        if (!is_among(item->string, allowed))
            return file_fail(error, "%s: unknown key \"%.40s\"", where, item->string);
        for (const cJSON *other = item->next; other; other = other->next)
            if (strcmp(item->string, other->string) == 0)
                return file_fail(error, "%s: key \"%.40s\" stands twice", where, item->string);
    }
    return true;
}

const char *strict_json_decimal(const cJSON *object, const char *key, const char *where,
                                struct file_error *error)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (cJSON_IsString(item) && decimal_valid(item->valuestring))
        return item->valuestring;
    if (cJSON_IsString(item))
        file_fail(error, "%s: \"%s\" is \"%.40s\", expected a decimal number such as \"0.001\"",
                  where, key, item->valuestring);
    else
        file_fail(error, "%s: expected \"%s\" with a decimal string", where, key);
    return NULL;
}

const char *strict_json_decimal_item(const cJSON *item, const char *where, struct file_error *error)
{
    if (cJSON_IsString(item) && decimal_valid(item->valuestring))
        return item->valuestring;
    file_fail(error, "%s: expected a decimal string such as \"0.001\"", where);
    return NULL;
}
