/* What programs print, line by line, and field by field in CSV and JSON. */
#ifndef BRISTLE_TOOLS_TESTING_TEST_OUTPUT_H
#define BRISTLE_TOOLS_TESTING_TEST_OUTPUT_H

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 512 };

static inline void expect_lines(const char *text, const char *const lines[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char line[CELL];
        const size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        cr_expect_str_eq(line, lines[i], "line %zu:\n'%s', not\n'%s'", i, line, lines[i]);
        cr_assert_eq(text[length], '\n', "line %zu does not end", i);
        text += length + 1;
    }
    cr_expect_str_empty(text);
}

/* Moves *at behind the next field of CSV, and returns the field, to be freed. */
static inline char *csv_field(const char **at)
{
    const char *end = *at;
    for (bool quoted = false; *end && *end != '\n' && (quoted || *end != ','); end++)
        quoted ^= *end == '"';
    char *text = strndup(*at, (size_t)(end - *at));
    *at = *end ? end + 1 : end;
    return text;
}

/* Writes the cell under the key; row 0 is the one below the heading. */
static inline void csv_cell(const char *text, size_t row, const char *key, char cell[CELL])
{
    const char *heading = text, *line = text;
    for (size_t i = 0; i <= row; i++)
        line = strchr(line, '\n') + 1;
    for (;;) {
        const size_t k = strcspn(heading, ",\n"), n = strcspn(line, ",\n");
        snprintf(cell, CELL, "%.*s", (int)n, line);
        if (k == strlen(key) && strncmp(heading, key, k) == 0)
            return;
        cr_assert(heading[k] == ',' && line[n] == ',', "no %s in row %zu", key, row);
        heading += k + 1;
        line += n + 1;
    }
}

/* Expects that every number has all its digits and no more: it reads back, and prints again as it
 * is. */
static inline void expect_all_digits(const char *text)
{
    for (size_t row = 0; *text; row++)
        for (bool last = false; *text && !last;) {
            char *field = csv_field(&text), again[CELL], *end;
            last = text[-1] == '\n' || !*text;
            snprintf(again, sizeof again, "%.17g", strtod(field, &end));
            cr_expect(*end || !*field || strcmp(field, again) == 0, "row %zu: %s", row, field);
            free(field);
        }
}

/* Writes the member as CSV has it. */
static inline void json_cell(const cJSON *row, const char *key, char cell[CELL])
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, key);
    cr_assert(item, "no %s", key);
    if (cJSON_IsNumber(item))
        snprintf(cell, CELL, "%.17g", item->valuedouble);
    else
        snprintf(cell, CELL, "%s", cJSON_IsString(item) ? item->valuestring : "");
    cr_expect(cJSON_IsNumber(item) || cJSON_IsNull(item) || (cJSON_IsString(item) && *cell),
              "%s is of another kind", key);
}

/* Both formats say the same of a row. NULL: not in CSV, or not in JSON. */
static inline void expect_text(const char *csv, const cJSON *json, size_t i, const char *key,
                               const char *value)
{
    char cell[CELL];
    if (csv) {
        csv_cell(csv, i, key, cell);
        cr_expect_str_eq(cell, value, "CSV, row %zu, %s: '%s', not '%s'", i, key, cell, value);
    }
    if (json) {
        json_cell(cJSON_GetArrayItem(json, (int)i), key, cell);
        cr_expect_str_eq(cell, value, "JSON, row %zu, %s: '%s', not '%s'", i, key, cell, value);
    }
}

static inline void expect_number(const char *csv, const cJSON *json, size_t i, const char *key,
                                 double value)
{
    char text[CELL] = "";
    if (!isnan(value))
        snprintf(text, sizeof text, "%.17g", value);
    expect_text(csv, json, i, key, text);
}

static inline void expect_keys(const cJSON *row, const char *const keys)
{
    char text[CELL] = "";
    for (const cJSON *item = row->child; item; item = item->next)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? "," : "",
                 item->string);
    cr_expect_str_eq(text, keys);
}

#endif
