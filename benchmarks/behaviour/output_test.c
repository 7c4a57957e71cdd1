/* What the structure table, CSV and JSON say of rows that are made up. No two figures of a row are
 * equal, so that each stands in one place only. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/behaviour/structure.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

static const struct integrator first = { .name = "first", .order = 7 };
static const struct integrator second = { .name = "second",
                                          .order = 8,
                                          .flags = INTEGRATOR_ADAPTIVE };
static const struct integrator third = { .name = "third", .order = 9 };
static const struct integrator fourth = { .name = "fourth",
                                          .order = 10,
                                          .flags = INTEGRATOR_ADAPTIVE };

#define OF(number)                                                                                 \
    {                                                                                              \
        STATUS_OK, number                                                                          \
    }
#define NOT(why)                                                                                   \
    {                                                                                              \
        why, 98                                                                                    \
    }

/* Methods with steps of given size and such that choose them. The first two have all figures that
 * they can have; the third fails, and the bounds of the last two are always or never kept. */
static const struct structure_row rows[] = {
    { .integrator = &first,
      .order = { OF(1.11), OF(2.22), OF(3.33), OF(4.44), OF(5.58), OF(6.66) },
      .bound = OF(1.2346),
      .passivity = OF(234.57),
      .excess = { NOT(STATUS_UNSUPPORTED), NOT(STATUS_UNSUPPORTED) },
      .deficit = { NOT(STATUS_UNSUPPORTED), NOT(STATUS_UNSUPPORTED) },
      .drift = OF(3.4e-5),
      .float_driven = OF(6e-7),
      .float_mass = OF(1.2e-5) },
    { .integrator = &second,
      .order = { OF(0.71), OF(0.82), OF(1.93), OF(1.04), OF(2.95), OF(1.26) },
      .bound = NOT(STATUS_UNSUPPORTED),
      .passivity = NOT(STATUS_UNSUPPORTED),
      .excess = { OF(1.6e-3), OF(1.8e-6) },
      .deficit = { OF(2.6e-3), OF(2.8e-6) },
      .drift = OF(4e-13),
      .float_driven = OF(2.1e-6),
      .float_mass = OF(3.1e-5) },
    { .integrator = &third,
      .order = { NOT(STATUS_NO_CONVERGENCE), NOT(STATUS_NONFINITE), NOT(STATUS_UNSUPPORTED),
                 OF(1.47), OF(2.58), OF(3.69) },
      .bound = OF(INFINITY),
      .passivity = OF(0),
      .excess = { OF(2.3e-3), OF(2.4e-6) },
      .deficit = { OF(3.3e-3), OF(3.4e-6) },
      .drift = NOT(STATUS_UNSUPPORTED),
      .float_driven = OF(7e-5),
      .float_mass = NOT(STATUS_CRASHED) },
    { .integrator = &fourth,
      .order = { OF(0.75), OF(0.86), OF(3.97), OF(1.08), OF(4.99), OF(1.3) },
      .bound = OF(11),
      .passivity = OF(12),
      .excess = { OF(5.6e-3), OF(0) },
      .deficit = { OF(6.6e-3), OF(0) },
      .drift = OF(2.2e-12),
      .float_driven = OF(2.6e-4),
      .float_mass = OF(1.1e-3) },
};
enum { N_ROWS = sizeof rows / sizeof *rows };

static const char heading[] =
    "integrator,adaptive,stated_order,order_mass,order_driven,order_driven_naive,"
    "order_driven_aware,order_mass_naive,order_mass_aware,bound_k,passive_k,bound_excess_1e-3,"
    "bound_excess_1e-6,passive_deficit_1e-3,passive_deficit_1e-6,energy_drift,float_driven,"
    "float_mass,failures\n";

/* Returns what the rows are as text, to be freed. */
static char *written(enum format format)
{
    struct memory_stream stream;
    structure_write(memory_open(&stream), format, rows, N_ROWS);
    return memory_close(&stream);
}

