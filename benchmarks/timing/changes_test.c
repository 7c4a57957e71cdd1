/* Tests on made-up rows what counts as a difference, and how it is printed. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/timing/baseline.h"
#include "benchmarks/timing/changes.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

#define ROW(name, rest) "{\"name\": \"" name "\"" rest "}"
#define NUMBERS         ", \"error_max\": 0.012345678901234567, \"steps\": 17, \"event_error_s\": null"
#define TIMES(cpu, q1, q3, unit)                                                                   \
    ", \"cpu_time\": " #cpu ", \"cpu_time_q1\": " #q1 ", \"cpu_time_q3\": " #q3                    \
    ", \"real_time\": 5, \"calibration_time\": " #unit
#define FAILURE ", \"error_occurred\": true, \"error_message\": \"it broke\""

static cJSON *document(const char *rows)
{
    char text[8192], error[BASELINE_TEXT] = "";
    snprintf(text, sizeof text, "{\"context\": {}, \"benchmarks\": [%s]}", rows);
    cJSON *json = baseline_parse(text, error);
    cr_assert(json, "%s", error);
    return json;
}

/* The two documents of a test, what is other in the second, and how it is printed. */
struct pair {
    cJSON *before, *now;
    struct changes changes;
    char *text;
};

static struct pair compared(const char *before, const char *now,
                            void (*print)(FILE *out, const struct changes *changes))
{
    struct pair pair = { .before = document(before), .now = document(now) };
    struct memory_stream stream;
    pair.changes = changes_between(pair.before, pair.now, 1.5);
    print(memory_open(&stream), &pair.changes);
    pair.text = memory_close(&stream);
    return pair;
}

static void release(struct pair *pair)
{
    changes_free(&pair->changes);
    free(pair->text);
    cJSON_Delete(pair->before);
    cJSON_Delete(pair->now);
}

/* Expects n differences, and that their lines contain `expected`; NULL: there are no lines. */
static void expect(const char *before, const char *now, size_t n, const char *expected)
{
    struct pair pair = compared(before, now, changes_lines);
    cr_expect_eq(pair.changes.differences, n, "%zu: %s", pair.changes.differences, pair.text);
    if (expected)
        cr_expect(strstr(pair.text, expected), "'%s' is not in: %s", expected, pair.text);
    else
        cr_expect_str_eq(pair.text, "");
    release(&pair);
}

Test(changes, the_same_is_no_difference)
{
    expect(ROW("a", NUMBERS) "," ROW("b", FAILURE), ROW("b", FAILURE) "," ROW("a", NUMBERS), 0,
           NULL);
}

Test(changes, the_last_digit_counts)
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

Test(changes, rows_go_and_come)
{
    expect(ROW("a", NUMBERS) "," ROW("b", NUMBERS), ROW("a", NUMBERS), 1, "missing: b");
    expect(ROW("a", NUMBERS), ROW("a", NUMBERS) "," ROW("b", NUMBERS), 0, "new: b");
    expect(ROW("a", NUMBERS), ROW("a", FAILURE), 1, "fails: a: it broke");
    expect(ROW("a", FAILURE), ROW("a", NUMBERS), 0, "no longer fails: a");
}

/* Of baselines without repetitions: times count in units of the calibration loop, and only beyond
 * both the threshold and the spreads. */
Test(changes, slower_by_quartiles)
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

/* Repetitions, and those of the calibration loop in the same rounds. */
#define REPEATED(cpu, unit)                                                                        \
    ", \"cpu_time\": 1, \"calibration_time\": 1, \"cpu_times\": [" cpu                             \
    "], \"calibration_times\": [" unit "]"
#define TEN     "10, 10, 10, 10, 10, 10, 10, 10"
#define USUAL   "99, 104, 101, 102, 97, 100, 103, 98"
#define OTHERS  "100, 103, 102, 101, 98, 99, 104, 97"
#define TWOFOLD "206, 194, 200, 202, 198, 204, 196, 208"
#define REPEATS REPEATED(USUAL, TEN)

