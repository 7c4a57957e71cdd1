/* Which columns the user asks for. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_COLUMNS_H
#define BRISTLE_REFERENCE_LOGS_LOG_COLUMNS_H

#include "reference/logs/log_label.h"
#include "reference/logs/log_source.h"

/* What is asked for, a text for each quantity: a column with or without a unit. NULL: not asked
 * for; empty: no column. Owned. */
struct log_columns {
    char *text[LOG_QUANTITIES];
};

/* Reads "t=Time,x=Pos X [mm]"; NULL asks for nothing. Returns false with a line in the source's
 * error. Release by log_columns_end, also then. */
bool log_columns_read(const struct log_source *s, const char *text, struct log_columns *columns);
void log_columns_end(struct log_columns *columns);

#endif
