/* Compares the results of a comparison with those of an earlier one. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_BASELINE_H
#define BRISTLE_BENCHMARKS_COMPARISON_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct cJSON;

/* Parses what compare_json wrote: an object with "benchmarks", each with a name. Returns NULL, with
 * one line in error, when the text is something else. cJSON_Delete releases the result. */
enum { BASELINE_TEXT = 256 };
struct cJSON *baseline_parse(const char *text, char error[BASELINE_TEXT]);

/* Prints one line for each difference: rows that are missing or newly fail; numbers that are equal
 * in every run and now differ, in any digit; and times, each relative to the calibration loop of
 * the same comparison, that are longer than `threshold` times the earlier ones, if the quartiles do
 * not overlap either. Returns the number of differences. New rows and rows that no longer fail are
 * printed, but not counted. */
size_t baseline_compare(FILE *out, const struct cJSON *before, const struct cJSON *now,
                        double threshold);

#endif
