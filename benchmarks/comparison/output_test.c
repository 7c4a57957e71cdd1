/* What comparisons write of rows that are made up. No two figures are equal, so that
 * each stands in one place only. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

static void never(const real p[], real bound[]) { (void)p, (void)bound; }

static const struct quantity states[] = { { .name = "z" }, { .name = "w" } };
static const struct model bounded = {
    .name = "bounded", .states = states, .n_states = 2, .bound = never
};
static const struct model plain = { .name = "plain", .states = states, .n_states = 1 };
static const struct scenario pulled = { .name = "pulled", .title = "a mass is pulled" };
static const struct scenario driven = { .name = "driven", .title = "a velocity is given" };
static const struct integrator fixed = { .name = "fixed" };
static const struct integrator chooses = { .name = "chooses", .flags = INTEGRATOR_ADAPTIVE };
static const struct integrator refused = { .name = "refused" };

/* A mass. Of the rows that work one has a figure above every error bound, one is timed in ms, one
 * in s; three fail. */
static struct compare_row mass_rows[] = {
    { .integrator = &fixed,
      .settings = { .step = 2e-4 },
      .statistics = { 17, 18, 190, 2000, 21, 22, 23 },
      .error = { 1.1e-3, 2.2e-3, 3.3e-3, 4.4e-3, 5.5e-3 },
      .error_max = 6.6e-3,
      .error_final = 7.7e-4,
      .event_error = 8.8e-5,
      .break_away_error = 9.9e-3,
      .period_error = 0.012,
      .amplitude_error = 0.013,
      .bound_violations = 14,
      .energy_balance = 1.5e-6,
      .steady_state_error = 1.6e-7,
      .seconds = 99,
      .timing = { 24.3e-6, 21e-6, 22e-6, 26e-6, 27e-6, 11, 13, { 21e-6, 24.3e-6, 29e-6 } } },
    { .integrator = &chooses,
      .settings = { .rtol = 1.5e-7, .step = 98 },
      .statistics = { 31, 32, 33, 34, 35, 36, 37 },
      .error = { 4.1e-10, 4.2e-10, 4.4e-10, 4.3e-10, 4.5e-10 },
      .error_max = 2.5e-9,
      .error_final = 5.1e-5,
      .event_error = NAN,
      .break_away_error = NAN,
      .period_error = INFINITY,
      .amplitude_error = NAN,
      .bound_violations = 46,
      .energy_balance = INFINITY,
      .steady_state_error = NAN,
      .timing = { 31.5e-3, 28e-3, 29e-3, 32e-3, 33e-3, 5, 1, { 5e-3, 0, 3e-3, 0, 28e-3 } } },
    { .integrator = &chooses,
      .settings = { .rtol = 1e-8 },
      .statistics = { 61, 62, 63, 64, 65, 66, 67 },
      .error = { 7.1e-4, 7.2e-4, 7.3e-4, 7.4e-4, 7.5e-4 },
      .error_max = 7.6e-4,
      .error_final = 2.1e-9,
      .event_error = 1e-7,
      .break_away_error = 7.7e-4,
      .period_error = 7.8e-4,
      .amplitude_error = 7.9e-4,
      .bound_violations = 68,
      .energy_balance = 8.1e-4,
      .steady_state_error = 8.2e-4,
      .timing = { 3.25, 2.75, 3, 3.5, 3.75, 3, 2, { 3.25, 4.5, 2.75 } } },
    { .integrator = &fixed,
      .settings = { .step = 1e-5 },
      .status = STATUS_NONFINITE,
      .statistics = { 71, 72, 73, 74, 75, 76, 77 },
      .error_max = 97 },
    { .integrator = &fixed,
      .settings = { .step = 2e-6 },
      .status = STATUS_CRASHED,
      .statistics = { 81, 82, 83, 84, 85, 86, 87 },
      .failure = "signal 11, in the law" },
    { .integrator = &refused,
      .settings = { .step = 1e-3 },
      .status = STATUS_UNSUPPORTED,
      .statistics = { 91, 92, 93, 94, 95, 96, 97 } },
};

/* A law from a file, driven, without a bound, and not timed. */
static struct compare_row driven_rows[] = {
    { .integrator = &fixed,
      .settings = { .step = 0.5 },
      .statistics = { 101, 102, 103, 104, 105, 106, 107 },
      .error = { 0.21, 0.22 },
      .error_max = 0.01,
      .error_final = 0.24,
      .event_error = 0.25,
      .break_away_error = NAN,
      .period_error = NAN,
      .amplitude_error = NAN,
      .energy_balance = NAN,
      .steady_state_error = 0.26,
      .bound_violations = 96 },
};

