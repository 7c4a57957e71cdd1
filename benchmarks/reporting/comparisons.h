/* The comparisons that the report has, by scenario and law; read by the sections that draw them. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_COMPARISONS_H
#define BRISTLE_BENCHMARKS_REPORTING_COMPARISONS_H

#include "benchmarks/reporting/parts.h"

enum { REPORT_COMPARED = 3 };
extern const char *const report_compared[REPORT_COMPARED]; /* names of laws */

/* What is compared under that name, "martinez_rosas, alpha = 50000" where a mass is to move. */
void report_compared_name(const struct scenario *scenario, const char *model, char *buffer,
                          size_t size);

/* Adds the parts for the comparisons of a scenario. */
void report_comparison_plan(const struct report *report, const struct scenario *scenario,
                            struct parts *parts);

/* compare's CSV of that comparison, in which an error below the reference's floor is raised to
 * it; false: this report has none. */
bool report_comparison(const struct report *report, const struct scenario *scenario,
                       const char *model, struct csv *csv);

/* One curve for each integrator with settings of a kind, "h" or "rtol", in the order of the rows,
 * in the drawing's last panel. */
void report_curves(struct drawing *drawing, const struct csv *csv, const char *kind, const char *x,
                   const char *y);

#endif