/* Eight repetitions before and after: equal samples, the same numbers in another order, one that is
 * twice as slow, and one that is as slow as the machine. */
Test(changes, slower_by_repetitions)
{
    expect(ROW("a", REPEATS), ROW("a", REPEATS), 0, NULL);
    expect(ROW("a", REPEATS), ROW("a", REPEATED(OTHERS, TEN)), 0, NULL);
    expect(ROW("a", REPEATS), ROW("a", REPEATED(TWOFOLD, TEN)), 1, "slower: a: 2 times the CPU");
    expect(ROW("a", REPEATED(TWOFOLD, TEN)), ROW("a", REPEATS), 0, NULL);
    expect(ROW("a", REPEATS), ROW("a", REPEATED(TWOFOLD, "20, 20, 20, 20, 20, 20, 20, 20")), 0,
           NULL);
}

/* Slower by 40 % is significant, but not relevant; slower by the median and the quartiles, but
 * faster twice of eight times, relevant, but not significant. */
Test(changes, are_both_significant_and_relevant)
{
    struct pair pair =
        compared(ROW("a", REPEATS),
                 ROW("a", REPEATED("139, 140, 141, 142, 143, 144, 145, 146", TEN)), changes_lines);
    cr_expect(pair.changes.rows[0].test.adjusted < 1e-3 && pair.changes.differences == 0);
    release(&pair);
    pair = compared(ROW("a", REPEATS),
                    ROW("a", REPEATED("50, 60, 160, 162, 170, 200, 210, 220", TEN)), changes_lines);
    const struct change *c = &pair.changes.rows[0];
    cr_expect(c->time_now.q1 > c->time_before.q3 && c->ratio > 1.5);
    cr_expect(c->test.adjusted > CHANGES_LEVEL && c->speed == SPEED_SAME);
    release(&pair);
}

/* The slow row stands first, in the middle and last among others that are as before. */
Test(changes, find_the_slower_row_among_others)
{
    for (size_t at = 0; at < 5; at++) {
        char before[4096] = "", now[4096] = "", line[64];
        for (size_t i = 0; i < 5; i++) {
            char *ends[] = { before + strlen(before), now + strlen(now) };
            sprintf(ends[0], "%s{\"name\": \"r%zu\"" REPEATS "}", i > 0 ? "," : "", i);
            sprintf(ends[1], "%s{\"name\": \"r%zu\"%s}", i > 0 ? "," : "", i,
                    i == at ? REPEATED(TWOFOLD, TEN) : REPEATED(OTHERS, TEN));
        }
        sprintf(line, "slower: r%zu: 2 times", at);
        expect(before, now, 1, line);
    }
}

/* One repetition, or three, of each are too few for any test: quartiles decide. What is no number
 * has no repetitions, and one row's does not change another's. */
Test(changes, with_few_repetitions_are_told_by_quartiles)
{
#define ONE(time) REPEATED(#time, "10")
    expect(ROW("a", ONE(100)), ROW("a", ONE(151)), 1, "slower: a: 1.51 times");
    expect(ROW("a", ONE(100)), ROW("a", ONE(149)), 0, NULL);
    expect(ROW("a", REPEATED("100, 110, 120", "10, 10, 10")),
           ROW("a", REPEATED("200, 210, 220", "10, 10, 10")), 1, "slower: a: 1.91 times");
    expect(ROW("a", REPEATED("100, 110, 220", "10, 10, 10")),
           ROW("a", REPEATED("150, 180, 400", "10, 10, 10")), 0, NULL);
    struct pair pair =
        compared(ROW("a", REPEATED("100, 100", "10, 0")) "," ROW("b", REPEATS),
                 ROW("a", REPEATS) "," ROW("b", REPEATED(TWOFOLD, TEN)), changes_lines);
    const struct change *rows = pair.changes.rows;
    cr_expect(rows[0].time_before.n == 0 && !rows[0].test.able && isnan(rows[0].test.p));
    cr_expect(rows[1].speed == SPEED_SLOWER && pair.changes.tests == 1);
    release(&pair);
}

