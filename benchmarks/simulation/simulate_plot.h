/* Pictures of a trajectory, from a table of named columns. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_PLOT_H
#define BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_PLOT_H

#include <stddef.h>

#include "reference/experiments/scenario.h"

/* Values are the caller's, n_rows of the table each; NaN where there is none. */
struct column {
    const char *name, *unit;
    const char *meaning; /* "position"; NULL: the name says it */
    const double *values;
};

struct table {
    const struct column *columns; /* the first is the running variable, time */
    size_t n_columns, n_rows;
};

/* Writes the figures, ended by a NULL title, as panels of one SVG file; see plot_svg. A name
 * that no column has is refused with one line, exit 2.
 *
 * figures NULL: the friction force against position where the motion comes back to where it
 * has been, and against velocity where that changes smoothly; then every column against time.
 * These go by the names x, v and F. */
void simulate_plot(const char *path, const char *title, const char *footnote,
                   const struct table *table, const struct figure *figures);

#endif
