/* What the table, CSV and JSON say of a trajectory that is made up. No two figures are equal, so
 * that each stands in one place only. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/simulation/trajectory_output.h"
#include "tools/base/memory.h"

/* The law's first state is the travel, with the name of another column. */
static const struct quantity states[] = { { .name = "x", .unit = "mm" },
                                          { .name = "z", .unit = "um" } };
static const struct model law = { .name = "bristles", .states = states, .n_states = 2 };

enum { SAMPLES = 3, COLUMNS = 7 };

/* The force is an interval at the second sample, and the energy unknown at the third. */
static double t[] = { 0.25, 0.5, 1234.5678 };
static double x[] = { 1.5, -2.5, 3.5e-7 };
static double v[] = { 0.11, 0.22, -0.33 };
static double F[] = { 41, NAN, 43 };
static double energy[] = { 51.25, 52.25, NAN };
static double states_of_law[] = { 61, 71.5, 62, 72.5, 63, 1.0 / 3 };
static struct event events[] = { { PLANT_RELEASE, 0.375 }, { PLANT_CAPTURE, 0.4375 } };

static const struct trajectory trajectory = { .n = SAMPLES,
                                              .n_states = 2,
                                              .t = t,
                                              .x = x,
                                              .v = v,
                                              .F = F,
                                              .energy = energy,
                                              .law = states_of_law,
                                              .events = events,
                                              .n_events = 2 };
static const struct trajectory calm = {
    .n = 1, .n_states = 2, .t = t, .x = x, .v = v, .F = F, .energy = energy, .law = states_of_law
};

static const struct uncertainty enclosed = {
    .enclosed = true,
    .floor = { [REFERENCE_X] = 1.12e-9,
               [REFERENCE_V] = 2.12e-8,
               [REFERENCE_F] = 3.12e-7,
               [REFERENCE_ENERGY] = 4.12e-6,
               [REFERENCE_LAW] = 5.12e-5,
               [REFERENCE_LAW + 1] = 6.12e-4 },
    .floor_events = 7.12e-3,
};
static const struct uncertainty agreed = {
    .floor = { 8.18e-9, 9.12e-8, 1.25e-7, 2.25e-6, 3.25e-5, 4.25e-4 }, .floor_events = 5.25e-3
};

static const struct output_run mass = { &law, "pulled", "reference", &trajectory, &enclosed };
static const struct output_run driven = { &law, NULL, "euler", &calm, NULL };
static const struct output_run without_events = { &law, "held", "reference", &calm, &agreed };

enum kind { TABLE, CSV, JSON };

/* Returns what the run is as text, to be freed. */
static char *written(enum kind kind, const struct output_run *run)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    if (kind == TABLE)
        output_table(out, run);
    else if (kind == CSV)
        output_csv(out, run);
    else
        output_json(out, run);
    return memory_close(&stream);
}

static void expect_text(enum kind kind, const struct output_run *run, const char *expected)
{
    char *text = written(kind, run);
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
}

static const char *const headings[COLUMNS] = { "t", "x", "v", "F", "law_x", "z", "energy" };

Test(output, columns_have_their_units)
{
    static const char *const units[COLUMNS] = { "s", "m", "m/s", "N", "mm", "um", "J" };
    cr_assert_eq(output_columns(&mass), COLUMNS);
    for (size_t c = 0; c < COLUMNS; c++) {
        cr_expect_str_eq(output_heading(&mass, c), headings[c]);
        cr_expect_str_eq(output_unit(&mass, c), units[c]);
    }
}

#define HEADING "           t            x            v            F        law_x            z\n"
#define FIRST   "        0.25          1.5         0.11           41           61         71.5\n"
#define ENERGY  "\n           t       energy\n        0.25        51.25\n"

/* A number that is not there is blank. Columns that find no room stand below, with the time. Error
 * bounds are rounded up to two digits. */
Test(output, table)
{
    static const char expected[] = HEADING FIRST
        "         0.5         -2.5         0.22                        62         72.5\n"
        "     1234.57      3.5e-07        -0.33           43           63     0.333333\n" ENERGY
        "         0.5        52.25\n"
        "     1234.57             \n"
        "events: release 0.375 s, capture 0.4375 s\n"
        "reference: enclosed to, relative to the largest magnitude, x 1.2e-09, v 2.2e-08,\n"
        "  F 3.2e-07, law_x 5.2e-05, z 6.2e-04, energy 4.2e-06; events 7.2e-03 s\n";
    expect_text(TABLE, &mass, expected);
}