/* Orders of methods that choose their steps are powers of the tolerance, and their bounds are
 * excesses at 1e-6. Float is in powers of two of its epsilon, 1.19e-7: 6e-7 is 5.03 of it, and
 * shown as 8; 1.2e-5 is 100.7, 2.1e-6 is 17.6, 3.1e-5 is 260, 7e-5 is 587, 2.6e-4 is 2181 and
 * 1.1e-3 is 9227. */
Test(output, table)
{
    static const char expected[] =
        "                       order: smooth   events, driven     events, mass\n"
        "integrator              mass  driven    naive   aware    naive   aware\n"
        "first                   1.11    2.22      3.3    4.44      5.6    6.66\n"
        "second               tol^0.7 tol^0.8    tol^2 tol^1.0    tol^3 tol^1.3\n"
        "third                no root  stalls        -    1.47      2.6    3.69\n"
        "fourth               tol^0.8 tol^0.9    tol^4 tol^1.1    tol^5 tol^1.3\n"
        "\n"
        "                          |z|   int Fv                 f32, eps\n"
        "integrator              bound     >= 0    drift   driven   mass\n"
        "first                   1.235    234.6    3e-05        8    128\n"
        "second                 +2e-06   -3e-06   <1e-12       32    512\n"
        "third                     any     none        -     1024 stalls\n"
        "fourth                   kept     kept    2e-12     4096  16384\n";
    char *text = written(FORMAT_TABLE);
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
}

/* The names of columns say at which tolerances excess and deficit were measured. */
Test(output, csv)
{
    static const char expected[] =
        "first,0,7,1.11,2.22,3.33,4.44,5.58,6.66,1.2346,234.57,,,,,3.4e-5,6e-7,1.2e-5,\n"
        "second,1,8,0.71,0.82,1.93,1.04,2.95,1.26,,,1.6e-3,1.8e-6,2.6e-3,2.8e-6,4e-13,2.1e-6,"
        "3.1e-5,\n"
        "third,0,9,,,,1.47,2.58,3.69,inf,0,2.3e-3,2.4e-6,3.3e-3,3.4e-6,,7e-5,,"
        "\"order_mass: the implicit equations of a step did not converge; "
        "order_driven: a state or its rate became infinite or not a number; "
        "float_mass: the law's code crashed, or did not end\"\n"
        "fourth,1,10,0.75,0.86,3.97,1.08,4.99,1.3,11,12,5.6e-3,0,6.6e-3,0,2.2e-12,2.6e-4,"
        "1.1e-3,\n";
    char *text = written(FORMAT_CSV);
    cr_assert_eq(strncmp(text, heading, strlen(heading)), 0, "%s", text);
    const char *got = text + strlen(heading), *to = expected;
    for (size_t i = 0; *got && *to; i++) {
        char *a = csv_field(&got), *b = csv_field(&to), *end;
        const double number = strtod(a, &end);
        cr_expect(strcmp(a, b) == 0 || (*a && !*end && number == strtod(b, NULL)),
                  "field %zu: '%s' instead of '%s'", i, a, b);
        cr_expect_eq(got[-1], to[-1], "field %zu: another end", i);
        free(a);
        free(b);
    }
    cr_expect(*got == *to, "'%s' beside '%s'", got, to);
    cr_expect(structure_tolerances[0] == 1e-3 && structure_tolerances[1] == 1e-6);
    free(text);
}

/* Parses JSON with apostrophes for quotation marks; @ stands for an apostrophe. */
static cJSON *parsed(const char *expected)
{
    char *text = strdup(expected);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c == '@' ? '\'' : *c;
    cJSON *json = cJSON_Parse(text);
    cr_assert(json, "%s", text);
    free(text);
    return json;
}

