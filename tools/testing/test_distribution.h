/* Whether random numbers are distributed as they should be. */
#ifndef BRISTLE_TOOLS_TESTING_TEST_DISTRIBUTION_H
#define BRISTLE_TOOLS_TESTING_TEST_DISTRIBUTION_H

#include <criterion/criterion.h>
#include <math.h>

/* Expects that a choice of that share was made `count` times of `of`, up to five standard
 * deviations: chance exceeds those once in 2e6 times, and seeds of tests are fixed. */
static inline void expect_share(const char *what, unsigned count, unsigned of, double share)
{
    cr_expect(fabs(count - of * share) <= 5 * sqrt(of * share * (1 - share)),
              "%s: %u of %u, not %g", what, count, of, share);
}

/* A histogram of numbers that should be uniform in [0, 1]: of any random number, the value of its
 * distribution function is. */
enum { DISTRIBUTION_BINS = 10 };

struct histogram {
    unsigned bin[DISTRIBUTION_BINS], n;
};

static inline void histogram_add(struct histogram *h, double u)
{
    cr_assert(u >= 0 && u <= 1, "%g", u);
    h->bin[u < 1 ? (int)(u * DISTRIBUTION_BINS) : DISTRIBUTION_BINS - 1]++;
    h->n++;
}

/* Expects at least 1000 numbers, as many in each bin. */
static inline void expect_uniform(const char *what, const struct histogram *h)
{
    cr_expect_gt(h->n, 1000, "%s: %u", what, h->n);
    for (int i = 0; i < DISTRIBUTION_BINS; i++)
        expect_share(what, h->bin[i], h->n, 1.0 / DISTRIBUTION_BINS);
}

/* Returns the share of log-uniform numbers of [lo, hi] that are at most x. */
static inline double log_share(double x, double lo, double hi)
{
    return fmin(fmax(log(x / lo) / log(hi / lo), 0), 1);
}

#endif