/* One event is as many as there may be. */
Test(output, table_with_one_event)
{
    struct trajectory once = calm;
    once.events = events;
    once.n_events = 1;
    const struct output_run run = { &law, NULL, "euler", &once, NULL },
                            known = { &law, "held", "reference", &once, &agreed };
    expect_text(TABLE, &run, HEADING FIRST ENERGY "events: release 0.375 s\n");
    expect_text(TABLE, &known,
                HEADING FIRST ENERGY
                "events: release 0.375 s\n"
                "reference: two computations agree to, relative to the largest magnitude, x\n"
                "  8.2e-09, v 9.2e-08, F 1.3e-07, law_x 3.3e-05, z 4.3e-04, energy 2.3e-06;\n"
                "  events 5.3e-03 s\n");
}

Test(output, table_without_reference_or_events)
{
    expect_text(TABLE, &driven, HEADING FIRST ENERGY);
}

Test(output, table_of_an_agreed_reference_without_events)
{
    expect_text(TABLE, &without_events,
                HEADING FIRST ENERGY
                "reference: two computations agree to, relative to the largest magnitude, x\n"
                "  8.2e-09, v 9.2e-08, F 1.3e-07, law_x 3.3e-05, z 4.3e-04, energy 2.3e-06\n");
}

/* Returns the line of the table that begins with this word, or ends the test. */
static const char *line_of(const char *table, const char *word)
{
    char beginning[32];
    snprintf(beginning, sizeof beginning, "\n  %s ", word);
    const char *line = strstr(table, beginning);
    cr_assert(line, "no %s in %s", word, table);
    return line + strlen(beginning);
}

static void expect_summary(const char *table, const char *word, size_t n, double first, double last,
                           double shortest)
{
    size_t number;
    double from, to, least = NAN;
    const int read = sscanf(line_of(table, word), "%zu %lf %lf %lf", &number, &from, &to, &least);
    cr_expect_eq(read, isnan(shortest) ? 3 : 4, "%s", word);
    cr_expect(number == n && from == first && to == last, "%s: %s", word, line_of(table, word));
    cr_expect(isnan(shortest) ? isnan(least) : fabs(least - shortest) < 1e-6 * shortest, "%s: %g",
              word, least);
}

/* A mass that sticks and slips many times: JSON keeps what the table summarises. The extreme
 * interval comes first, in the middle, and last. */
Test(output, many_events_are_summarised)
{
    static struct event many[1001];
    const size_t n = sizeof many / sizeof *many / 2;
    for (size_t fastest = 0; fastest < n; fastest += (n - 1) / 2) {
        double now = 0.5;
        for (size_t i = 0; i < n; i++) {
            many[2 * i] = (struct event){ PLANT_RELEASE, now };
            now += i == fastest ? 0.03125 : 0.25;
            many[2 * i + 1] = (struct event){ PLANT_CAPTURE, now };
            now += 0.125;
        }
        many[2 * n] = (struct event){ PLANT_SWITCH, now };
        struct trajectory busy = calm;
        busy.events = many;
        busy.n_events = 2 * n + 1;
        const struct output_run run = { &law, NULL, "euler", &busy, NULL };
        char *table = written(TABLE, &run), *text = written(JSON, &run);
        cr_expect(strstr(table, "\nfirst events: release 0.5 s, capture "));
        cr_expect_lt(strlen(table), 1000);
        const double quick = 0.03125 + 0.125;
        expect_summary(table, "release", n, 0.5, many[2 * n - 2].t, quick);
        expect_summary(table, "capture", n, many[1].t, many[2 * n - 1].t,
                       fastest == 0 ? 0.375 : quick);
        expect_summary(table, "switch", 1, now, now, NAN);
        expect_summary(table, "all", 2 * n + 1, 0.5, now, 0.03125);
        cr_expect_null(strstr(table, "\n  reversal"));
        cJSON *json = cJSON_Parse(text);
        cr_expect_eq((size_t)cJSON_GetArraySize(cJSON_GetObjectItem(json, "events")), 2 * n + 1);
        cJSON_Delete(json);
        free(table);
        free(text);
    }
}

/* As many as are listed; every event is there, none is cut, within the width. */
Test(output, some_events_are_listed_in_lines)
{
    enum { N = 12 };
    struct event some[N + 1];
    for (size_t i = 0; i <= N; i++)
        some[i] = (struct event){ PLANT_REVERSAL, 1.0 / 3 + (double)i };
    struct trajectory busy = calm;
    busy.events = some;
    busy.n_events = N;
    const struct output_run run = { &law, NULL, "euler", &busy, NULL };
    char *table = written(TABLE, &run), event[40];
    for (size_t i = 0; i < N; i++) {
        snprintf(event, sizeof event, " reversal %.15g s", some[i].t);
        cr_expect(strstr(table, event), "%s", event);
    }
    for (const char *line = table; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80);
    free(table);
    busy.n_events = N + 1;
    table = written(TABLE, &run);
    cr_expect(strstr(table, "first events:"));
    free(table);
}

