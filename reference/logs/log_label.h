/* Names and units in the cells of a heading, and what they stand for. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_LABEL_H
#define BRISTLE_REFERENCE_LOGS_LOG_LABEL_H

#include <stdbool.h>

#include "reference/logs/log_units.h"

enum log_quantity { LOG_T, LOG_X, LOG_V, LOG_F, LOG_U, LOG_QUANTITIES };

/* What a quantity is called, and how its units are written. */
struct log_quantity_words {
    const char *key;      /* in `columns` (log.h): "F" */
    const char *meaning;  /* "the friction force" */
    const char *units;    /* "N or N m" */
    const char *names[9]; /* in headings, ended by NULL */
    /* Powers of its unit, of lengths and of angles; those of time are the same. */
    int power[2][LOG_BASES];
};

extern const struct log_quantity_words log_quantities[LOG_QUANTITIES];

/* Returns true when the names are the same but for case, and blanks in place of _ or -. */
bool log_same_name(const char *a, const char *b);

/* Returns true when the name is one of the quantity's. */
bool log_is_called(enum log_quantity q, const char *name);

/* Returns true when the unit is one of the quantity's; *is_angular: of angles, not of lengths;
 * unchanged where both are the same. */
bool log_unit_fits(enum log_quantity q, const struct log_unit *unit, bool *is_angular);

/* A cell, cut in two. */
struct log_label {
    char *name; /* owned */
    char *unit; /* within the name's memory; NULL: none */
};

/* Cuts a cell such as "force [N]", to be freed by log_label_free. A unit without brackets must be
 * one; behind _ or a blank it must be one of the quantity. */
struct log_label log_label_read(const char *cell, enum log_quantity q);
void log_label_free(struct log_label *label);

#endif
