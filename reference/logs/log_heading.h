/* Which columns of a file are the time, a motion and a force, and in which units. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_HEADING_H
#define BRISTLE_REFERENCE_LOGS_LOG_HEADING_H

#include "reference/logs/log_label.h"
#include "reference/logs/log_source.h"

/* The columns that are read. */
struct log_heading {
    char **cells; /* of the heading's first line; owned */
    size_t n_cells;
    size_t place[LOG_QUANTITIES]; /* among the cells; n_cells: not there */
    double scale[LOG_QUANTITIES]; /* to SI units */
    bool is_angular;
    bool has_row; /* the source's cells are the first row */
};

/* Reads the heading, of one line or two, by `columns` (log.h). Returns false with a line in the
 * source's error. Release by log_heading_end, also then. */
bool log_heading_read(struct log_source *s, const char *columns, struct log_heading *heading);
void log_heading_end(struct log_heading *heading);

#endif
