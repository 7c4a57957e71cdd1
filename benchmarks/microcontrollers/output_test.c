/* What the table of costs, its CSV and its JSON say of rows that are made up. No two figures of a
 * row are equal, so that each stands in one place only. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/row.h"
#include "tools/base/memory.h"

/* Cores have a model of cycles or not; of a row without one the load is that of its instructions.
 * Marks are in the first row (all three), exact cycles in the second, an error of 0 in the one of
 * euler. Of the last two there are no figures: the method is not for the law, or its steps fail. */
static const struct embedded_row rows[] = {
    { "m4f",
      2,
      { .law = "lugre",
        .method = "exponential",
        .precision = "f32",
        .steps = 500,
        .restarts = 3,
        .instructions = { 123, 345, 234.625 },
        .has_cycles = true,
        .cycles_lo = { 401, 501, 451.25 },
        .cycles_hi = { 602, 702, 652.75 },
        .exp_calls = { 11, 33, 21.625 },
        .flash = 1234,
        .ram = 56,
        .stack = 78 },
      { .error = 0.0123, .rounding = 0.006, .bound_excess = 0.034, .energy_deficit = 0.0045 } },
    { "m4f",
      4,
      { .law = "dahl",
        .method = "bdf2",
        .precision = "f64",
        .steps = 500,
        .restarts = 1,
        .instructions = { 10400, 1234567, 123456.5 },
        .has_cycles = true,
        .cycles_lo = { 10500, 12345, 11000.5 },
        .cycles_hi = { 10600, 12345, 11100.5 },
        .exp_calls = { 12, 14, 13.5 },
        .flash = 23456,
        .ram = 67,
        .stack = 89 },
      { .error = NAN, .bound_excess = NAN, .energy_deficit = NAN } },
    { "m4f",
      64,
      { .law = "maxwell",
        .method = "exponential4",
        .precision = "f32",
        .status = EMBEDDED_DOES_NOT_FIT,
        .steps = 500,
        .restarts = 9,
        .instructions = { 901, 903, 902 },
        .has_cycles = true,
        .flash = 99999,
        .ram = 98,
        .stack = 97 },
      { .error = 0.031, .bound_excess = 0.041, .energy_deficit = 0.051 } },
    { "m4f",
      1,
      { .law = "dahl",
        .method = "rk4",
        .precision = "f64",
        .steps = 500,
        .restarts = 5,
        .instructions = { 1001, 1009, 1003.75 },
        .has_cycles = true,
        .cycles_lo = { 1101, 1107, 1105.5 },
        .cycles_hi = { 1201, 1207, 1205.5 },
        .exp_calls = { 2, 4, 3.125 },
        .flash = 3456,
        .ram = 10,
        .stack = 99 },
      { .status = STATUS_NONFINITE, .error = 0.91, .bound_excess = 0.92, .energy_deficit = 0.93 } },
    { "m4f",
      8,
      { .law = "lugre",
        .method = "heun",
        .precision = "f32",
        .steps = 500,
        .instructions = { 140, 180, 160.25 },
        .has_cycles = true,
        .cycles_lo = { 190, 199, 195.5 },
        .cycles_hi = { 200, 210, 205.5 },
        .exp_calls = { 15, 17, 16.875 },
        .flash = 4567,
        .ram = 11,
        .stack = 13 },
      { .error = 0.025, .rounding = 0.0126 } },
    { "avr",
      1,
      { .law = "viscous",
        .method = "euler",
        .precision = "f64",
        .steps = 500,
        .instructions = { 25, 37, 31.75 },
        .cycles_lo = { 91, 92, 93 },
        .cycles_hi = { 94, 95, 96 },
        .exp_calls = { 5, 7, 6.125 },
        .flash = 456,
        .ram = 8,
        .stack = 19 },
      { .error = 0, .bound_excess = NAN, .energy_deficit = 0.0625, .runs_away = true } },
    { "avr",
      16,
      { .law = "dahl", .method = "exponential", .precision = "f32", .steps = 500 },
      { .status = STATUS_UNSUPPORTED } },
    { "avr",
      32,
      { .law = "lugre", .method = "rk4", .precision = "f32", .steps = 500, .restarts = 500 },
      { .error = 0.005, .bound_excess = 0.71, .energy_deficit = 0.72 } },
};
enum { N_ROWS = sizeof rows / sizeof *rows };

