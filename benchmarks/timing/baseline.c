/* Reads an earlier comparison (baseline.h). */
#include "benchmarks/timing/baseline.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/timing/significance.h"
#include "tools/base/memory.h"

/* Returns the first element of an array or object; NULL: none. */
static const cJSON *first(const cJSON *list) { return list ? list->child : NULL; }

const char *baseline_name(const cJSON *row)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "name"));
}

static const cJSON *rows_of(const cJSON *json)
{
    return cJSON_GetObjectItemCaseSensitive(json, "benchmarks");
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *key_of(const cJSON *value) { return value->string; }

/* Returns a text that two of the list's items have in common, or NULL. */
static const char *text_of_two(const cJSON *list, const char *(*text_of)(const cJSON *item))
{
    const size_t n = (size_t)cJSON_GetArraySize(list);
    const char **texts = memory_array(n, sizeof *texts), *twice = NULL;
    size_t i = 0;
    for (const cJSON *item = first(list); item; item = item->next)
        texts[i++] = text_of(item);
    qsort(texts, n, sizeof *texts, by_text);
    for (i = 1; !twice && i < n; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            twice = texts[i];
    free(texts);
    return twice;
}

/* Returns true for a text that fits into one line: names and keys are printed in lines. */
static bool is_line(const char *text)
{
    while (*text && !iscntrl((unsigned char)*text))
        text++;
    return !*text;
}

static bool is_list_of_times(const cJSON *value)
{
    const bool named = strcmp(value->string, BASELINE_TIMES) == 0 ||
                       strcmp(value->string, BASELINE_CALIBRATIONS) == 0;
    if (!named || !cJSON_IsArray(value) || cJSON_GetArraySize(value) > SAMPLE_MOST)
        return false;
    for (const cJSON *time = first(value); time; time = time->next)
        if (!cJSON_IsNumber(time))
            return false;
    return true;
}

static bool is_single(const cJSON *value)
{
    return !cJSON_IsArray(value) && !cJSON_IsObject(value);
}

/* Returns true when each row has a name, single values, and lists of times. */
static bool are_rows(const cJSON *rows)
{
    bool all = cJSON_IsArray(rows);
    for (const cJSON *row = first(rows); row; row = row->next) {
        all = all && cJSON_IsObject(row) && baseline_name(row) && is_line(baseline_name(row));
        for (const cJSON *value = first(row); value; value = value->next)
            all = all && is_line(value->string) && (is_single(value) || is_list_of_times(value));
    }
    return all;
}

/* Returns false, with an error, when a name or key occurs twice. */
static bool is_clear(const cJSON *rows, char error[BASELINE_TEXT])
{
    const char *twice = text_of_two(rows, baseline_name);
    if (twice) {
        snprintf(error, BASELINE_TEXT, "two of the \"benchmarks\" have the name '%.100s'", twice);
        return false;
    }
    for (const cJSON *row = first(rows); row && !twice; row = row->next)
        if ((twice = text_of_two(row, key_of)))
            snprintf(error, BASELINE_TEXT, "'%.100s' has \"%.100s\" twice", baseline_name(row),
                     twice);
    return !twice;
}

cJSON *baseline_parse(const char *text, char error[BASELINE_TEXT])
{
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    const cJSON *rows = rows_of(json);
    if (!json)
        snprintf(error, BASELINE_TEXT, "this is not JSON");
    else if (!are_rows(rows))
        snprintf(error, BASELINE_TEXT,
                 "expected an object with \"benchmarks\" that have names and single values, as "
                 "--format json prints it");
    else if (is_clear(rows, error))
        return json;
    cJSON_Delete(json);
    return NULL;
}

const cJSON *baseline_first(const cJSON *json) { return first(rows_of(json)); }

const cJSON *baseline_find(const cJSON *json, const char *name)
{
    for (const cJSON *row = baseline_first(json); row; row = row->next)
        if (strcmp(baseline_name(row), name) == 0)
            return row;
    return NULL;
}
