/* Reads the results of an earlier comparison (changes.h compares them). */
#ifndef BRISTLE_BENCHMARKS_TIMING_BASELINE_H
#define BRISTLE_BENCHMARKS_TIMING_BASELINE_H

struct cJSON;

/* Parses what compare_json wrote: an object with "benchmarks", each with a name and single values,
 * but for lists of times. Those of earlier versions have no lists. Returns NULL, with one line in
 * error, when the text is something else. cJSON_Delete releases the result. */
enum { BASELINE_TEXT = 256 };
struct cJSON *baseline_parse(const char *text, char error[BASELINE_TEXT]);

/* Returns the first row, or NULL; the others follow as `next`. */
const struct cJSON *baseline_first(const struct cJSON *json);
/* Returns the row of that name, or NULL. */
const struct cJSON *baseline_find(const struct cJSON *json, const char *name);
const char *baseline_name(const struct cJSON *row);

/* Keys of rows: times of repetitions in ns, in the order of rounds, and those of the calibration
 * loop in the same rounds. */
#define BASELINE_TIMES        "cpu_times"
#define BASELINE_CALIBRATIONS "calibration_times"

#endif
