/* The comparisons of the report, by scenario and law, for the sections that draw them. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_COMPARISONS_H
#define BRISTLE_BENCHMARKS_SECTIONS_COMPARISONS_H

#include "benchmarks/sections/parts.h"

/* The file of machine and versions. */
extern const char report_context[];

enum { REPORT_COMPARED = 3 };
extern const char *const report_compared[REPORT_COMPARED]; /* names of laws */

/* Writes the name of a comparison: "martinez_rosas, alpha = 50000" if a mass is to move. */
void report_compared_name(const struct scenario *scenario, const char *model, char *buffer,
                          size_t size);

/* Adds the parts for the comparisons of a scenario. */
void report_comparison_plan(const struct report *report, const struct scenario *scenario,
                            struct parts *parts);

/* Reads compare's CSV of that comparison, and raises errors below the reference's error bound to
 * the bound. Returns false when this report does not have it. */
bool report_comparison(const struct report *report, const struct scenario *scenario,
                       const char *model, struct csv *csv);

/* Adds one curve for each integrator with settings of a kind, "h" or "rtol", in the order of the
 * rows, to the drawing's last panel. */
void report_curves(struct drawing *drawing, const struct csv *csv, const char *kind, const char *x,
                   const char *y);

/* Returns the fastest row of an integrator (NULL: of any) with an error up to the limit, or n_rows.
 * A state may leave its bound by that error. */
size_t report_fastest(const struct csv *csv, const char *integrator, double limit);

/* Writes two tables of the methods in a comparison, with given steps and by tolerance: the setting
 * and the time for each error, the fastest of all marked, and what is unsafe. */
void report_draw_methods(const struct csv *csv, const struct scenario *scenario, const char *model,
                         const char *law, struct page *page);

#endif
