/* Work-precision curves: the time that a method needs for a given error. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_WORK_PRECISION_H
#define BRISTLE_BENCHMARKS_COMPARISON_WORK_PRECISION_H

#include <stddef.h>

struct work_point {
    double error, time; /* relative; s */
};

/* The time at which the curve through the points, in the order of their settings from coarse to
 * fine, reaches the error: on straight lines between neighbours in the logarithms of both, the
 * shortest where it does so more than once. A curve that begins with a smaller error takes the
 * time of that point; NAN where it does not reach the error at all. Points that failed have a
 * NAN or infinite error, and no neighbours. */
double work_at_error(const struct work_point points[], size_t n, double error);

#endif
