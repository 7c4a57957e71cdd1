/* Pictures of a trajectory, from a table of named columns. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_PLOT_H
#define BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_PLOT_H

#include <stddef.h>

#include "reference/experiments/scenario.h"

/* A column of a table. The values, n_rows of the table, belong to the caller; NaN: no value. */
struct column {
    const char *name, *unit;
    const char *meaning; /* "position"; NULL: the name says it */
    const double *values;
};

struct table {
    const struct column *columns; /* the first is the running variable, time */
    size_t n_columns, n_rows;
};

/* Writes the figures, ended by a NULL title, as panels of one SVG file (plot_svg). If no column has
 * a name that is used, ends the program with one line, exit 2.
 *
 * figures NULL: the friction force against position if the motion returns to where it has been, and
 * against velocity if that changes smoothly; then every column against time. These figures use the
 * names x, v and F. */
void simulate_plot(const char *path, const char *title, const char *footnote,
                   const struct table *table, const struct figure *figures);

#endif
