/* Comparisons of laws from shared objects: the reference, each row and the times run in processes
 * of their own. A crash, an exit or a time beyond the comparison's timeout is a failure of that
 * part only. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_ISOLATED_H
#define BRISTLE_BENCHMARKS_COMPARISON_ISOLATED_H

#include "benchmarks/comparison/compare.h"

/* Computes references and rows of the comparisons that have a file, up to `jobs` at once, with
 * progress on a terminal. Ends the program when memory runs out. */
void comparisons_isolated(struct comparison comparisons[], size_t n, unsigned jobs);

/* As comparison_times; if the law fails there are no times, and one line on stderr says why. */
void comparison_times_isolated(struct comparison *comparison);

#endif