/* A period of 1 ms has 100000 cycles. */
static const struct embedded_loop loop = { .rate = 1e3, .clock = 1e8 };
static const struct embedded_loop clockless = { .rate = 1e3 };

#define COST_HEADING                                                                               \
    "integrator     prec  n instr  mean   max    max cycles exps flash  ram stack\n"
#define LOAD_HEADING  "\nintegrator     prec  n     load    error\n"
#define ERROR_HEADING "\nintegrator     prec  n    error\n"

/* What is said of the rows, no two of which that follow each other are of one law and core: their
 * costs, and below, with a clock or without one, what these are worth. Loads are those of the steps
 * of a period: 2 of 702 cycles, 4 of 12345, 1 of 1207, 8 of 210, and 1 of 37 instructions. */
static const struct {
    const char *costs, *with_load, *without;
} shown[N_ROWS] = {
    { "m4f, lugre\n" COST_HEADING
      "exponential    f32   2   123   235   345       501-702 21.6  1234   56    78\n",
      LOAD_HEADING
      "exponential    f32   2    1.4 %    1.2 %  bound +3.4 %, not passive, runs away\n"
      "                                          at 0.5 m/s\n",
      ERROR_HEADING
      "exponential    f32   2    1.2 %  bound +3.4 %, not passive, runs away at 0.5 m/s\n" },
    { "m4f, dahl\n" COST_HEADING
      "bdf2           f64   4 10.4k  123k 1.23M         12.3k 13.5 23456   67    89\n",
      LOAD_HEADING "bdf2           f64   4     49 %        -  runs away at 0.5 m/s\n",
      ERROR_HEADING "bdf2           f64   4        -  runs away at 0.5 m/s\n" },
    { "m4f, maxwell\n" COST_HEADING "exponential4   f32  64  does not fit\n", "", "" },
    { "m4f, dahl\n" COST_HEADING
      "rk4            f64   1  1001  1004  1009     1107-1207  3.1  3456   10    99\n",
      LOAD_HEADING "rk4            f64   1    1.2 %  a state or its rate became infinite or not a\n"
                   "                                 number\n",
      ERROR_HEADING
      "rk4            f64   1  a state or its rate became infinite or not a number\n" },
    { "m4f, lugre\n" COST_HEADING
      "heun           f32   8   140   160   180       199-210 16.9  4567   11    13\n",
      LOAD_HEADING "heun           f32   8    1.7 %    2.5 %  mostly rounding\n",
      ERROR_HEADING "heun           f32   8    2.5 %  mostly rounding\n" },
    { "avr, viscous\n" COST_HEADING
      "euler          f64   1    25    32    37             -  6.1   456    8    19\n",
      LOAD_HEADING "euler          f64   1  0.037 %        0  not passive, runs away at 0.5 m/s\n",
      ERROR_HEADING "euler          f64   1        0  not passive, runs away at 0.5 m/s\n" },
    { "avr, dahl\n" COST_HEADING "exponential    f32  16  the method is not for this law\n", "",
      "" },
    { "avr, lugre\n" COST_HEADING "rk4            f32  32  its steps fail\n", "", "" },
};

static char *table_of(const struct embedded_row list[], size_t n, const struct embedded_loop *of)
{
    struct memory_stream stream;
    embedded_table(memory_open(&stream), list, n, of);
    return memory_close(&stream);
}

Test(output, table)
{
    for (int clocks = 0; clocks < 2; clocks++) {
        struct memory_stream stream;
        FILE *out = memory_open(&stream);
        for (size_t i = 0; i < N_ROWS; i++)
            fprintf(out, "%s%s%s", i > 0 ? "\n" : "", shown[i].costs,
                    clocks ? shown[i].with_load : shown[i].without);
        char *expected = memory_close(&stream),
             *text = table_of(rows, N_ROWS, clocks ? &loop : &clockless);
        cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
        free(expected);
        free(text);
    }
}

