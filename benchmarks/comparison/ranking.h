/* Which integrator is fastest at a given error, and which ones the measured times cannot tell
 * apart. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_RANKING_H
#define BRISTLE_BENCHMARKS_COMPARISON_RANKING_H

#include "benchmarks/comparison/compare.h"

/* Relative errors at which methods are ranked: 1e-2, 1e-4, 1e-6, 1e-8. */
enum { RANKING_TARGETS = 4, RANKING_MOST = 64 };
extern const double ranking_targets[RANKING_TARGETS];

/* The CPU time in s that an integrator needs for the error, on its work-precision curve
 * (work_at_error), and what it would be with the quartiles of all times in place of their
 * medians. */
struct ranked {
    const struct integrator *integrator;
    double time, low, high; /* NAN: it does not reach the error */
    unsigned rank;          /* from 1 on; 0: not reached */
    bool tied;              /* its interval overlaps that of the one before or after it */
};

/* From the fastest on; those that do not reach the error come last. */
struct ranking {
    double target;
    size_t n;
    struct ranked entries[RANKING_MOST];
};

/* Ranks the integrators of a comparison that has times; those that it does not fit are left out.
 * Errors are the largest of a row's; what is below the reference's floor counts as the floor. Where
 * neighbours overlap they share the rank of the first of them. */
void ranking_of(const struct comparison *comparison, double target, struct ranking *ranking);

/* All targets of n comparisons: a table, CSV and JSON. */
void ranking_table(FILE *out, const struct comparison *comparisons, size_t n);
void ranking_csv(FILE *out, const struct comparison *comparisons, size_t n);
bool ranking_json(FILE *out, const struct comparison *comparisons, size_t n);

#endif
