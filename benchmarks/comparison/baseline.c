/* Reads an earlier comparison and names rows whose numbers or times have changed (baseline.h). */
#include "benchmarks/comparison/baseline.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Keys whose values differ from run to run. */
static const char *const changing[] = { "repetitions",      "iterations",   "real_time",
                                        "cpu_time",         "cpu_time_min", "cpu_time_q1",
                                        "calibration_time", "cpu_time_q3",  NULL };

static bool may_change(const char *key)
{
    for (const char *const *name = changing; *name; name++)
        if (strcmp(key, *name) == 0)
            return true;
    return false;
}

/* Returns the first element of an array or object; NULL: none. */
static const cJSON *first(const cJSON *list) { return list ? list->child : NULL; }

static const char *name_of(const cJSON *row)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "name"));
}

static bool fails(const cJSON *row)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "error_occurred"));
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

/* Returns true when each row has a name and single values. */
static bool are_rows(const cJSON *rows)
{
    bool all = cJSON_IsArray(rows);
    for (const cJSON *row = first(rows); row; row = row->next) {
        all = all && cJSON_IsObject(row) && name_of(row) && is_line(name_of(row));
        for (const cJSON *value = first(row); value; value = value->next)
            all = all && !cJSON_IsArray(value) && !cJSON_IsObject(value) && is_line(value->string);
    }
    return all;
}

/* Returns false, with an error, when a name or key occurs twice. */
static bool is_clear(const cJSON *rows, char error[BASELINE_TEXT])
{
    const char *twice = text_of_two(rows, name_of);
    if (twice) {
        snprintf(error, BASELINE_TEXT, "two of the \"benchmarks\" have the name '%.100s'", twice);
        return false;
    }
    for (const cJSON *row = first(rows); row && !twice; row = row->next)
        if ((twice = text_of_two(row, key_of)))
            snprintf(error, BASELINE_TEXT, "'%.100s' has \"%.100s\" twice", name_of(row), twice);
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

static const cJSON *find(const cJSON *rows, const char *name)
{
    for (const cJSON *row = first(rows); row; row = row->next)
        if (strcmp(name_of(row), name) == 0)
            return row;
    return NULL;
}

/* Writes a number, text or null for people. */
static void describe(const cJSON *value, char text[64])
{
    if (!value)
        snprintf(text, 64, "nothing");
    else if (cJSON_IsNumber(value))
        snprintf(text, 64, "%.17g", value->valuedouble);
    else if (cJSON_IsString(value))
        snprintf(text, 64, "'%s'", value->valuestring);
    else
        snprintf(text, 64, "%s", cJSON_IsNull(value) ? "infinite" : "other");
}

/* Returns true when the values agree in every digit. */
static bool equal(const cJSON *a, const cJSON *b)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return !(a->valuedouble < b->valuedouble || a->valuedouble > b->valuedouble);
    return cJSON_Compare(a, b, true);
}

/* A change of a row's number. */
struct change {
    const char *key; /* the first number that differs */
    const cJSON *was, *is;
    size_t n;
};

static void note_change(struct change *change, const char *key, const cJSON *was, const cJSON *is)
{
    if (may_change(key) || (was && is && equal(was, is)))
        return;
    if (change->n++ == 0) {
        change->key = key;
        change->was = was;
        change->is = is;
    }
}

/* Prints the first number that differs: most others follow from the same change. */
static size_t compare_numbers(FILE *out, const cJSON *before, const cJSON *now)
{
    struct change change = { .n = 0 };
    char was[64], is[64];
    for (const cJSON *value = first(before); value; value = value->next)
        note_change(&change, value->string, value,
                    cJSON_GetObjectItemCaseSensitive(now, value->string));
    for (const cJSON *value = first(now); value; value = value->next)
        if (!cJSON_GetObjectItemCaseSensitive(before, value->string))
            note_change(&change, value->string, NULL, value);
    if (change.n == 0)
        return 0;
    describe(change.was, was);
    describe(change.is, is);
    fprintf(out, "changed: %s: %s was %s, is %s", name_of(before), change.key, was, is);
    if (change.n > 1)
        fprintf(out, " (and %zu more)", change.n - 1);
    fputc('\n', out);
    return 1;
}

/* Computes the time relative to the calibration loop. Returns false when the row has no such
 * time. */
static bool relative_time(const cJSON *row, const char *key, double *time)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    const cJSON *unit = cJSON_GetObjectItemCaseSensitive(row, "calibration_time");
    if (!cJSON_IsNumber(value) || !cJSON_IsNumber(unit) || !(unit->valuedouble > 0))
        return false;
    *time = value->valuedouble / unit->valuedouble;
    return true;
}

static size_t compare_times(FILE *out, const cJSON *before, const cJSON *now, double threshold)
{
    double was, was_high, is, is_low;
    if (!relative_time(before, "cpu_time", &was) ||
        !relative_time(before, "cpu_time_q3", &was_high) || !relative_time(now, "cpu_time", &is) ||
        !relative_time(now, "cpu_time_q1", &is_low))
        return 0;
    if (!(is > threshold * was && is_low > was_high))
        return 0;
    fprintf(out, "slower: %s: %.3g times the CPU time, in units of the calibration loop\n",
            name_of(before), is / was);
    return 1;
}

static size_t compare_rows(FILE *out, const cJSON *before, const cJSON *now, double threshold)
{
    if (fails(now) && !fails(before)) {
        const cJSON *message = cJSON_GetObjectItemCaseSensitive(now, "error_message");
        fprintf(out, "fails: %s: %s\n", name_of(now),
                cJSON_IsString(message) ? message->valuestring : "for no reason given");
        return 1;
    }
    if (!fails(now) && fails(before)) {
        fprintf(out, "no longer fails: %s\n", name_of(now));
        return 0;
    }
    return compare_numbers(out, before, now) + compare_times(out, before, now, threshold);
}

size_t baseline_compare(FILE *out, const cJSON *before, const cJSON *now, double threshold)
{
    size_t differences = 0;
    for (const cJSON *row = first(rows_of(before)); row; row = row->next) {
        const cJSON *match = find(rows_of(now), name_of(row));
        if (!match) {
            fprintf(out, "missing: %s\n", name_of(row));
            differences++;
        } else
            differences += compare_rows(out, row, match, threshold);
    }
    for (const cJSON *row = first(rows_of(now)); row; row = row->next)
        if (!find(rows_of(before), name_of(row)))
            fprintf(out, "new: %s\n", name_of(row));
    return differences;
}