/* The median and quartiles of repetitions, each by the calibration loop of its round: 4, 1, 3, 2,
 * 5. Rounds that only one of the two has do not count. */
Test(changes, summarize_repetitions)
{
    struct pair pair = compared(ROW("a", REPEATED("40, 20, 3, 4, 50, 7", "10, 20, 1, 2, 10")),
                                ROW("a", REPEATED("8", "1, 2")), changes_lines);
    const struct spread *before = &pair.changes.rows[0].time_before,
                        *now = &pair.changes.rows[0].time_now;
    cr_expect(before->n == 5 && before->q1 == 2 && before->median == 3 && before->q3 == 4);
    cr_expect(now->n == 1 && now->q1 == 8 && now->median == 8 && now->q3 == 8);
    cr_expect_float_eq(pair.changes.rows[0].ratio, 8.0 / 3, 1e-15);
    release(&pair);
}

#define ERROR(error) ", \"error_max\": " error

/* Rows of two groups, one of them of another method than before, and one of a name without parts.
 */
static const char *const many_before = ROW("pid/lugre/euler/h=1e-03", REPEATS ERROR("0.5")) "," ROW(
    "pid/lugre/heun/h=1e-03",
    REPEATED("100, 101", "10, 10") ERROR(
        "0.25")) "," ROW("pid/dahl/gone/h=1e-03",
                         REPEATS ERROR(
                             "0.25")) "," ROW("pid/dahl/exponential_adaptive/rtol=1e-04",
                                              TIMES(100, 95, 105, 10) ERROR(
                                                  "null")) "," ROW("plain",
                                                                   REPEATED(TWOFOLD,
                                                                            TEN)) "," ROW("broken",
                                                                                          FAILURE);
static const char *const many_now =
    ROW("pid/lugre/euler/h=1e-03", REPEATED(TWOFOLD, TEN) ERROR("0.75")) "," ROW(
        "pid/lugre/heun/h=1e-03",
        REPEATED("105, 106", "10, 10") ERROR(
            "0.25")) "," ROW("pid/dahl/come/h=1e-03",
                             REPEATS ERROR(
                                 "0.25")) "," ROW("pid/dahl/exponential_adaptive/rtol=1e-04",
                                                  TIMES(200, 195, 205, 10) ERROR(
                                                      "null")) "," ROW("plain",
                                                                       REPEATS) "," ROW("broken",
                                                                                        ",\"steps\""
                                                                                        ": 1");

Test(changes, table)
{
    static const char *const lines[] = {
        "pid/lugre",
        "integrator           setting     ratio spread    now       p   error",
        "euler                h=1e-03         2   3.5%   3.5% 0.00031     1.5 slower",
        "heun                 h=1e-03      1.05   0.5%   0.5%     few       =",
        "",
        "pid/dahl",
        "integrator           setting     ratio spread    now       p   error",
        "exponential_adaptive rtol=1e-04      2    10%   5.0%    none       - slower",
        "",
        "",
        "integrator           setting     ratio spread    now       p   error",
        "plain                              0.5   3.5%   3.5% 0.00031       - faster",
        "",
        "ratio: CPU time now by that before, in units of the calibration loop. spread:",
        "from quartile to quartile, of the median, before and now. p: rank-sum test of",
        "the repetitions, by Holm for 2 rows; below 0.05 the two runs differ by more than",
        "their repetitions do. few: too few repetitions for that; none: the baseline has",
        "no repetitions; quartiles decide then. error: the largest, now by that before.",
    };
    struct pair pair = compared(many_before, many_now, changes_table);
    expect_lines(pair.text, lines, sizeof lines / sizeof *lines);
    for (const char *line = pair.text; *line; line = strchr(line, '\n') + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "%.*s", (int)strcspn(line, "\n"), line);
    cr_expect_eq(pair.changes.differences, 4, "missing, two slower, an error: %zu",
                 pair.changes.differences);
    release(&pair);
    pair = compared(ROW("a", NUMBERS), ROW("a", NUMBERS), changes_table);
    cr_expect_str_eq(pair.text, "", "nothing was timed");
    release(&pair);
}