/* Rows of one law and core stand together; where nothing is known but costs, nothing else is said:
 * without a clock and a judgement. */
Test(output, table_of_a_law)
{
    struct embedded_row both[] = { rows[0], rows[4] };
    for (int i = 0; i < 2; i++) {
        both[i].cost.restarts = 0;
        both[i].quality =
            (struct embedded_quality){ .error = NAN, .bound_excess = NAN, .energy_deficit = NAN };
    }
    char *text = table_of(both, 2, &clockless);
    cr_expect_str_eq(
        text, "m4f, lugre\n" COST_HEADING
              "exponential    f32   2   123   235   345       501-702 21.6  1234   56    78\n"
              "heun           f32   8   140   160   180       199-210 16.9  4567   11    13\n");
    free(text);
    text = table_of(both, 2, &loop);
    cr_expect(strstr(text, LOAD_HEADING "exponential    f32   2    1.4 %        -\n"
                                        "heun           f32   8    1.7 %        -\n"),
              "%s", text);
    free(text);
}

static char *csv_of(void)
{
    struct memory_stream stream;
    embedded_csv(memory_open(&stream), rows, N_ROWS, &loop);
    return memory_close(&stream);
}

static const char heading[] =
    "core,model,integrator,precision,steps_per_period,instructions_min,instructions_mean,"
    "instructions_max,cycles_lo_min,cycles_lo_mean,cycles_lo_max,cycles_hi_min,cycles_hi_mean,"
    "cycles_hi_max,exp_calls_min,exp_calls_mean,exp_calls_max,flash,ram,stack,restarts,"
    "instructions_per_second,load,error,rounding,bound_excess,energy_deficit,pareto,note\n";

/* The first row is better than the last one of the same law and core in error and in instructions:
 * 234.625, 2 a period, against 160.25, 8 a period. */
