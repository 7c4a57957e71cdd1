/* CSV read back: the data that the report's page is drawn from. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_CSV_H
#define BRISTLE_BENCHMARKS_REPORTING_CSV_H

#include <stdbool.h>
#include <stddef.h>

/* Lines of fields separated by commas, the first of them names; fields in double quotes may hold
 * commas, line ends and doubled quotes. Owns its memory. */
struct csv {
    char *text;        /* cut into fields */
    const char **cell; /* n_columns names, then row by row */
    size_t n_columns, n_rows;
};

/* Takes the text over, which malloc made. False, with nothing to free: the lines have not all the
 * same number of fields, or there is no memory. */
bool csv_parse(char *text, struct csv *csv);
void csv_free(struct csv *csv);

/* The field in a row (from 0) of the column of that name; "" where there is no such column. */
const char *csv_text(const struct csv *csv, size_t row, const char *column);

/* That field as a number; NAN where it is none. */
double csv_number(const struct csv *csv, size_t row, const char *column);

/* The field is that text. */
bool csv_is(const struct csv *csv, size_t row, const char *column, const char *text);

/* Puts another text there, which must live as long. */
void csv_set(struct csv *csv, size_t row, const char *column, const char *text);

#endif
