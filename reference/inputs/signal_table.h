/* The samples of a csv segment: v(t) linear between them. Times are local to the segment, s. */
#ifndef BRISTLE_REFERENCE_INPUTS_SIGNAL_TABLE_H
#define BRISTLE_REFERENCE_INPUTS_SIGNAL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reference/inputs/signal.h"

/* A sample: t, s, v, m/s, and distance, the integral of v from the first sample, m. */
struct signal_sample {
    double t, v, distance;
};

/* The samples of one file, in order of time. Owns its array. */
struct signal_table {
    size_t n; /* at least 2 */
    struct signal_sample *samples;
};

/* Reads the file of that name (signal.h has the form) into a table that the caller releases with
 * signal_table_free. Returns NULL with a line in error that names the file, the line, what was
 * found and what was expected. */
struct signal_table *signal_table_read(const char *name, char error[SIGNAL_TEXT]);

/* Reads a stream likewise; name is used in messages only. */
struct signal_table *signal_table_read_stream(FILE *file, const char *name,
                                              char error[SIGNAL_TEXT]);

/* Releases a table; NULL is allowed. */
void signal_table_free(struct signal_table *table);

/* The time of the last sample, s. */
double signal_table_duration(const struct signal_table *table);

/* v, m/s, and its integral from 0, m; beyond its ends the table goes on as its first and last
 * rows. */
double signal_table_velocity(const struct signal_table *table, double tau);
double signal_table_distance(const struct signal_table *table, double tau);

/* dv/dt of the row that begins at or before tau, m/s^2. */
double signal_table_slope(const struct signal_table *table, double tau);

/* The first sample after tau, s; the last one at and beyond the end. */
double signal_table_next_sample(const struct signal_table *table, double tau);

/* The first isolated zero after tau0, s, if it is not after tau1; otherwise infinity. */
double signal_table_next_zero(const struct signal_table *table, double tau0, double tau1);

#endif