Test(output, csv)
{
    static const char expected[] =
        "m4f,lugre,exponential,f32,2,123,234.6250,345,401,451.2500,501,602,652.7500,702,11,21.6250,"
        "33,1234,56,78,3,469250,0.01404,0.0123,0.006,0.034,0.0045,1,\n"
        "m4f,dahl,bdf2,f64,4,10400,123456.5000,1234567,10500,11000.5000,12345,10600,11100.5000,"
        "12345,12,13.5000,14,23456,67,89,1,493826000,0.4938,,0,,,0,\n"
        "m4f,maxwell,exponential4,f32,64,,,,,,,,,,,,,,,,,,,0.031,0,0.041,0.051,0,does not fit\n"
        "m4f,dahl,rk4,f64,1,1001,1003.7500,1009,1101,1105.5000,1107,1201,1205.5000,1207,2,3.1250,4,"
        "3456,10,99,5,1003750,0.01207,,,,,0,"
        "a state or its rate became infinite or not a number\n"
        "m4f,lugre,heun,f32,8,140,160.2500,180,190,195.5000,199,200,205.5000,210,15,16.8750,17,"
        "4567,11,13,0,1282000,0.0168,0.025,0.0126,0,0,0,\n"
        "avr,viscous,euler,f64,1,25,31.7500,37,,,,,,,5,6.1250,7,456,8,19,0,31750,0.00037,0,0,,"
        "0.0625,1,\n"
        "avr,dahl,exponential,f32,16,,,,,,,,,,,,,,,,,,,,,,,0,the method is not for this law\n"
        "avr,lugre,rk4,f32,32,,,,,,,,,,,,,,,,,,,0.005,0,0.71,0.72,0,its steps fail\n";
    char *text = csv_of();
    cr_assert_eq(strncmp(text, heading, strlen(heading)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(heading), expected, "\n%s\ninstead of\n%s",
                     text + strlen(heading), expected);
    free(text);
}

/* The costs alone are the same lines as far as restarts. */
Test(output, csv_of_costs)
{
    enum { COSTS = 21 };
    char *all = csv_of();
    size_t lines = 0;
    struct memory_stream stream;
    embedded_csv_costs(memory_open(&stream), rows, N_ROWS);
    char *text = memory_close(&stream);
    const char *got = text;
    for (const char *line = all; *line; line = strchr(line, '\n') + 1, lines++) {
        size_t length = 0;
        for (unsigned commas = 0; commas < COSTS; length++)
            commas += line[length] == ',';
        cr_assert_eq(strncmp(got, line, length - 1), 0, "line %zu: %s", lines, got);
        cr_assert_eq(got[length - 1], '\n', "line %zu: %s", lines, got);
        got += length;
    }
    cr_expect(*got == '\0' && lines == N_ROWS + 1);
    free(all);
    free(text);
}

/* Expects the next key of the heading at *at, a comma behind it. */
static void expect_key(const char **at, const char *name, const char *part)
{
    char key[64];
    snprintf(key, sizeof key, "%s%s%s,", name, part ? "_" : "", part ? part : "");
    cr_assert_eq(strncmp(*at, key, strlen(key)), 0, "%s is not at %s", key, *at);
    *at += strlen(key);
}

/* Expects that the keys are those of CSV but for the last two, in their order; of an object the
 * keys are joined. */
static void expect_keys(const cJSON *json)
{
    const cJSON *member, *part;
    const char *at = heading;
    cJSON_ArrayForEach(member, json)
    {
        if (!cJSON_IsObject(member))
            expect_key(&at, member->string, NULL);
        cJSON_ArrayForEach(part, member) expect_key(&at, member->string, part->string);
    }
    cr_expect_str_eq(at, "pareto,note\n");
}

/* The rows as JSON, with apostrophes for quotation marks. */
static const char *const objects[N_ROWS] = {
    "{'core': 'm4f', 'model': 'lugre', 'integrator': 'exponential', 'precision': 'f32',"
    " 'steps_per_period': 2, 'instructions': {'min': 123, 'mean': 234.625, 'max': 345},"
    " 'cycles_lo': {'min': 401, 'mean': 451.25, 'max': 501},"
    " 'cycles_hi': {'min': 602, 'mean': 652.75, 'max': 702},"
    " 'exp_calls': {'min': 11, 'mean': 21.625, 'max': 33}, 'flash': 1234, 'ram': 56, 'stack': 78,"
    " 'restarts': 3, 'instructions_per_second': 469250, 'load': 0.01404, 'error': 0.0123,"
    " 'rounding': 0.006, 'bound_excess': 0.034, 'energy_deficit': 0.0045}",
    "{'core': 'm4f', 'model': 'dahl', 'integrator': 'bdf2', 'precision': 'f64',"
    " 'steps_per_period': 4, 'instructions': {'min': 10400, 'mean': 123456.5, 'max': 1234567},"
    " 'cycles_lo': {'min': 10500, 'mean': 11000.5, 'max': 12345},"
    " 'cycles_hi': {'min': 10600, 'mean': 11100.5, 'max': 12345},"
    " 'exp_calls': {'min': 12, 'mean': 13.5, 'max': 14}, 'flash': 23456, 'ram': 67, 'stack': 89,"
    " 'restarts': 1, 'instructions_per_second': 493826000, 'load': 0.4938, 'error': null,"
    " 'rounding': 0, 'bound_excess': null, 'energy_deficit': null}",
    "{'core': 'm4f', 'model': 'maxwell', 'integrator': 'exponential4', 'precision': 'f32',"
    " 'steps_per_period': 64, 'error': 0.031, 'rounding': 0, 'bound_excess': 0.041,"
    " 'energy_deficit': 0.051, 'note': 'does not fit'}",
    "{'core': 'm4f', 'model': 'dahl', 'integrator': 'rk4', 'precision': 'f64',"
    " 'steps_per_period': 1, 'instructions': {'min': 1001, 'mean': 1003.75, 'max': 1009},"
    " 'cycles_lo': {'min': 1101, 'mean': 1105.5, 'max': 1107},"
    " 'cycles_hi': {'min': 1201, 'mean': 1205.5, 'max': 1207},"
    " 'exp_calls': {'min': 2, 'mean': 3.125, 'max': 4}, 'flash': 3456, 'ram': 10, 'stack': 99,"
    " 'restarts': 5, 'instructions_per_second': 1003750, 'load': 0.01207,"
    " 'note': 'a state or its rate became infinite or not a number'}",
    "{'core': 'm4f', 'model': 'lugre', 'integrator': 'heun', 'precision': 'f32',"
    " 'steps_per_period': 8, 'instructions': {'min': 140, 'mean': 160.25, 'max': 180},"
    " 'cycles_lo': {'min': 190, 'mean': 195.5, 'max': 199},"
    " 'cycles_hi': {'min': 200, 'mean': 205.5, 'max': 210},"
    " 'exp_calls': {'min': 15, 'mean': 16.875, 'max': 17}, 'flash': 4567, 'ram': 11, 'stack': 13,"
    " 'restarts': 0, 'instructions_per_second': 1282000, 'load': 0.0168, 'error': 0.025,"
    " 'rounding': 0.0126, 'bound_excess': 0, 'energy_deficit': 0}",
    "{'core': 'avr', 'model': 'viscous', 'integrator': 'euler', 'precision': 'f64',"
    " 'steps_per_period': 1, 'instructions': {'min': 25, 'mean': 31.75, 'max': 37},"
    " 'exp_calls': {'min': 5, 'mean': 6.125, 'max': 7}, 'flash': 456, 'ram': 8, 'stack': 19,"
    " 'restarts': 0, 'instructions_per_second': 31750, 'load': 0.00037, 'error': 0, 'rounding': 0,"
    " 'bound_excess': null, 'energy_deficit': 0.0625}",
    "{'core': 'avr', 'model': 'dahl', 'integrator': 'exponential', 'precision': 'f32',"
    " 'steps_per_period': 16, 'note': 'the method is not for this law'}",
    "{'core': 'avr', 'model': 'lugre', 'integrator': 'rk4', 'precision': 'f32',"
    " 'steps_per_period': 32, 'error': 0.005, 'rounding': 0, 'bound_excess': 0.71,"
    " 'energy_deficit': 0.72, 'note': 'its steps fail'}",
};

/* Returns the row as it is written and read. */
static cJSON *row_json(size_t i, const struct embedded_loop *of)
{
    cJSON *json = embedded_row_json(&rows[i], of);
    char *text = cJSON_Print(json);
    cJSON *read = cJSON_Parse(text);
    cJSON_Delete(json);
    free(text);
    return read;
}

Test(output, json)
{
    for (size_t i = 0; i < N_ROWS; i++) {
        char *text = strdup(objects[i]);
        for (char *c = text; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        cJSON *json = row_json(i, &loop), *expected = cJSON_Parse(text);
        const cJSON *member;
        cr_assert(expected, "%s", text);
        cJSON_ArrayForEach(member, expected)
            cr_expect(cJSON_Compare(cJSON_GetObjectItem(json, member->string), member, true),
                      "row %zu: %s", i, member->string);
        cr_expect_eq(cJSON_GetArraySize(json), cJSON_GetArraySize(expected), "row %zu", i);
        if (i == 0)
            expect_keys(json);
        cJSON_Delete(json);
        cJSON_Delete(expected);
        free(text);
    }
}

Test(output, json_without_loads)
{
    cJSON *with = row_json(0, &loop), *without = row_json(0, &clockless);
    cJSON_DeleteItemFromObject(with, "load");
    cr_expect(cJSON_Compare(with, without, true));
    cJSON_Delete(with);
    cJSON_Delete(without);
}

/* Counts take five characters, and are right to half of the last digit that is shown. */
Test(output, counts_are_short_and_right)
{
    static const struct {
        uint64_t count;
        const char *text;
    } cases[] = { { 7, "7" },         { 9999, "9999" },    { 10000, "10.0k" }, { 10049, "10.0k" },
                  { 99949, "99.9k" }, { 99950, "100k" },   { 123456, "123k" }, { 999499, "999k" },
                  { 999500, "1M" },   { 1234567, "1.23M" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct embedded_row row = rows[0];
        char cell[32];
        row.cost.instructions.max = cases[i].count;
        char *text = table_of(&row, 1, &loop);
        snprintf(cell, sizeof cell, "   123   235 %5s ", cases[i].text);
        cr_expect(strstr(text, cell), "no '%s' in %s", cell, text);
        free(text);
    }
}
