/* Which files are baselines. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "benchmarks/timing/baseline.h"
#include "benchmarks/timing/significance.h"

#define OF(values) "{\"benchmarks\": [{\"name\": \"a\", " values "}]}"

/* Writes a baseline whose row has a list of n times. */
static void with_times(size_t n, char text[1024])
{
    size_t end = (size_t)sprintf(text, "{\"benchmarks\": [{\"name\": \"a\", \"cpu_times\": [0");
    for (size_t i = 1; i < n; i++)
        end += (size_t)sprintf(text + end, ", %zu", i);
    sprintf(text + end, "]}]}");
}

/* As many times as a sample may have, and one more. */
Test(baseline, lists_of_times_have_an_end)
{
    char text[1024], error[BASELINE_TEXT] = "";
    with_times(SAMPLE_MOST, text);
    cJSON *json = baseline_parse(text, error);
    cr_assert(json, "%s: %s", text, error);
    cr_expect_eq(baseline_find(json, "a"), baseline_first(json));
    cr_expect_null(baseline_find(json, "b"));
    cr_expect_str_eq(baseline_name(baseline_first(json)), "a");
    cJSON_Delete(json);
    with_times(SAMPLE_MOST + 1, text);
    cr_expect_null(baseline_parse(text, error), "%s", text);
}

Test(baseline, other_files_are_refused)
{
    static const char *const others[] = { "",
                                          "{",
                                          "[]",
                                          "{}",
                                          "{\"benchmarks\": 1}",
                                          "{\"benchmarks\": [{\"name\": 1}]}",
                                          "{\"benchmarks\": [1]}",
                                          OF("\"other\": [1]"),
                                          OF("\"cpu_times\": [1, null]"),
                                          OF("\"cpu_times\": [1, [2]]"),
                                          OF("\"cpu_times\": {\"a\": 1}"),
                                          OF("\"calibration_times\": [\"1\"]") };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char error[BASELINE_TEXT] = "";
        cr_expect_null(baseline_parse(others[i], error), "%s", others[i]);
        cr_expect_gt(strlen(error), 0);
    }
}
