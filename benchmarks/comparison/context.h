/* The machine and the program with which times were measured. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_CONTEXT_H
#define BRISTLE_BENCHMARKS_COMPARISON_CONTEXT_H

#include "benchmarks/comparison/compare.h"

struct cJSON;

/* Returns the "context" of Google Benchmark's layout, with that of all programs
 * (tools/base/context.h) in it, owned by the caller. */
struct cJSON *compare_context(const struct comparison *comparisons, size_t n);

#endif
