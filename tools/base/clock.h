/* Wall time and CPU time for benchmarks. */
#ifndef BRISTLE_TOOLS_BASE_CLOCK_H
#define BRISTLE_TOOLS_BASE_CLOCK_H

#include <stdlib.h>
#include <time.h>

/* Returns seconds since some fixed instant. */
static inline double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the seconds for which the calling thread has had a processor. */
static inline double clock_thread(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int clock_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts n times in place and returns their median. The smallest is times[0]. */
static inline double clock_median(double times[], unsigned n)
{
    qsort(times, n, sizeof *times, clock_compare);
    return times[n / 2];
}

#endif
