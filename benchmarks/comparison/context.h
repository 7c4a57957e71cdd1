/* On what machine and by what program times were measured. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_CONTEXT_H
#define BRISTLE_BENCHMARKS_COMPARISON_CONTEXT_H

#include "benchmarks/comparison/compare.h"

struct cJSON;

/* The "context" of Google Benchmark's layout; belongs to the caller. */
struct cJSON *compare_context(const struct comparison *comparisons, size_t n);

#endif
