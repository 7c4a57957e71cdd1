/* Rankings of rows whose errors and times are made up, what is written of them, and work-precision
 * curves with known crossings. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/ranking.h"
#include "benchmarks/comparison/work_precision.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

static struct comparison empty(void)
{
    const struct model *model = PREC(model_find)("lugre");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    struct comparison c = comparison_new(scenario_find("hysteresis"), model, p);
    c.floor = 1e-9;
    return c;
}

/* Adds a row with quartiles at 1 -+ spread times its time. */
static void add(struct comparison *c, const char *name, double error, double time, double spread)
{
    const struct settings settings = { .step = 1 };
    comparison_add(c, PREC(integrator_find)(name), &settings);
    struct compare_row *row = &c->rows[c->n_rows - 1];
    row->error_max = error;
    row->timing = (struct timing){ .cpu = time,
                                   .cpu_q1 = time * (1 - spread),
                                   .cpu_q3 = time * (1 + spread),
                                   .repetitions = 5,
                                   .iterations = 1 };
}

static void expect(const struct ranking *r, size_t i, const char *name, unsigned rank, bool tied)
{
    cr_assert_lt(i, r->n);
    cr_expect_str_eq(r->entries[i].integrator->name, name, "%zu: %s", i,
                     r->entries[i].integrator->name);
    cr_expect_eq(r->entries[i].rank, rank, "%s: %u", name, r->entries[i].rank);
    cr_expect_eq(r->entries[i].tied, tied, "%s", name);
}

/* Points (1e-2, 1 s) and (1e-4, 100 s) are on a straight line in logarithms: 1e-3 takes 10 s. */
Test(ranking, times_are_those_of_the_work_precision_curve)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "heun", 1e-2, 1, 0.1);
    add(&c, "heun", 1e-4, 100, 0.1);
    ranking_of(&c, 1e-3, &r);
    expect(&r, 0, "heun", 1, false);
    cr_expect_float_eq(r.entries[0].time, 10, 1e-13);
    cr_expect_float_eq(r.entries[0].low, 9, 1e-13);
    cr_expect_float_eq(r.entries[0].high, 11, 1e-13);
    comparison_free(&c);
}

Test(ranking, what_overlaps_shares_a_rank)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "bdf2", 1e-5, 4, 0.01);
    add(&c, "euler", 1e-5, 1, 0.01);
    add(&c, "heun", 1e-5, 2, 0.1);
    add(&c, "rk4", 1e-5, 2.2, 0.1);
    add(&c, "trapezoidal", 1e-3, 0.1, 0.01);
    ranking_of(&c, 1e-4, &r);
    cr_assert_eq(r.n, 5);
    expect(&r, 0, "euler", 1, false);
    expect(&r, 1, "heun", 2, true);
    expect(&r, 2, "rk4", 2, true);
    expect(&r, 3, "bdf2", 4, false);
    expect(&r, 4, "trapezoidal", 0, false);
    cr_expect(isnan(r.entries[4].time), "it does not reach the error");
    comparison_free(&c);
}

Test(ranking, failures_do_not_count_and_misfits_are_left_out)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "euler", 1e-5, 1, 0);
    c.rows[0].status = STATUS_NONFINITE;
    add(&c, "euler", 1e-6, 3, 0);
    add(&c, "heun", 1e-6, 1, 0);
    c.rows[2].timing.repetitions = 0;
    add(&c, "time_stepping", 0, 0, 0);
    c.rows[3].status = STATUS_UNSUPPORTED;
    add(&c, "rk4", (double)INFINITY, 1, 0);
    ranking_of(&c, 1e-4, &r);
    cr_assert_eq(r.n, 3);
    for (size_t i = 0; i < r.n; i++)
        cr_expect_eq(r.entries[i].rank, 0, "no curve begins after a failure");
    comparison_free(&c);
}

/* Two errors that the reference cannot tell apart both count as its error bound. */
Test(ranking, errors_below_the_floor_are_the_floor)
{
    struct comparison c = empty();
    struct ranking r;
    add(&c, "rk4", 1e-7, 1, 0);
    add(&c, "rk4", 1e-15, 2, 0);
    add(&c, "heun", 1e-7, 1, 0);
    add(&c, "heun", 1e-9, 2, 0);
    ranking_of(&c, 1e-8, &r);
    expect(&r, 0, "heun", 1, true);
    expect(&r, 1, "rk4", 1, true);
    cr_expect_float_eq(r.entries[0].time, r.entries[1].time, 0);
    ranking_of(&c, 1e-10, &r);
    cr_expect_eq(r.entries[0].rank, 0, "an error below the floor is reached by nobody");
    comparison_free(&c);
}

