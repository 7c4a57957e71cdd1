/* What rows a log can do with, and the runs that they make. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_REPAIR_H
#define BRISTLE_REFERENCE_LOGS_LOG_REPAIR_H

#include "reference/logs/log.h"
#include "reference/logs/log_rows.h"

/* Returns false with a line in the source's error where too many rows are left out, too few are
 * there, or a column never changes. */
bool log_rows_serve(struct log_source *s, const struct log_heading *heading,
                    const struct log_rows *rows);

/* Appends the runs between gaps, and notes of what is left out. Returns false with a line in the
 * source's error where no run is long enough; then nothing is appended. */
bool log_append_runs(struct log_source *s, const struct log_rows *rows, struct log *log);

#endif
