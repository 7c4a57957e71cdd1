/* Logs written by tests. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_TEST_H
#define BRISTLE_REFERENCE_LOGS_LOG_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reference/logs/log.h"

/* Reads `size` bytes as the file "a.csv". */
static inline bool read_bytes(struct log *log, const char *bytes, size_t size, const char *columns,
                              char error[LOG_ERROR])
{
    FILE *file = tmpfile();
    *error = '\0';
    cr_assert(file && fwrite(bytes, 1, size, file) == size);
    rewind(file);
    const bool good = log_read_stream(log, file, "a.csv", columns, error);
    fclose(file);
    return good;
}

/* Reads a heading and rows behind it. */
static inline bool read_text(struct log *log, const char *heading, const char *rows,
                             const char *columns, char error[LOG_ERROR])
{
    static char text[1 << 16];
    const int n = snprintf(text, sizeof text, "%s%s", heading, rows);
    cr_assert(n >= 0 && (size_t)n < sizeof text);
    return read_bytes(log, text, (size_t)n, columns, error);
}

/* Returns 24 rows "t,x,F" at every second, with x = t/2 and F = t/4, each of them a + b t; or with
 * another separator, decimal mark and end of the line. */
static inline const char *rows_with(char separator, char mark, const char *end)
{
    static char text[4096];
    char *c = text;
    for (int i = 0; i < 24; i++) {
        char row[64];
        snprintf(row, sizeof row, "%d%c%.1f%c%.2f%s", i, separator, i / 2.0, separator, i / 4.0,
                 end);
        for (char *dot = row; *dot; dot++)
            *dot = *dot == '.' ? mark : *dot;
        c += snprintf(c, (size_t)(text + sizeof text - c), "%s", row);
    }
    return text;
}

static inline const char *plain_rows(void) { return rows_with(',', '.', "\n"); }

#endif
