/* Comparisons of laws from shared objects: the reference, each row and the times in processes of
 * their own. What crashes, ends the program or takes longer than the comparison's timeout is a
 * failure of that part only. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_ISOLATED_H
#define BRISTLE_BENCHMARKS_COMPARISON_ISOLATED_H

#include "benchmarks/comparison/compare.h"

/* The references and rows of those comparisons that have a file, up to `jobs` at once, with
 * progress on a terminal. Ends the program when out of memory. */
void comparisons_isolated(struct comparison comparisons[], size_t n, unsigned jobs);

/* comparison_times; where the law fails there are no times, and one line on stderr says why. */
void comparison_times_isolated(struct comparison *comparison);

#endif