static void print_csv(FILE *out, const struct changes *c) { changes_rows(out, FORMAT_CSV, c); }
static void print_json(FILE *out, const struct changes *c) { changes_rows(out, FORMAT_JSON, c); }

static void expect_spread(const char *csv, const cJSON *json, size_t i, const char *when,
                          const struct spread *s)
{
    const struct {
        const char *key;
        double value;
    } numbers[] = { { "repetitions", (double)s->n },
                    { "time", s->median },
                    { "time_q1", s->q1 },
                    { "time_q3", s->q3 } };
    for (size_t k = 0; k < 4; k++) {
        char key[40];
        snprintf(key, sizeof key, "%s_%s", numbers[k].key, when);
        expect_number(csv, json, i, key, numbers[k].value);
    }
}

/* All rows, the first, those in the middle and the last, have all digits in both formats. */
Test(changes, rows)
{
    static const struct {
        const char *name, *row, *speed;
        double changed, error_before, error_now;
    } expected[] = {
        { "pid/lugre/euler/h=1e-03", "present", "slower", 1, 0.5, 0.75 },
        { "pid/lugre/heun/h=1e-03", "present", "same", 0, 0.25, 0.25 },
        { "pid/dahl/gone/h=1e-03", "missing", "", 0, 0.25, NAN },
        { "pid/dahl/exponential_adaptive/rtol=1e-04", "present", "slower", 0, INFINITY, INFINITY },
        { "plain", "present", "faster", 0, NAN, NAN },
        { "broken", "no longer fails", "", 0, NAN, NAN },
        { "pid/dahl/come/h=1e-03", "new", "", 0, NAN, 0.25 },
    };
    struct pair csv = compared(many_before, many_now, print_csv),
                text = compared(many_before, many_now, print_json);
    cJSON *json = cJSON_Parse(text.text);
    const cJSON *rows = cJSON_GetObjectItem(json, "results");
    cr_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(json, "format")), "changes-1");
    cr_assert_eq(cJSON_GetArraySize(rows), 7);
    cr_assert_eq(csv.changes.n, 7);
    for (size_t i = 0; i < 7; i++) {
        const struct change *c = &csv.changes.rows[i];
        expect_text(csv.text, rows, i, "name", expected[i].name);
        expect_text(csv.text, rows, i, "row", expected[i].row);
        expect_text(csv.text, rows, i, "speed", expected[i].speed);
        expect_text(csv.text, rows, i, "first_changed", expected[i].changed > 0 ? "error_max" : "");
        expect_number(csv.text, rows, i, "numbers_changed", expected[i].changed);
        expect_number(csv.text, isinf(expected[i].error_before) ? NULL : rows, i, "error_before",
                      expected[i].error_before);
        expect_number(csv.text, isinf(expected[i].error_now) ? NULL : rows, i, "error_now",
                      expected[i].error_now);
        expect_spread(csv.text, rows, i, "before", &c->time_before);
        expect_spread(csv.text, rows, i, "now", &c->time_now);
        expect_number(csv.text, rows, i, "ratio", c->ratio);
        expect_number(csv.text, rows, i, "p", c->test.p);
        expect_number(csv.text, rows, i, "p_adjusted", c->test.adjusted);
    }
    cr_expect_eq(csv.changes.rows[0].test.adjusted, 2 * csv.changes.rows[0].test.p);
    expect_all_digits(csv.text);
    cJSON_Delete(json);
    release(&csv);
    release(&text);
}
