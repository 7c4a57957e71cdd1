/* Whether two samples differ by more than chance, and which of many such differences count.
 *
 * The rank-sum test of Wilcoxon, Mann and Whitney: times of repetitions are skewed and have
 * outliers, which ranks do not mind, and its p is exact for the few repetitions that there are. A
 * bootstrap of medians needs more of them; a t-test, times that are normal.
 *
 * p is the chance of such an order if every order of the numbers is equally likely. Repetitions of
 * one run share the state of the machine: a small p says that these two runs differ, not why. */
#ifndef BRISTLE_BENCHMARKS_TIMING_SIGNIFICANCE_H
#define BRISTLE_BENCHMARKS_TIMING_SIGNIFICANCE_H

#include <stdbool.h>
#include <stddef.h>

enum { SAMPLE_MOST = 32 };

/* A test, and what becomes of it among others. */
struct rank_test {
    double p;        /* two-sided; NAN: a sample is empty or has a NAN */
    double least;    /* the smallest p that numbers with these ties can have */
    double adjusted; /* p for the number of tests, of rank_tests_adjust; NAN: not able */
    bool able;       /* the samples are large enough to be significant among the others */
};

/* Tests samples of n and m numbers, at most SAMPLE_MOST. Equal numbers share their ranks. */
struct rank_test rank_test(const double a[], size_t n, const double b[], size_t m);

/* Adjusts the n tests so that, whatever depends on what, the chance that any of those without a
 * difference has adjusted <= level is at most `level` (Holm 1979). Tests whose least p is too large
 * for that take no part and do not burden the others (Tarone 1990). Returns how many take part. */
size_t rank_tests_adjust(struct rank_test *const tests[], size_t n, double level);

#endif
