/* The exact rank-sum test, and the adjustment of many (significance.h). */
#include "benchmarks/timing/significance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/clock.h"
#include "tools/base/memory.h"

/* Twice the largest sum of ranks: ranks are counted in halves. */
enum { MOST_SUM = 2 * SAMPLE_MOST * (2 * SAMPLE_MOST + 1) };

/* Returns twice the rank of x among n sorted numbers: the middle of the equal ones. */
static size_t rank_of(double x, const double sorted[], size_t n)
{
    size_t below = 0, equal = 0;
    for (size_t i = 0; i < n; i++) {
        below += sorted[i] < x;
        equal += !(sorted[i] < x || sorted[i] > x);
    }
    return 2 * below + equal + 1;
}

/* Counts, into ways[sum], the choices of k of the n ranks with that sum. */
static void count_choices(const size_t ranks[], size_t n, size_t k, double ways[MOST_SUM + 1])
{
    const size_t all = n * (n + 1); /* the sum of all ranks */
    double(*of)[MOST_SUM + 1] = memory_array(k + 1, sizeof *of);
    of[0][0] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t size = k; size > 0; size--)
            for (size_t sum = all; sum >= ranks[i]; sum--)
                of[size][sum] += of[size - 1][sum - ranks[i]];
    memcpy(ways, of[k], sizeof of[k]);
    free(of);
}

/* Returns the two-sided p of the sum; *least: that of the most extreme one. */
static double tails(const double ways[MOST_SUM + 1], size_t sum, double *least)
{
    double all = 0, low = 0, high = 0, lowest = 0, highest = 0;
    for (size_t s = 0; s <= MOST_SUM; s++) {
        all += ways[s];
        low += s <= sum ? ways[s] : 0;
        high += s >= sum ? ways[s] : 0;
        lowest = lowest > 0 ? lowest : ways[s];
        highest = ways[s] > 0 ? ways[s] : highest;
    }
    *least = fmin(1, 2 * fmin(lowest, highest) / all);
    return fmin(1, 2 * fmin(low, high) / all);
}

struct rank_test rank_test(const double a[], size_t n, const double b[], size_t m)
{
    struct rank_test test = { .p = NAN, .least = NAN, .adjusted = NAN };
    double all[2 * SAMPLE_MOST], ways[MOST_SUM + 1];
    size_t ranks[2 * SAMPLE_MOST], sum = 0;
    if (n == 0 || m == 0)
        return test;
    memcpy(all, a, n * sizeof *a);
    memcpy(all + n, b, m * sizeof *b);
    for (size_t i = 0; i < n + m; i++)
        if (isnan(all[i]))
            return test;
    qsort(all, n + m, sizeof *all, clock_compare);
    for (size_t i = 0; i < n + m; i++)
        ranks[i] = rank_of(all[i], all, n + m);
    for (size_t i = 0; i < n; i++)
        sum += rank_of(a[i], all, n + m);
    count_choices(ranks, n + m, n, ways);
    test.p = tails(ways, sum, &test.least);
    return test;
}

static int by_p(const void *a, const void *b)
{
    const struct rank_test *const *x = a, *const *y = b;
    return clock_compare(&(*x)->p, &(*y)->p);
}

static size_t able_at(struct rank_test *const tests[], size_t n, double level)
{
    size_t able = 0;
    for (size_t i = 0; i < n; i++)
        able += tests[i]->least <= level;
    return able;
}

size_t rank_tests_adjust(struct rank_test *const tests[], size_t n, double level)
{
    struct rank_test **family = memory_array(n, sizeof(struct rank_test *));
    size_t share = 1, k = 0;
    double largest = 0;
    while (able_at(tests, n, level / (double)share) > share)
        share++;
    for (size_t i = 0; i < n; i++) {
        tests[i]->able = tests[i]->least <= level / (double)share;
        tests[i]->adjusted = NAN;
        if (tests[i]->able)
            family[k++] = tests[i];
    }
    qsort(family, k, sizeof(struct rank_test *), by_p);
    for (size_t i = 0; i < k; i++) {
        largest = fmax(largest, fmin(1, (double)(k - i) * family[i]->p));
        family[i]->adjusted = largest;
    }
    free(family);
    return k;
}