static const struct comparison comparisons[] = {
    { .scenario = &pulled,
      .model = &bounded,
      .setup = { .has_mass = true, .duration = 7.5 },
      .columns = { "x", "v", "z", "w", "F" },
      .n_columns = 5,
      .floor = 3.1e-9,
      .floors = { 1.1e-9, 1.2e-9, 1.3e-9, 1.4e-9, 1.5e-9 },
      .floor_events = 4e-7,
      .rows = mass_rows,
      .n_rows = 6,
      .calibration = { .cpu = 2.04e-4,
                       .repetitions = 4,
                       .cpu_times = { 2.03e-4, 2.05e-4, 2e-4, 3e-4 } } },
    { .scenario = &driven,
      .model = &plain,
      .file = "laws/plain.so",
      .setup = { .duration = 8.5 },
      .columns = { "z", "F" },
      .n_columns = 2,
      .floor = 3.2e-9,
      .floors = { 1.6e-9, 1.7e-9 },
      .floor_events = 5e-7,
      .rows = driven_rows,
      .n_rows = 1 },
    { .scenario = &driven,
      .model = &bounded,
      .setup = { .duration = 9.5 },
      .not_applicable = "it slips, always" },
};
enum { N = sizeof comparisons / sizeof *comparisons };

/* Returns what all comparisons are as text, to be freed. */
static char *written(enum format format)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    if (format == FORMAT_TABLE)
        compare_table(out, comparisons, N);
    else if (format == FORMAT_CSV)
        compare_csv(out, comparisons, N);
    else
        compare_json(out, comparisons, N);
    return memory_close(&stream);
}

/* Both sides of a comparison round a conversion of units or a logarithm, and its decimals. */
static const double ROUNDING = 4 * DBL_EPSILON;

/* Expects the same fields; numbers may differ by rounding. */
static void expect_fields(const char *got, const char *expected)
{
    for (size_t i = 0; *got && *expected; i++) {
        char *a = csv_field(&got), *b = csv_field(&expected), *end;
        const double number = strtod(b, NULL), distance = fabs(strtod(a, &end) - number);
        cr_expect(strcmp(a, b) == 0 || (*end == '\0' && distance <= ROUNDING * fabs(number)),
                  "field %zu: '%s' instead of '%s'", i, a, b);
        cr_expect_eq(got[-1], expected[-1], "field %zu: another end", i);
        free(a);
        free(b);
    }
    cr_expect(*got == *expected, "lines: '%s' beside '%s'", got, expected);
}

/* Errors no larger than the reference's bound show the bound, rounded up. */
Test(comparison, table)
{
    static const char expected[] =
        "pulled, bounded: a mass is pulled\n"
        "  setting      error  at end event s  energy bound    steps   f evals  CPU time\n"
        "fixed\n"
        "  h=2e-04    6.6e-03 7.7e-04 8.8e-05 1.5e-06    14       17      2190   24.3 us\n"
        "chooses\n"
        "  rtol=1.5e-07 <=4e-09 5.1e-05       -   other    46       31        67   31.5 ms\n"
        "  rtol=1e-08 7.6e-04 <=4e-09 <=4e-07 8.1e-04    68       61       127   3.25 s\n"
        "fixed\n"
        "  h=1e-05    failed: a state or its rate became infinite or not a number\n"
        "  h=2e-06    failed: signal 11, in the law\n"
        "refused\n"
        "  not for this problem\n"
        "\n"
        "driven, plain (laws/plain.so): a velocity is given\n"
        "  setting      error  at end event s  energy bound    steps   f evals\n"
        "fixed\n"
        "  h=5e-01    1.0e-02 2.4e-01 2.5e-01       -     -      101       207\n"
        "\n"
        "driven, bounded: a velocity is given\n"
        "  not applicable: it slips, always\n";
    char *text = written(FORMAT_TABLE);
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
}

