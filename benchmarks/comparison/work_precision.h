/* Work-precision curves: the time that a method needs for a given error. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_WORK_PRECISION_H
#define BRISTLE_BENCHMARKS_COMPARISON_WORK_PRECISION_H

#include <stddef.h>

struct work_point {
    double error, time; /* relative; s */
};

/* Returns the time at which the curve through the points, in the order of their settings from
 * coarse to fine, reaches the error: on straight lines between neighbours in the logarithms of
 * both; the shortest time if the curve reaches the error more than once. If the first point has a
 * smaller error, returns the time of that point; NAN if no point reaches the error. Points that
 * failed have a NAN or infinite error, and are not connected to neighbours. */
double work_at_error(const struct work_point points[], size_t n, double error);

#endif
