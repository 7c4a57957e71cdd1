/* The experiments that the report shows: how each is shown, and the files of data about it. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_EXPERIMENTS_H
#define BRISTLE_BENCHMARKS_SECTIONS_EXPERIMENTS_H

#include "benchmarks/sections/parts.h"

/* An experiment, and how it is shown. */
struct experiment_view {
    const char *scenario, *title, *caption;
    const char *x, *y, *x_label, *y_label;
    const char *quantity; /* a parameter of the scenario with another value; NULL: none */
    double value;
    double from; /* s: samples are between `from` and the end, and one at 0 */
    double end;  /* s; 0: the scenario's */
    size_t samples;
};
extern const struct experiment_view experiment_views[]; /* ended by a NULL scenario */

/* Finds the next law that the experiment is for; includes the paper's law also with the alpha at
 * which it moves. */
bool experiment_next_law(const struct scenario *scenario, size_t *i, struct report_law *law);

/* Writes the name of the file of a kind, "experiment" or "rates", about a law in a scenario. */
void experiment_part_name(char name[PART_NAME], const char *kind, const char *scenario,
                          const struct report_law *law);

/* Adds the parts. */
void experiment_plan(const struct report *report, struct parts *parts);

#endif
