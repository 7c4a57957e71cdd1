/* Cuts rows into fields and finds columns by name (csv.h). */
#include "benchmarks/sections/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Ends the field at *s in place, without its quotes, and moves *s behind it. Returns the separator:
 * a comma, a line end, or '\0'. */
static char cut_field(char **s)
{
    char *from = *s, *to = *s;
    const bool quoted = *from == '"';
    if (quoted) {
        for (from++; *from && (*from != '"' || from[1] == '"'); from++) {
            from += *from == '"';
            *to++ = *from;
        }
        from += *from == '"';
    } else {
        to = from += strcspn(from, ",\n");
    }
    const char separator = *from;
    *s = from + (separator != '\0');
    *to = '\0';
    return separator;
}

bool csv_parse(char *text, struct csv *csv)
{
    size_t n = 0, room = 0, in_line = 0;
    *csv = (struct csv){ .text = text };
    char separator = '\n';
    for (char *s = text; *s || separator == ',';) {
        char *field = s;
        separator = cut_field(&s);
        in_line++;
        csv->cell = memory_grown(csv->cell, n, &room, sizeof *csv->cell);
        csv->cell[n++] = field;
        if (separator && separator != ',' && separator != '\n')
            goto refused;
        if (separator == ',')
            continue;
        if (csv->n_columns == 0)
            csv->n_columns = in_line;
        if (in_line != csv->n_columns)
            goto refused;
        in_line = 0;
    }
    if (csv->n_columns == 0)
        goto refused;
    csv->n_rows = n / csv->n_columns - 1;
    return true;
refused:
    csv_free(csv);
    return false;
}

void csv_free(struct csv *csv)
{
    free(csv->cell);
    free(csv->text);
    *csv = (struct csv){ 0 };
}

/* Returns the field's place, or n_columns * (n_rows + 1) when there is none. */
static size_t place(const struct csv *csv, size_t row, const char *column)
{
    for (size_t k = 0; k < csv->n_columns; k++)
        if (strcmp(csv->cell[k], column) == 0)
            return (row + 1) * csv->n_columns + k;
    return csv->n_columns * (csv->n_rows + 1);
}

const char *csv_text(const struct csv *csv, size_t row, const char *column)
{
    const size_t at = place(csv, row, column);
    return at < csv->n_columns * (csv->n_rows + 1) ? csv->cell[at] : "";
}

void csv_set(struct csv *csv, size_t row, const char *column, const char *text)
{
    const size_t at = place(csv, row, column);
    if (at < csv->n_columns * (csv->n_rows + 1))
        csv->cell[at] = text;
}

double csv_number(const struct csv *csv, size_t row, const char *column)
{
    const char *text = csv_text(csv, row, column);
    char *end;
    const double value = strtod(text, &end);
    return end == text || *end ? (double)NAN : value;
}

bool csv_is(const struct csv *csv, size_t row, const char *column, const char *text)
{
    return strcmp(csv_text(csv, row, column), text) == 0;
}