/* The order in which rows of integrators come does not matter. */
Test(ranking, order_is_by_time_alone)
{
    static const char *const names[] = { "euler", "heun", "rk4" };
    static const size_t orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                         { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    for (size_t i = 0; i < 6; i++) {
        struct comparison c = empty();
        struct ranking r;
        for (size_t k = 0; k < 3; k++)
            add(&c, names[orders[i][k]], 1e-5, 1 + (double)orders[i][k], 0.1);
        ranking_of(&c, 1e-4, &r);
        for (size_t k = 0; k < 3; k++)
            expect(&r, k, names[k], (unsigned)k + 1, false);
        comparison_free(&c);
    }
}

/* Each integrator reaches another error. A time of "sure" grows tenfold with every two digits, so
 * that it is another one at every target; quartiles of it are 0.9 and 1.1 of the median. */
static const struct scenario pulled = { .name = "pulled" }, driven = { .name = "driven" };
static const struct model bristles = { .name = "bristles" };
static const struct integrator sure = { .name = "sure" }, fast = { .name = "fast" },
                               near = { .name = "near" }, peer = { .name = "peer" },
                               slow = { .name = "slow" }, broken = { .name = "broken" },
                               misfit = { .name = "misfit" };
#define TIMED(cpu, q1, q3)                                                                         \
    {                                                                                              \
        cpu, 1, q1, q3, 2, 5, 3                                                                    \
    }
static struct compare_row timed_rows[] = {
    { .integrator = &broken, .status = STATUS_NONFINITE },
    { .integrator = &fast, .error_max = 5e-3, .timing = TIMED(2.5e-5, 2.4e-5, 2.6e-5) },
    { .integrator = &slow, .error_max = 6e-9, .timing = TIMED(8.5, 8.25, 8.75) },
    { .integrator = &near, .error_max = 5e-5, .timing = TIMED(3.5e-5, 3.3e-5, 3.8e-5) },
    { .integrator = &misfit, .status = STATUS_UNSUPPORTED },
    { .integrator = &peer, .error_max = 5e-7, .timing = TIMED(3.6e-5, 3.4e-5, 3.9e-5) },
    { .integrator = &sure, .error_max = 1e-2, .timing = TIMED(0.04, 0.036, 0.044) },
    { .integrator = &sure, .error_max = 1e-6, .timing = TIMED(4, 3.6, 4.4) },
    { .integrator = &sure, .error_max = 1e-8, .timing = TIMED(40, 36, 44) },
};
static const struct comparison written[] = {
    { .scenario = &pulled,
      .model = &bristles,
      .floor = 1e-9,
      .rows = timed_rows,
      .n_rows = 9,
      .calibration = { .cpu = 2.04e-4, .repetitions = 15 } },
    { .scenario = &driven, .model = &bristles, .not_applicable = "it slips, always" },
};

static char *text_of(enum format format)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    if (format == FORMAT_TABLE)
        ranking_table(out, written, 2);
    else if (format == FORMAT_CSV)
        ranking_csv(out, written, 2);
    else
        ranking_json(out, written, 2);
    return memory_close(&stream);
}

/* Rows are in the order of the second target. */
Test(ranking, table)
{
    static const char expected[] =
        "pulled, bristles: rank and CPU time\n"
        "integrator           error <= 1e-02 error <= 1e-04 error <= 1e-06 error <= 1e-08\n"
        "near                  2~      35 us  1~      35 us              -              -\n"
        "peer                  2~      36 us  1~      36 us  1       36 us              -\n"
        "sure                  4       40 ms  3      400 ms  2         4 s  2        40 s\n"
        "slow                  5       8.5 s  4       8.5 s  3       8.5 s  1       8.5 s\n"
        "broken                            -              -              -              -\n"
        "fast                  1       25 us              -              -              -\n"
        "\n"
        "driven, bristles: rank and CPU time\n"
        "  not applicable: it slips, always\n"
        "\n"
        "~: the times of neighbours cannot tell them apart. -: the error is not reached.\n";
    char *text = text_of(FORMAT_TABLE);
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
}