/* The digits of scd: -log10 of 6.6e-3, of the bound 3.1e-9, of 7.6e-4 and of 0.01. */
Test(comparison, csv)
{
    static const char expected[] =
        "scenario,model,integrator,kind,setting,failure,floor,error_max,error_final,scd,error_x,"
        "error_v,error_F,error_states,event_error_s,events_floor_s,break_away_force_error,"
        "period_error,amplitude_error,bound_violations,energy_balance,steady_state_error,steps,"
        "rejected,rate_evals,flow_evals,jac_evals,factorizations,events,duration_s,repetitions,"
        "iterations,cpu_time_s,cpu_time_q1_s,cpu_time_q3_s,real_time_s\n"
        "pulled,bounded,fixed,h,2e-4,,3.1e-9,6.6e-3,7.7e-4,2.18045606445813131,1.1e-3,2.2e-3,"
        "5.5e-3,4.4e-3,8.8e-5,4e-7,9.9e-3,0.012,0.013,14,1.5e-6,1.6e-7,17,18,190,2000,21,22,23,"
        "7.5,11,13,24.3e-6,22e-6,26e-6,27e-6\n"
        "pulled,bounded,chooses,rtol,1.5e-7,,3.1e-9,2.5e-9,5.1e-5,8.50863830616572736,4.1e-10,"
        "4.2e-10,4.5e-10,4.4e-10,,4e-7,,inf,,46,inf,,31,32,33,34,35,36,37,7.5,5,1,31.5e-3,29e-3,"
        "32e-3,33e-3\n"
        "pulled,bounded,chooses,rtol,1e-8,,3.1e-9,7.6e-4,2.1e-9,3.11918640771920865,7.1e-4,"
        "7.2e-4,7.5e-4,7.4e-4,1e-7,4e-7,7.7e-4,7.8e-4,7.9e-4,68,8.1e-4,8.2e-4,61,62,63,64,65,66,"
        "67,7.5,3,2,3.25,3,3.5,3.75\n"
        "pulled,bounded,fixed,h,1e-5,a state or its rate became infinite or not a number,3.1e-9,"
        ",,,,,,,,,,,,,,,71,72,73,74,75,76,77,7.5,,,,,,\n"
        "pulled,bounded,fixed,h,2e-6,\"signal 11, in the law\",3.1e-9,"
        ",,,,,,,,,,,,,,,81,82,83,84,85,86,87,7.5,,,,,,\n"
        "pulled,bounded,refused,h,1e-3,\"the problem lacks what the integrator needs (a flow, "
        "relaxing states, an inclusion)\",3.1e-9,,,,,,,,,,,,,,,,91,92,93,94,95,96,97,7.5,,,,,,\n"
        "driven,plain,fixed,h,0.5,,3.2e-9,0.01,0.24,2,,,0.22,0.21,0.25,,,,,,,0.26,101,102,103,"
        "104,105,106,107,8.5,,,,,,\n"
        "driven,bounded,,,,\"not applicable: it slips, always\",,,,,,,,,,,,,,,,,,,,,,,,9.5,,,,,,"
        "\n";
    char *text = written(FORMAT_CSV);
    expect_all_digits(text);
    expect_fields(text, expected);
    free(text);
}

/* Expects the number under the key; no key where it is NAN, and null where it is infinite. */
static unsigned expect_json_number(const cJSON *json, const char *key, double expected)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    const char *name = json->child->valuestring;
    if (isnan(expected))
        cr_expect(!item, "%s: there is %s", name, key);
    else if (isinf(expected))
        cr_expect(cJSON_IsNull(item), "%s: %s is not null", name, key);
    else
        cr_expect(fabs(cJSON_GetNumberValue(item) - expected) <= ROUNDING * expected,
                  "%s: %s is %.17g instead of %.17g", name, key, cJSON_GetNumberValue(item),
                  expected);
    return isnan(expected) ? 0U : 1U;
}

static unsigned expect_json_string(const cJSON *json, const char *key, const char *expected)
{
    const char *got = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    cr_expect_str_eq(got ? got : "nothing", expected, "%s: %s", key, got ? got : "nothing");
    return 1;
}

static unsigned expect_failure(const cJSON *json, const char *why)
{
    cr_expect(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "error_occurred")));
    return 1 + expect_json_string(json, "error_message", why);
}

static unsigned expect_columns(const cJSON *json, const struct comparison *c,
                               const struct compare_row *row)
{
    char key[32];
    unsigned keys = 0;
    for (size_t k = 0; k < c->n_columns; k++) {
        snprintf(key, sizeof key, "error_%s", c->columns[k]);
        keys += expect_json_number(json, key, row->error[k]);
        snprintf(key, sizeof key, "floor_%s", c->columns[k]);
        keys += expect_json_number(json, key, c->floors[k]);
    }
    return keys;
}

/* scd is given, the same as in CSV. */
static unsigned expect_errors(const cJSON *json, const struct comparison *c,
                              const struct compare_row *row, double scd)
{
    const double violations = (double)row->bound_violations, none = (double)NAN;
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        { "error_max", row->error_max },
        { "error_final", row->error_final },
        { "scd", scd },
        { "error_floor", c->floor },
        { "event_error_s", row->event_error },
        { "events_floor_s", c->setup.has_mass ? c->floor_events : none },
        { "break_away_force_error", row->break_away_error },
        { "period_error", row->period_error },
        { "amplitude_error", row->amplitude_error },
        { "bound_violations", c->model->bound ? violations : none },
        { "energy_balance", row->energy_balance },
        { "steady_state_error", row->steady_state_error },
    };
    unsigned keys = expect_columns(json, c, row);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        keys += expect_json_number(json, numbers[i].key, numbers[i].value);
    return keys;
}

