/* Writes rows as CSV and as JSON. */
#include "tools/base/columns.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/context.h"
#include "tools/base/json.h"

struct columns columns_begin(FILE *out, enum format format, const char *name)
{
    if (format != FORMAT_JSON)
        return (struct columns){ .out = out };
    struct columns c = columns_json(cJSON_CreateArray());
    c.out = out;
    c.root = cJSON_CreateObject();
    if (name)
        cJSON_AddStringToObject(c.root, "format", name);
    context_add(c.root);
    return c;
}

void columns_end_rows(struct columns *c)
{
    if (c->is_json)
        cJSON_AddItemToObject(c->root, "results", c->rows);
    c->rows = NULL;
}

void columns_finish(struct columns *c)
{
    if (c->rows)
        columns_end_rows(c);
    if (c->is_json)
        json_write(c->out, c->root);
}

struct columns columns_json(struct cJSON *rows)
{
    return (struct columns){ .is_json = true, .rows = rows };
}

/* Returns the file to which the next cell of CSV goes, its comma written. Of the first row the key
 * goes to the heading, and cells wait. */
static FILE *cell(struct columns *c, const char *key)
{
    const char *comma = c->n++ > 0 ? "," : "";
    FILE *cells = c->out;
    if (!c->has_heading) {
        if (!c->cells.file)
            memory_open(&c->cells);
        fputs(comma, c->out);
        cli_csv_field(c->out, key);
        cells = c->cells.file;
    }
    fputs(comma, cells);
    return cells;
}

/* Returns the text of the first row's cells, to be freed. */
static char *end_heading(struct columns *c)
{
    char *text = memory_close(&c->cells);
    fputc('\n', c->out);
    c->cells.file = NULL;
    c->has_heading = true;
    c->n = 0;
    return text;
}

void columns_end_heading(struct columns *c) { free(end_heading(c)); }

void columns_end_row(struct columns *c)
{
    if (c->is_json) {
        cJSON_AddItemToArray(c->rows, columns_take(c));
        return;
    }
    if (!c->has_heading) {
        char *first = end_heading(c);
        fputs(first, c->out);
        free(first);
    }
    fputc('\n', c->out);
    c->n = 0;
}

struct cJSON *columns_take(struct columns *c)
{
    cJSON *row = c->row;
    c->row = NULL;
    return row;
}

void column_json(struct columns *c, const char *key, struct cJSON *value)
{
    if (!c->row && !(c->row = cJSON_CreateObject()))
        cli_fail("out of memory");
    cJSON_AddItemToObject(c->row, key, value);
}

void column_text(struct columns *c, const char *key, const char *text)
{
    if (c->is_json)
        column_json(c, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
    else
        cli_csv_field(cell(c, key), text ? text : "");
}

void column_number(struct columns *c, const char *key, double value, int digits)
{
    if (c->is_json)
        column_json(c, key, cJSON_CreateNumber(value));
    else if (isnan(value))
        cell(c, key);
    else
        fprintf(cell(c, key), "%.*g", digits, value);
}

void column_fixed(struct columns *c, const char *key, double value, int decimals)
{
    if (c->is_json || isnan(value))
        column_number(c, key, value, decimals);
    else
        fprintf(cell(c, key), "%.*f", decimals, value);
}

void column_count(struct columns *c, const char *key, uint64_t value)
{
    if (c->is_json)
        column_json(c, key, cJSON_CreateNumber((double)value));
    else
        fprintf(cell(c, key), "%llu", (unsigned long long)value);
}

void column_truth(struct columns *c, const char *key, bool value)
{
    if (c->is_json)
        column_json(c, key, cJSON_CreateBool(value));
    else
        fputs(value ? "true" : "false", cell(c, key));
}

const char *column_or_null(const char *text) { return *text ? text : NULL; }