/* Expects the columns of CSV but for failures, in their order, then what the row comes from. */
static void expect_row_keys(const cJSON *row)
{
    const cJSON *member;
    const char *at = heading;
    cr_expect(cJSON_GetObjectItem(cJSON_GetArrayItem(row, cJSON_GetArraySize(row) - 1), "machine"));
    cJSON_ArrayForEach(member, row)
    {
        if (!member->next)
            break;
        char *key = csv_field(&at);
        cr_expect_str_eq(member->string, key);
        free(key);
    }
    cr_expect_str_eq(at, "failures\n");
}

Test(output, json)
{
    cJSON *expected = parsed(
        "[{'integrator': 'first', 'adaptive': false, 'stated_order': 7, 'order_mass': 1.11,"
        "  'order_driven': 2.22, 'order_driven_naive': 3.33, 'order_driven_aware': 4.44,"
        "  'order_mass_naive': 5.58, 'order_mass_aware': 6.66, 'bound_k': 1.2346,"
        "  'passive_k': 234.57, 'bound_excess_1e-3': null, 'bound_excess_1e-6': null,"
        "  'passive_deficit_1e-3': null, 'passive_deficit_1e-6': null, 'energy_drift': 3.4e-5,"
        "  'float_driven': 6e-7, 'float_mass': 1.2e-5},"
        " {'integrator': 'second', 'adaptive': true, 'stated_order': 8, 'order_mass': 0.71,"
        "  'order_driven': 0.82, 'order_driven_naive': 1.93, 'order_driven_aware': 1.04,"
        "  'order_mass_naive': 2.95, 'order_mass_aware': 1.26, 'bound_k': null,"
        "  'passive_k': null, 'bound_excess_1e-3': 1.6e-3, 'bound_excess_1e-6': 1.8e-6,"
        "  'passive_deficit_1e-3': 2.6e-3, 'passive_deficit_1e-6': 2.8e-6,"
        "  'energy_drift': 4e-13, 'float_driven': 2.1e-6, 'float_mass': 3.1e-5},"
        " {'integrator': 'third', 'adaptive': false, 'stated_order': 9,"
        "  'order_mass': 'the implicit equations of a step did not converge',"
        "  'order_driven': 'a state or its rate became infinite or not a number',"
        "  'order_driven_naive': null, 'order_driven_aware': 1.47, 'order_mass_naive': 2.58,"
        "  'order_mass_aware': 3.69, 'bound_k': 'any', 'passive_k': 0,"
        "  'bound_excess_1e-3': 2.3e-3, 'bound_excess_1e-6': 2.4e-6,"
        "  'passive_deficit_1e-3': 3.3e-3, 'passive_deficit_1e-6': 3.4e-6,"
        "  'energy_drift': null, 'float_driven': 7e-5,"
        "  'float_mass': 'the law@s code crashed, or did not end'},"
        " {'integrator': 'fourth', 'adaptive': true, 'stated_order': 10, 'order_mass': 0.75,"
        "  'order_driven': 0.86, 'order_driven_naive': 3.97, 'order_driven_aware': 1.08,"
        "  'order_mass_naive': 4.99, 'order_mass_aware': 1.3, 'bound_k': 11,"
        "  'passive_k': 12, 'bound_excess_1e-3': 5.6e-3, 'bound_excess_1e-6': 0,"
        "  'passive_deficit_1e-3': 6.6e-3, 'passive_deficit_1e-6': 0,"
        "  'energy_drift': 2.2e-12, 'float_driven': 2.6e-4, 'float_mass': 1.1e-3}]");
    char *text = written(FORMAT_JSON);
    cJSON *json = cJSON_Parse(text);
    cr_assert_eq(cJSON_GetArraySize(json), N_ROWS);
    for (int i = 0; i < N_ROWS; i++) {
        const cJSON *row = cJSON_GetArrayItem(json, i), *member;
        expect_row_keys(row);
        cJSON_ArrayForEach(member, cJSON_GetArrayItem(expected, i))
            cr_expect(cJSON_Compare(cJSON_GetObjectItem(row, member->string), member, true),
                      "%s: %s", rows[i].integrator->name, member->string);
    }
    cJSON_Delete(expected);
    cJSON_Delete(json);
    free(text);
}
