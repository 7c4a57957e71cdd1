/* Rows of results for scripts. A program states the columns of a row once, in a function; CSV and
 * JSON are both written from that statement:
 *
 *     static void state(struct columns *c, const struct result *r)
 *     {
 *         column_text(c, "model", r->model);
 *         column_number(c, "margin", r->margin, 17);
 *         if (c->is_json)
 *             column_text(c, "source", r->source);
 *     }
 *
 *     struct columns c = columns_begin(out, format, "results-1");
 *     for each row: state(&c, row), columns_end_row(&c);
 *     columns_finish(&c);
 *
 * Tables for people are no part of this: each has a layout of its own. When memory runs out the
 * program ends with one line, exit 2.
 */
#ifndef BRISTLE_TOOLS_BASE_COLUMNS_H
#define BRISTLE_TOOLS_BASE_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

struct cJSON;

/* Rows in the making. Made by columns_begin or columns_json. */
struct columns {
    bool is_json;       /* for columns that only one format has */
    struct cJSON *root; /* the JSON object, for members beside the rows */
    /* Private. */
    FILE *out;                  /* CSV */
    struct memory_stream cells; /* of the first row, which wait for the end of its heading */
    unsigned n;                 /* columns of the present row so far */
    bool has_heading;           /* the heading is written */
    struct cJSON *rows, *row;   /* JSON: all rows, and the row that is being stated */
};

/* Rows as FORMAT_CSV, where the keys of the first row become the heading, or FORMAT_JSON: an object
 * with the "format" of that name (NULL: without), its "context" (context.h) and, where
 * columns_end_rows is called, the array "results". FORMAT_TABLE: no rows may be stated, and nothing
 * is written. Borrows the file. */
struct columns columns_begin(FILE *out, enum format format, const char *name);
void columns_end_rows(struct columns *c);

/* Ends the rows, unless that is done, and writes what is not written yet. */
void columns_finish(struct columns *c);

/* Begins rows as objects in an array of JSON, which is borrowed; no columns_finish is needed. rows
 * NULL: only columns_take is used. */
struct columns columns_json(struct cJSON *rows);

/* Ends a row. */
void columns_end_row(struct columns *c);

/* Ends a row of CSV of which only the heading is written, for results that may have no rows. */
void columns_end_heading(struct columns *c);

/* Ends a row of JSON and returns it; the caller owns it. */
struct cJSON *columns_take(struct columns *c);

/* States the next column of the row. In CSV texts are quoted where they must be, and numbers have
 * that many significant digits or decimals; JSON has all digits. NULL and NAN are empty in CSV and
 * null in JSON; infinity is "inf" in CSV and null in JSON. */
void column_text(struct columns *c, const char *key, const char *text);
void column_number(struct columns *c, const char *key, double value, int digits);
void column_fixed(struct columns *c, const char *key, double value, int decimals);
void column_count(struct columns *c, const char *key, uint64_t value);
void column_truth(struct columns *c, const char *key, bool value);

/* States a column of JSON only; takes the value over. */
void column_json(struct columns *c, const char *key, struct cJSON *value);

/* Returns the text, or NULL where it is empty. */
const char *column_or_null(const char *text);

#endif
