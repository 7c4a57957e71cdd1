/* Ranks integrators by their time at a given error, and says which ones the measured times cannot
 * tell apart. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_RANKING_H
#define BRISTLE_BENCHMARKS_COMPARISON_RANKING_H

#include "benchmarks/comparison/compare.h"

/* Relative errors at which methods are ranked: 1e-2, 1e-4, 1e-6, 1e-8. */
enum { RANKING_TARGETS = 4, RANKING_MOST = 64 };
extern const double ranking_targets[RANKING_TARGETS];

/* The CPU time in s that an integrator needs for the error, on its work-precision curve
 * (work_at_error); low and high are the times with the quartiles in place of the medians. */
struct ranked {
    const struct integrator *integrator;
    double time, low, high; /* NAN: it does not reach the error */
    unsigned rank;          /* from 1 on; 0: not reached */
    bool tied;              /* its interval overlaps a neighbour's */
};

/* Entries from the fastest on; integrators that do not reach the error come last. */
struct ranking {
    double target;
    size_t n;
    struct ranked entries[RANKING_MOST];
};

/* Ranks the integrators of a comparison that has times; leaves out those that do not fit the
 * problem. The error is the largest of a row; errors below the reference's error bound count as the
 * bound. Neighbours whose intervals overlap share the rank of the first of them. */
void ranking_of(const struct comparison *comparison, double target, struct ranking *ranking);

/* Write all targets of n comparisons as a table, CSV and JSON. */
void ranking_table(FILE *out, const struct comparison *comparisons, size_t n);
void ranking_csv(FILE *out, const struct comparison *comparisons, size_t n);
void ranking_json(FILE *out, const struct comparison *comparisons, size_t n);

#endif
