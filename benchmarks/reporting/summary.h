/* The report in a paragraph, for the terminal. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_SUMMARY_H
#define BRISTLE_BENCHMARKS_REPORTING_SUMMARY_H

#include <stdio.h>

#include "benchmarks/sections/parts.h"

/* Prints the summary; returns EXIT_AS_DECLARED or EXIT_NOT_AS_DECLARED. */
int report_summary(const struct report *report, FILE *out);

#endif
