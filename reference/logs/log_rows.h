/* The rows of a file, of bounded number. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_ROWS_H
#define BRISTLE_REFERENCE_LOGS_LOG_ROWS_H

#include "reference/logs/log_heading.h"

/* The rows that are kept: columns of n values in SI units. Begin with { 0 }; release by
 * log_rows_end. */
struct log_rows {
    double *column[LOG_QUANTITIES]; /* NULL: not measured */
    double *gap;                    /* the largest interval since the row before, s */
    size_t n, room;
    size_t every;                         /* rows of the file for each that is kept */
    size_t n_read, n_missing, n_repeated; /* of the file; left out: not finite, of the same time */
};

/* Reads the rows below a heading. At LOG_MOST_ROWS every second one is dropped, and so on. Returns
 * false with a line in the source's error. */
bool log_rows_read(struct log_source *s, const struct log_heading *heading, struct log_rows *rows);
void log_rows_end(struct log_rows *rows);

#endif
