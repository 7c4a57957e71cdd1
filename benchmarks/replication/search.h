/* Finds the alpha at which a result changes. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_SEARCH_H
#define BRISTLE_BENCHMARKS_REPLICATION_SEARCH_H

#include "benchmarks/replication/run.h"

typedef double findings_function(double alpha, enum method method);

/* Returns the alpha in [lo, hi] at which f passes through the target, to a relative 1e-6; NAN if f
 * is on the same side at both ends. False position in the logarithm of alpha (Illinois), or
 * bisection where f jumps. */
double findings_root(findings_function *f, double target, double lo, double hi, enum method method);

/* Returns the alpha in [lo, hi] at which f is smallest, to a relative 1e-3, by golden-section
 * search; f must have one minimum there. */
double findings_minimum(findings_function *f, double lo, double hi, enum method method);

#endif
