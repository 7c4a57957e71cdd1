/* What is other than in an earlier comparison, row by row. Times are in units of the calibration
 * loop that ran in the same round, so that a faster machine is no faster program. */
#ifndef BRISTLE_BENCHMARKS_TIMING_CHANGES_H
#define BRISTLE_BENCHMARKS_TIMING_CHANGES_H

#include <stdio.h>

#include "benchmarks/timing/significance.h"
#include "tools/base/cli.h"

struct cJSON;

/* The chance that a comparison of equal programs calls any row slower or faster for certain. */
#define CHANGES_LEVEL 0.05

/* Which of the two comparisons have the row, and succeed. */
enum presence { PRESENT, MISSING, NEW, FAILS, FAILS_NO_LONGER, FAILS_AS_BEFORE };

/* Times of a row in units of the calibration loop. NAN: not known. */
struct spread {
    double median, q1, q3;
    double times[SAMPLE_MOST]; /* of the repetitions */
    size_t n;                  /* 0: only the quartiles are known */
};

enum speed { SPEED_SAME, SPEED_SLOWER, SPEED_FASTER };

struct change {
    const char *name;
    enum presence presence;
    const struct cJSON *before, *now; /* the rows, which are borrowed; or NULL */
    /* Of the numbers that are equal in every run, how many differ in any digit, and the first. */
    size_t n_numbers;
    const char *key;
    const struct cJSON *was, *is;
    double error_before, error_now; /* the largest errors; NAN: none */
    struct spread time_before, time_now;
    double ratio;          /* of the medians, now over before; NAN: no times */
    struct rank_test test; /* of the repetitions */
    enum speed speed;
};

struct changes {
    struct change *rows; /* in the order of the baseline, then new ones */
    size_t n;
    size_t tests; /* for which p is adjusted */
    size_t differences;
};

/* Compares two comparisons (baseline.h), which must outlive the result. A row is slower or faster
 * when the ratio of its times is beyond `threshold`, or its inverse, and the rank-sum test of the
 * repetitions is significant at CHANGES_LEVEL among all rows. Of rows with too few repetitions for
 * that, or none in a baseline of an earlier version, the quartiles must not overlap instead.
 * Differences are rows that are missing or newly fail, rows whose numbers differ, and slower
 * ones. */
struct changes changes_between(const struct cJSON *before, const struct cJSON *now,
                               double threshold);
void changes_free(struct changes *changes);

/* Prints one line for each difference, each new row and each that no longer fails. */
void changes_lines(FILE *out, const struct changes *changes);

/* Prints ratio, spreads and p of the rows that have times, in 80 columns; nothing if there are
 * none. */
void changes_table(FILE *out, const struct changes *changes);

/* Writes all rows with all numbers as CSV or JSON. */
void changes_rows(FILE *out, enum format format, const struct changes *changes);

#endif
