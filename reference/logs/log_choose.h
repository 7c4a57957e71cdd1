/* Which of a heading's columns are read. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_CHOOSE_H
#define BRISTLE_REFERENCE_LOGS_LOG_CHOOSE_H

#include "reference/logs/log_columns.h"
#include "reference/logs/log_heading.h"

/* The choice in the making. */
struct log_choice {
    struct log_source *s;
    struct log_heading *h; /* has its cells */
    struct log_columns asked;
    char *unit[LOG_QUANTITIES]; /* as a text, owned; NULL: none yet */
    size_t line;                /* of the heading */
};

/* Finds the places of the columns in the heading, and the units that it or the user states. Returns
 * false with a line in the source's error. */
bool log_choose(struct log_choice *choice);

/* Returns true when the quantity has a column. */
bool log_is_chosen(const struct log_choice *choice, enum log_quantity q);

#endif