/* What stands in CSV and JSON; times in s, and a rank of 0 for what does not reach the error. */
static const struct {
    double error;
    unsigned rank;
    const char *tied, *name;
    double time, low, high;
} stated[] = {
    { 1e-2, 1, "false", "fast", 2.5e-5, 2.4e-5, 2.6e-5 },
    { 1e-2, 2, "true", "near", 3.5e-5, 3.3e-5, 3.8e-5 },
    { 1e-2, 2, "true", "peer", 3.6e-5, 3.4e-5, 3.9e-5 },
    { 1e-2, 4, "false", "sure", 0.04, 0.036, 0.044 },
    { 1e-2, 5, "false", "slow", 8.5, 8.25, 8.75 },
    { 1e-2, 0, "", "broken", 0, 0, 0 },
    { 1e-4, 1, "true", "near", 3.5e-5, 3.3e-5, 3.8e-5 },
    { 1e-4, 1, "true", "peer", 3.6e-5, 3.4e-5, 3.9e-5 },
    { 1e-4, 3, "false", "sure", 0.4, 0.36, 0.44 },
    { 1e-4, 4, "false", "slow", 8.5, 8.25, 8.75 },
    { 1e-4, 0, "", "broken", 0, 0, 0 },
    { 1e-4, 0, "", "fast", 0, 0, 0 },
    { 1e-6, 1, "false", "peer", 3.6e-5, 3.4e-5, 3.9e-5 },
    { 1e-6, 2, "false", "sure", 4, 3.6, 4.4 },
    { 1e-6, 3, "false", "slow", 8.5, 8.25, 8.75 },
    { 1e-6, 0, "", "broken", 0, 0, 0 },
    { 1e-6, 0, "", "fast", 0, 0, 0 },
    { 1e-6, 0, "", "near", 0, 0, 0 },
    { 1e-8, 1, "false", "slow", 8.5, 8.25, 8.75 },
    { 1e-8, 2, "false", "sure", 40, 36, 44 },
    { 1e-8, 0, "", "broken", 0, 0, 0 },
    { 1e-8, 0, "", "fast", 0, 0, 0 },
    { 1e-8, 0, "", "near", 0, 0, 0 },
    { 1e-8, 0, "", "peer", 0, 0, 0 },
};
enum { N_STATED = sizeof stated / sizeof *stated, PER_TARGET = 6, CELLS = 9 };

/* Times in s and ns: a product each, rounded, and their decimals. */
static bool close_to(double a, double b) { return fabs(a - b) <= 4 * DBL_EPSILON * b; }

static void expect_line(const char *line, size_t i)
{
    char cells[CELLS][32] = { "" };
    for (size_t k = 0; k < CELLS; k++) {
        const size_t length = strcspn(line, ",\n");
        snprintf(cells[k], sizeof cells[k], "%.*s", (int)length, line);
        cr_assert_eq(line[length], k + 1 < CELLS ? ',' : '\n', "line %zu has other cells", i);
        line += length + 1;
    }
    const double numbers[] = { stated[i].error, stated[i].rank, stated[i].time, stated[i].low,
                               stated[i].high };
    static const size_t places[] = { 2, 3, 6, 7, 8 };
    for (size_t k = 0; k < 5; k++)
        if (stated[i].rank > 0 || k == 0)
            cr_expect(close_to(strtod(cells[places[k]], NULL), numbers[k]), "line %zu: %s", i,
                      cells[places[k]]);
        else
            cr_expect_str_eq(cells[places[k]], "", "line %zu", i);
    cr_expect_str_eq(cells[0], "pulled");
    cr_expect_str_eq(cells[1], "bristles");
    cr_expect_str_eq(cells[4], stated[i].tied, "line %zu", i);
    cr_expect_str_eq(cells[5], stated[i].name, "line %zu", i);
}

Test(ranking, csv)
{
    static const char heading[] =
        "scenario,model,error,rank,tied,integrator,cpu_time_s,low_s,high_s\n";
    char *text = text_of(FORMAT_CSV), *line = text + strlen(heading);
    size_t n = 0;
    expect_all_digits(text);
    cr_assert_eq(strncmp(text, heading, strlen(heading)), 0);
    for (; *line && n < N_STATED; line = strchr(line, '\n') + 1)
        expect_line(line, n++);
    cr_expect(n == N_STATED && !*line, "%zu lines", n);
    free(text);
}