/* All digits, so that numbers come back as they were: of 0.33, 1/3 and 3.5e-7 there are 17. */
Test(output, csv)
{
    expect_text(CSV, &mass,
                "t,x,v,F,law_x,z,energy\n"
                "0.25,1.5,0.11,41,61,71.5,51.25\n"
                "0.5,-2.5,0.22,,62,72.5,52.25\n"
                "1234.5678,3.4999999999999998e-07,-0.33000000000000002,43,63,"
                "0.33333333333333331,\n");
}

static void expect_string(const cJSON *json, const char *key, const char *expected)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    cr_expect_str_eq(text ? text : "nothing", expected, "%s", key);
}

/* Expects the same number, or null where it is NAN. */
static void expect_number(const cJSON *item, double expected, const char *what)
{
    if (isnan(expected))
        cr_expect(cJSON_IsNull(item), "%s: not null", what);
    else
        cr_expect(item && cJSON_GetNumberValue(item) == expected, "%s: not %.17g", what, expected);
}

/* Expects the columns of CSV in their order, with the values of the run. */
static void expect_columns(const cJSON *columns, const struct trajectory *r)
{
    const double *const values[COLUMNS] = { r->t, r->x, r->v, r->F, r->law, r->law + 1, r->energy };
    cr_assert_eq(cJSON_GetArraySize(columns), COLUMNS);
    for (int c = 0; c < COLUMNS; c++) {
        const cJSON *column = cJSON_GetArrayItem(columns, c);
        const size_t stride =
            strcmp(headings[c], "law_x") == 0 || strcmp(headings[c], "z") == 0 ? r->n_states : 1;
        cr_expect_str_eq(column->string, headings[c]);
        cr_assert_eq((size_t)cJSON_GetArraySize(column), r->n);
        for (size_t i = 0; i < r->n; i++)
            expect_number(cJSON_GetArrayItem(column, (int)i), values[c][i * stride], headings[c]);
    }
}

/* The time has no error bound. */
static void expect_reference(const cJSON *json, const char *method, const struct uncertainty *u)
{
    static const enum reference_column places[COLUMNS] = { REFERENCE_X,     REFERENCE_X,
                                                           REFERENCE_V,     REFERENCE_F,
                                                           REFERENCE_LAW,   REFERENCE_LAW + 1,
                                                           REFERENCE_ENERGY };
    const cJSON *floor = cJSON_GetObjectItem(json, "floor");
    expect_string(json, "method", method);
    cr_expect_eq(cJSON_GetArraySize(json), 3);
    cr_expect_eq(cJSON_GetArraySize(floor), COLUMNS - 1);
    for (size_t c = 1; c < COLUMNS; c++)
        expect_number(cJSON_GetObjectItem(floor, headings[c]), u->floor[places[c]], headings[c]);
    expect_number(cJSON_GetObjectItem(json, "floor_events_s"), u->floor_events, "events");
}

Test(output, json)
{
    char *text = written(JSON, &mass);
    cJSON *json = cJSON_Parse(text);
    const cJSON *list = cJSON_GetObjectItem(json, "events");
    expect_string(json, "format", "trajectory-1");
    expect_string(json, "model", "bristles");
    expect_string(json, "scenario", "pulled");
    expect_string(json, "integrator", "reference");
    expect_reference(cJSON_GetObjectItem(json, "reference"), "enclosed", &enclosed);
    expect_columns(cJSON_GetObjectItem(json, "columns"), &trajectory);
    cr_assert_eq(cJSON_GetArraySize(list), 2);
    expect_string(cJSON_GetArrayItem(list, 0), "kind", "release");
    expect_number(cJSON_GetObjectItem(cJSON_GetArrayItem(list, 0), "t"), 0.375, "release");
    expect_string(cJSON_GetArrayItem(list, 1), "kind", "capture");
    expect_number(cJSON_GetObjectItem(cJSON_GetArrayItem(list, 1), "t"), 0.4375, "capture");
    cr_expect(cJSON_GetObjectItem(json, "context"));
    cr_expect_eq(cJSON_GetArraySize(json), 8);
    cJSON_Delete(json);
    free(text);
}

Test(output, json_without_scenario_and_reference)
{
    char *text = written(JSON, &driven);
    cJSON *json = cJSON_Parse(text);
    expect_string(json, "integrator", "euler");
    expect_columns(cJSON_GetObjectItem(json, "columns"), &calm);
    cr_expect(cJSON_IsArray(cJSON_GetObjectItem(json, "events")));
    cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json, "events")), 0);
    cr_expect_eq(cJSON_GetArraySize(json), 6);
    cJSON_Delete(json);
    free(text);
    text = written(JSON, &without_events);
    json = cJSON_Parse(text);
    expect_reference(cJSON_GetObjectItem(json, "reference"), "agreed", &agreed);
    cJSON_Delete(json);
    free(text);
}