/* Expects the times of all repetitions, in their order, or no list of a row without times. */
static unsigned expect_list(const cJSON *json, const char *key, bool timed, const struct timing *t)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key);
    cr_expect_eq(cJSON_GetArraySize(list), timed ? (int)t->repetitions : 0, "%s", key);
    for (unsigned i = 0; timed && i < t->repetitions; i++) {
        const double time = cJSON_GetNumberValue(cJSON_GetArrayItem(list, (int)i));
        cr_expect(time == 1e9 * t->cpu_times[i], "%s %u: %.17g", key, i, time);
    }
    return list != NULL;
}

/* Times are in ns. */
static unsigned expect_times(const cJSON *json, const struct comparison *c, const struct timing *t)
{
    const double timed = t->repetitions > 0 ? 1e9 : (double)NAN;
    const bool any = t->repetitions > 0;
    return expect_list(json, "cpu_times", any, t) +
           expect_list(json, "calibration_times", any, &c->calibration) +
           expect_json_number(json, "repetitions", t->repetitions) +
           expect_json_number(json, "threads", 1) +
           expect_json_number(json, "iterations", (double)t->iterations) +
           expect_json_string(json, "time_unit", "ns") +
           expect_json_number(json, "cpu_time", 1e9 * t->cpu) +
           expect_json_number(json, "real_time", 1e9 * t->real) +
           expect_json_number(json, "cpu_time_min", timed * t->cpu_min) +
           expect_json_number(json, "cpu_time_q1", timed * t->cpu_q1) +
           expect_json_number(json, "cpu_time_q3", timed * t->cpu_q3) +
           expect_json_number(json, "calibration_time", timed * c->calibration.cpu);
}

static unsigned expect_work(const cJSON *json, const struct statistics *s)
{
    return expect_json_number(json, "steps", (double)s->steps) +
           expect_json_number(json, "rejected", (double)s->rejected) +
           expect_json_number(json, "rate_evals", (double)s->rate_evals) +
           expect_json_number(json, "flow_evals", (double)s->flow_evals) +
           expect_json_number(json, "jac_evals", (double)s->jac_evals) +
           expect_json_number(json, "factorizations", (double)s->factorizations) +
           expect_json_number(json, "events", (double)s->events);
}

/* One item of the JSON, in its order: a row, or what is not applicable. */
static const struct {
    size_t comparison, row;
    const char *name, *failure;
    double scd;
} items[] = {
    { 0, 0, "pulled/bounded/fixed/h=2e-04", NULL, 2.1804560644581313 },
    { 0, 1, "pulled/bounded/chooses/rtol=1.5e-07", NULL, 8.508638306165727 },
    { 0, 2, "pulled/bounded/chooses/rtol=1e-08", NULL, 3.1191864077192086 },
    { 0, 3, "pulled/bounded/fixed/h=1e-05", "a state or its rate became infinite or not a number",
      0 },
    { 0, 4, "pulled/bounded/fixed/h=2e-06", "signal 11, in the law", 0 },
    { 0, 5, "pulled/bounded/refused/h=1e-03",
      "the problem lacks what the integrator needs (a flow, relaxing states, an inclusion)", 0 },
    { 1, 0, "driven/plain/fixed/h=5e-01", NULL, 2 },
    { 2, 0, "driven/bounded", "not applicable: it slips, always", 0 },
};
enum { N_ITEMS = sizeof items / sizeof *items };

static void expect_item(const cJSON *json, size_t i)
{
    const struct comparison *c = &comparisons[items[i].comparison];
    const struct compare_row *row = c->rows ? &c->rows[items[i].row] : NULL;
    unsigned keys = expect_json_string(json, "name", items[i].name) +
                    expect_json_string(json, "run_name", items[i].name) +
                    expect_json_string(json, "run_type", "iteration");
    if (c->file)
        keys += expect_json_string(json, "file", c->file);
    if (row && !items[i].failure)
        keys += expect_errors(json, c, row, items[i].scd);
    else
        keys += expect_failure(json, items[i].failure);
    if (row)
        keys += expect_times(json, c, &row->timing) + expect_work(json, &row->statistics);
    else
        keys += expect_json_number(json, "iterations", 0);
    cr_expect_eq(cJSON_GetArraySize(json), keys, "%s has other keys", items[i].name);
}

/* The median of the calibrations stands in the context. */
Test(comparison, json)
{
    char *text = written(FORMAT_JSON);
    cJSON *json = cJSON_Parse(text);
    const cJSON *array = cJSON_GetObjectItem(json, "benchmarks");
    expect_json_number(cJSON_GetObjectItem(json, "context"), "calibration_ns", 204000);
    cr_assert_eq(cJSON_GetArraySize(array), N_ITEMS);
    for (int i = 0; i < N_ITEMS; i++)
        expect_item(cJSON_GetArrayItem(array, i), (size_t)i);
    cJSON_Delete(json);
    free(text);
}
