/* Tests on made-up rows what counts as a difference. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/baseline.h"
#include "tools/base/memory.h"

#define ROW(name, rest) "{\"name\": \"" name "\"" rest "}"
#define NUMBERS         ", \"error_max\": 0.012345678901234567, \"steps\": 17, \"event_error_s\": null"
#define TIMES(cpu, q1, q3, unit)                                                                   \
    ", \"cpu_time\": " #cpu ", \"cpu_time_q1\": " #q1 ", \"cpu_time_q3\": " #q3                    \
    ", \"real_time\": 5, \"calibration_time\": " #unit
#define FAILURE ", \"error_occurred\": true, \"error_message\": \"it broke\""

static cJSON *document(const char *rows)
{
    char text[2048], error[BASELINE_TEXT] = "";
    snprintf(text, sizeof text, "{\"context\": {}, \"benchmarks\": [%s]}", rows);
    cJSON *json = baseline_parse(text, error);
    cr_assert(json, "%s", error);
    return json;
}

/* Expects n differences, and that the output contains `expected`; NULL: no output. */
static void expect(const char *before, const char *now, size_t n, const char *expected)
{
    cJSON *a = document(before), *b = document(now);
    struct memory_stream stream;
    const size_t found = baseline_compare(memory_open(&stream), a, b, 1.5);
    char *text = memory_close(&stream);
    cr_expect_eq(found, n, "%zu: %s", found, text);
    if (expected)
        cr_expect(strstr(text, expected), "'%s' is not in: %s", expected, text);
    else
        cr_expect_str_eq(text, "");
    free(text);
    cJSON_Delete(a);
    cJSON_Delete(b);
}

Test(baseline, the_same_is_no_difference)
{
    expect(ROW("a", NUMBERS) "," ROW("b", FAILURE), ROW("b", FAILURE) "," ROW("a", NUMBERS), 0,
           NULL);
}

Test(baseline, the_last_digit_counts)
{
    expect(ROW("a", ", \"error_max\": 0.012345678901234567"),
           ROW("a", ", \"error_max\": 0.012345678901234568"), 1,
           "changed: a: error_max was 0.012345678901234567, is 0.012345678901234568");
    expect(ROW("a", NUMBERS), ROW("a", NUMBERS ", \"jac_evals\": 1"), 1, "was nothing, is 1");
    expect(ROW("a", NUMBERS ", \"jac_evals\": 1"), ROW("a", NUMBERS), 1, "was 1, is nothing");
    expect(ROW("a", ", \"event_error_s\": null"), ROW("a", ", \"event_error_s\": 0"), 1,
           "was infinite, is 0");
    expect(ROW("a", ", \"steps\": 1, \"events\": 2"), ROW("a", ", \"steps\": 2, \"events\": 3"), 1,
           "steps was 1, is 2 (and 1 more)");
}

Test(baseline, rows_go_and_come)
{
    expect(ROW("a", NUMBERS) "," ROW("b", NUMBERS), ROW("a", NUMBERS), 1, "missing: b");
    expect(ROW("a", NUMBERS), ROW("a", NUMBERS) "," ROW("b", NUMBERS), 0, "new: b");
    expect(ROW("a", NUMBERS), ROW("a", FAILURE), 1, "fails: a: it broke");
    expect(ROW("a", FAILURE), ROW("a", NUMBERS), 0, "no longer fails: a");
}

/* Times count in units of the calibration loop, and only beyond both the threshold and the
 * spreads. */
Test(baseline, slower_is_a_regression)
{
    const char *const before = ROW("a", TIMES(100, 95, 105, 10));
    expect(before, ROW("a", TIMES(200, 190, 210, 10)), 1, "slower: a: 2 times");
    expect(before, ROW("a", TIMES(200, 190, 210, 20)), 0, NULL);
    expect(before, ROW("a", TIMES(140, 139, 141, 10)), 0, NULL);
    expect(before, ROW("a", TIMES(200, 104, 300, 10)), 0, NULL);
    expect(before, ROW("a", TIMES(50, 49, 51, 10)), 0, NULL);
    expect(before, ROW("a", ""), 0, NULL);
    expect(ROW("a", TIMES(100, 50, 195, 10)), ROW("a", TIMES(200, 190, 210, 10)), 0, NULL);
}

Test(baseline, other_files_are_refused)
{
    static const char *const others[] = { "",
                                          "{",
                                          "[]",
                                          "{}",
                                          "{\"benchmarks\": 1}",
                                          "{\"benchmarks\": [{\"name\": 1}]}",
                                          "{\"benchmarks\": [1]}" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        char error[BASELINE_TEXT] = "";
        cr_expect_null(baseline_parse(others[i], error), "%s", others[i]);
        cr_expect_gt(strlen(error), 0);
    }
}
