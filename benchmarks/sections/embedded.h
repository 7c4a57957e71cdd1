/* Microcontrollers in the report: the laws and the control loop, the files of data about them, and
 * what the first page says. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_EMBEDDED_H
#define BRISTLE_BENCHMARKS_SECTIONS_EMBEDDED_H

#include "benchmarks/sections/parts.h"

enum { EMBEDDED_LAWS = 2, EMBEDDED_PRECISIONS = 2 };
extern const char *const embedded_laws[EMBEDDED_LAWS],
    *const embedded_precisions[EMBEDDED_PRECISIONS];

#define EMBEDDED_RATE 1000.0 /* Hz, of the loop */

/* Writes the name of the file of a law's errors by method, precision and steps a period. */
void embedded_part_name(char name[PART_NAME], const char *law);

/* Adds the parts. */
void embedded_plan(const struct report *report, struct parts *parts);

/* Writes an item: which integrator computes LuGre's law on a common core, and what that costs. */
void report_embedded_answer(const struct report *report, struct page *page);

#endif
