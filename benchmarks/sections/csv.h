/* Reads CSV: the data that the report's page is drawn from. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_CSV_H
#define BRISTLE_BENCHMARKS_SECTIONS_CSV_H

#include <stdbool.h>
#include <stddef.h>

/* Lines of fields separated by commas; the first line has the names. Fields in double quotes may
 * contain commas, line ends and doubled quotes. Owns its memory. */
struct csv {
    char *text;        /* cut into fields */
    const char **cell; /* n_columns names, then row by row */
    size_t n_columns, n_rows;
};

/* Takes ownership of the text, which malloc made. Returns false, with nothing to free, when not all
 * lines have the same number of fields. */
bool csv_parse(char *text, struct csv *csv);
void csv_free(struct csv *csv);

/* Returns the field in a row (from 0) of the column of that name; "" if there is no such column. */
const char *csv_text(const struct csv *csv, size_t row, const char *column);

/* Returns that field as a number; NAN if it is none. */
double csv_number(const struct csv *csv, size_t row, const char *column);

/* Returns true when the field is that text. */
bool csv_is(const struct csv *csv, size_t row, const char *column, const char *text);

/* Replaces the field by another text, which must live as long as the csv. */
void csv_set(struct csv *csv, size_t row, const char *column, const char *text);

#endif
