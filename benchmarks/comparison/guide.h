/* The table of the guide in benchmarks/comparison/README.md: how much work methods need, in
 * evaluations. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_GUIDE_H
#define BRISTLE_BENCHMARKS_COMPARISON_GUIDE_H

#include <stdio.h>

/* Prints the table in Markdown: for laws of the LuGre family, driven and with a mass, over the
 * first seconds of scenarios, at errors of 1 % and 1e-6 (all columns, all samples), the least work
 * of any method with given steps, of any method that chooses its steps, and of the classical
 * methods. A setting counts if the next finer one reaches the error, too. Steps are 1, 2, 5 times a
 * power of ten s, at most 2e6 of them; tolerances are powers of ten. Work is the number of
 * evaluations of the rate or of the exact flow, a Jacobian counted as many times as there are
 * states, in a second of the experiment. Equal in every run; in up to `jobs` threads. */
void compare_guide(FILE *out, unsigned jobs);

#endif
