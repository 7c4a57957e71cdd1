/* Compares two comparisons (changes.h). */
#include "benchmarks/timing/changes.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/timing/baseline.h"
#include "benchmarks/timing/timing.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"

/* Keys whose values differ from run to run. */
static const char *const changing[] = {
    "repetitions",  "iterations",          "real_time",   "cpu_time",
    "cpu_time_min", "cpu_time_q1",         "cpu_time_q3", "calibration_time",
    BASELINE_TIMES, BASELINE_CALIBRATIONS, NULL
};

static bool may_change(const char *key)
{
    for (const char *const *name = changing; *name; name++)
        if (strcmp(key, *name) == 0)
            return true;
    return false;
}

static const cJSON *value_of(const cJSON *row, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(row, key);
}

static bool fails(const cJSON *row) { return cJSON_IsTrue(value_of(row, "error_occurred")); }

/* Returns true when the values agree in every digit. */
static bool equal(const cJSON *a, const cJSON *b)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return !(a->valuedouble < b->valuedouble || a->valuedouble > b->valuedouble);
    return cJSON_Compare(a, b, true);
}

static void note_number(struct change *change, const char *key, const cJSON *was, const cJSON *is)
{
    if (may_change(key) || (was && is && equal(was, is)))
        return;
    if (change->n_numbers++ == 0) {
        change->key = key;
        change->was = was;
        change->is = is;
    }
}

static void compare_numbers(struct change *change)
{
    for (const cJSON *value = change->before->child; value; value = value->next)
        note_number(change, value->string, value, value_of(change->now, value->string));
    for (const cJSON *value = change->now->child; value; value = value->next)
        if (!value_of(change->before, value->string))
            note_number(change, value->string, NULL, value);
}

/* Returns the number, an error that is infinite where the key has null, or NAN. */
static double error_of(const cJSON *row)
{
    const cJSON *value = value_of(row, "error_max");
    if (cJSON_IsNull(value))
        return (double)INFINITY;
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

/* Returns the time in units of the median of the calibration loop, or NAN. */
static double in_medians(const cJSON *row, const char *key)
{
    const cJSON *value = value_of(row, key), *unit = value_of(row, "calibration_time");
    if (!cJSON_IsNumber(value) || !cJSON_IsNumber(unit) || !(unit->valuedouble > 0))
        return (double)NAN;
    return value->valuedouble / unit->valuedouble;
}

/* Reads the repetitions, each in units of the calibration loop of its round. Returns how many: none
 * if any is no number. */
static size_t read_repetitions(const cJSON *row, double times[SAMPLE_MOST])
{
    size_t n = 0;
    const cJSON *time = value_of(row, BASELINE_TIMES), *unit = value_of(row, BASELINE_CALIBRATIONS);
    time = time ? time->child : NULL;
    unit = unit ? unit->child : NULL;
    for (; time && unit; time = time->next, unit = unit->next) {
        times[n] = time->valuedouble / unit->valuedouble;
        if (!isfinite(times[n++]))
            return 0;
    }
    return n;
}

static struct spread spread_of(const cJSON *row)
{
    struct spread s = { .n = 0 };
    double sorted[SAMPLE_MOST];
    s.n = read_repetitions(row, s.times);
    if (s.n == 0) {
        s.median = in_medians(row, "cpu_time");
        s.q1 = in_medians(row, "cpu_time_q1");
        s.q3 = in_medians(row, "cpu_time_q3");
        return s;
    }
    memcpy(sorted, s.times, sizeof sorted);
    qsort(sorted, s.n, sizeof *sorted, clock_compare);
    s.median = timing_quantile(sorted, s.n, 0.5);
    s.q1 = timing_quantile(sorted, s.n, 0.25);
    s.q3 = timing_quantile(sorted, s.n, 0.75);
    return s;
}

static struct change change_of(const char *name, const cJSON *before, const cJSON *now)
{
    struct change c = {
        .name = name,
        .before = before,
        .now = now,
        .error_before = error_of(before),
        .error_now = error_of(now),
        .time_before = spread_of(before),
        .time_now = spread_of(now),
    };
    if (!before || !now)
        c.presence = now ? NEW : MISSING;
    else if (fails(before) != fails(now))
        c.presence = fails(now) ? FAILS : FAILS_NO_LONGER;
    else
        c.presence = fails(now) ? FAILS_AS_BEFORE : PRESENT;
    if (c.presence == PRESENT || c.presence == FAILS_AS_BEFORE)
        compare_numbers(&c);
    c.ratio = c.time_now.median / c.time_before.median;
    c.test = rank_test(c.time_before.times, c.time_before.n, c.time_now.times, c.time_now.n);
    return c;
}

static void judge_speed(struct change *c, double threshold)
{
    const bool significant = c->test.adjusted <= CHANGES_LEVEL;
    const bool slower = c->test.able ? significant : c->time_now.q1 > c->time_before.q3;
    const bool faster = c->test.able ? significant : c->time_now.q3 < c->time_before.q1;
    if (c->ratio > threshold && slower)
        c->speed = SPEED_SLOWER;
    if (c->ratio < 1 / threshold && faster)
        c->speed = SPEED_FASTER;
}

static void judge(struct changes *changes, double threshold)
{
    struct rank_test **tests = memory_array(changes->n, sizeof(struct rank_test *));
    for (size_t i = 0; i < changes->n; i++)
        tests[i] = &changes->rows[i].test;
    changes->tests = rank_tests_adjust(tests, changes->n, CHANGES_LEVEL);
    free(tests);
    for (size_t i = 0; i < changes->n; i++) {
        struct change *c = &changes->rows[i];
        judge_speed(c, threshold);
        changes->differences += c->presence == MISSING || c->presence == FAILS;
        changes->differences += c->n_numbers > 0;
        changes->differences += c->speed == SPEED_SLOWER;
    }
}

struct changes changes_between(const cJSON *before, const cJSON *now, double threshold)
{
    struct changes changes = { .n = 0 };
    size_t room = 0;
    for (const cJSON *row = baseline_first(before); row; row = row->next)
        room++;
    for (const cJSON *row = baseline_first(now); row; row = row->next)
        room++;
    changes.rows = memory_array(room, sizeof *changes.rows);
    for (const cJSON *row = baseline_first(before); row; row = row->next) {
        const char *name = baseline_name(row);
        changes.rows[changes.n++] = change_of(name, row, baseline_find(now, name));
    }
    for (const cJSON *row = baseline_first(now); row; row = row->next) {
        const char *name = baseline_name(row);
        if (!baseline_find(before, name))
            changes.rows[changes.n++] = change_of(name, NULL, row);
    }
    judge(&changes, threshold);
    return changes;
}

void changes_free(struct changes *changes)
{
    free(changes->rows);
    *changes = (struct changes){ .n = 0 };
}