static double number_of(const cJSON *json, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

static const char *string_of(const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    return text ? text : "";
}

static void expect_entry(const cJSON *entry, size_t i)
{
    cr_expect_str_eq(string_of(entry, "integrator"), stated[i].name, "entry %zu", i);
    if (stated[i].rank == 0) {
        cr_expect(cJSON_IsNull(cJSON_GetObjectItem(entry, "rank")), "entry %zu", i);
        cr_expect_eq(cJSON_GetArraySize(entry), 2, "entry %zu", i);
        return;
    }
    const cJSON *tied = cJSON_GetObjectItem(entry, "tied");
    cr_expect_eq(number_of(entry, "rank"), stated[i].rank, "entry %zu", i);
    cr_expect(strcmp(stated[i].tied, "true") == 0 ? cJSON_IsTrue(tied) : cJSON_IsFalse(tied));
    cr_expect(close_to(number_of(entry, "cpu_time_s"), stated[i].time), "entry %zu: time", i);
    cr_expect(close_to(number_of(entry, "low_s"), stated[i].low), "entry %zu: low", i);
    cr_expect(close_to(number_of(entry, "high_s"), stated[i].high), "entry %zu: high", i);
    cr_expect_eq(cJSON_GetArraySize(entry), 6, "entry %zu", i);
}

Test(ranking, json)
{
    char *text = text_of(FORMAT_JSON);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItem(json, "results"), *entry;
    size_t i = 0;
    cr_expect_str_eq(string_of(json, "format"), "ranking-1");
    cr_expect(close_to(number_of(cJSON_GetObjectItem(json, "context"), "calibration_ns"), 204000));
    cr_assert_eq(cJSON_GetArraySize(results), RANKING_TARGETS);
    for (int k = 0; k < RANKING_TARGETS; k++) {
        const cJSON *result = cJSON_GetArrayItem(results, k);
        const cJSON *entries = cJSON_GetObjectItem(result, "ranking");
        cr_expect_str_eq(string_of(result, "scenario"), "pulled");
        cr_expect_str_eq(string_of(result, "model"), "bristles");
        cr_expect(close_to(number_of(result, "error"), stated[i].error));
        cr_assert_eq(cJSON_GetArraySize(entries), PER_TARGET);
        cJSON_ArrayForEach(entry, entries) expect_entry(entry, i++);
    }
    cr_expect_eq(i, N_STATED);
    cJSON_Delete(json);
    free(text);
}

/* A method of order p: error = c h^p, time = d/h: time = d (c/error)^(1/p) exactly, and the line
 * through any of its points is the curve itself. */
Test(work_precision, power_laws_are_interpolated_exactly)
{
    for (int p = 1; p <= 5; p++) {
        struct work_point points[8];
        for (int i = 0; i < 8; i++) {
            const double h = pow(10, -0.5 * i);
            points[i] = (struct work_point){ 3 * pow(h, p), 2e-4 / h };
        }
        const double error = 3 * pow(0.02, p);
        cr_expect_float_eq(work_at_error(points, 8, error), 2e-4 / 0.02, 1e-12);
    }
}

Test(work_precision, of_several_crossings_the_shortest_counts)
{
    const struct work_point points[] = { { 1e-3, 1 }, { 1e-7, 2 }, { 1e-5, 3 }, { 1e-9, 4 } };
    cr_expect_float_eq(work_at_error(points, 4, 1e-6), pow(2, 0.75), 1e-12);
}

Test(work_precision, failures_have_no_neighbours)
{
    const struct work_point points[] = { { (double)NAN, 1 }, { 1e-7, 2 }, { HUGE_VAL, 3 } };
    cr_expect(isnan(work_at_error(points, 3, 1e-6)));
    cr_expect(isnan(work_at_error(points, 3, 1e-8)));
    cr_expect(isnan(work_at_error(points, 0, 1e-8)));
}

Test(work_precision, a_curve_that_begins_below_takes_its_first_time)
{
    const struct work_point points[] = { { 1e-7, 2 }, { 1e-8, 3 } };
    cr_expect_eq(work_at_error(points, 2, 1e-6), 2);
}
