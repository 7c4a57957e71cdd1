/* The least, the sum and the most of counts. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_RANGE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct range {
    uint64_t min, sum, max;
};

static inline void range_add(struct range *range, uint64_t value, bool first)
{
    range->sum += value;
    if (first || value < range->min)
        range->min = value;
    if (value > range->max)
        range->max = value;
}

#endif
