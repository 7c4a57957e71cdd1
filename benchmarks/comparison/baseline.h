/* Whether a comparison still comes out as an earlier one did. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_BASELINE_H
#define BRISTLE_BENCHMARKS_COMPARISON_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct cJSON;

/* Reads what compare_json wrote: an object with "benchmarks", each of which has a name. NULL with
 * a line in error. To be released by cJSON_Delete. */
enum { BASELINE_TEXT = 256 };
struct cJSON *baseline_parse(const char *text, char error[BASELINE_TEXT]);

/* Says on one line each what is other than before: rows that are missing or newly fail, numbers
 * that do not change by themselves and did, in any digit; and times, each relative to its own
 * calibration loop, longer than `threshold` times what they were, if also the quartiles of both
 * do not overlap. Returns how many. New rows and rows that no longer fail are named, and do not
 * count. */
size_t baseline_compare(FILE *out, const struct cJSON *before, const struct cJSON *now,
                        double threshold);

#endif
