/* What an identification prints of numbers that all differ: each stands under its heading, in its
 * scale, for its own combination, and none is left out. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/identify.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

enum { COLUMNS = 5, RANK = 3, NULLS = 2 };

static const struct quantity params[] = { { .name = "Fc", .unit = "N" },
                                          { .name = "sigma2", .unit = "N s/m" } };

static const struct model model = {
    .name = "five_terms", .params = params, .n_params = 2, .n_regressors = COLUMNS
};

/* The second name is longer than its column, and no two numbers are the same. */
static const struct identification identified = {
    .model = &model,
    .p = { 71.5, 72.5 },
    .coefficient = { 11.25, -12.5, 13.75, 14.125, 15.0625 },
    .settings = { .noise = 0.03, .repetitions = 4000, .seed = 4321 },
    .singular = { 1.9, 0.83, 0.074, 6.5e-16, 5.6e-17 },
    .threshold = 1e-13,
    .rank = RANK,
    .n_null = NULLS,
    .null = { { .entry = { 2, 0, -3, 0, 1 }, .dropped = 4, .integer = true },
              { .entry = { 0, 0.125, 0.25, 0.375, 0 }, .dropped = 3 } },
    .combination = { { .column = 0,
                       .coefficient = { 1, 0, 0, -1, 2.5 },
                       .true_value = 34.78125,
                       .estimate = 34.5,
                       .relative_error = 1.1e-12,
                       .coverage = 0.941,
                       .half_width = 0.0021 },
                     { .column = 1,
                       .coefficient = { 0, 1, 0, -0.333333333, -0.666666667 },
                       .true_value = -27.25,
                       .estimate = -27.125,
                       .relative_error = 2.2e-11,
                       .coverage = 0.952,
                       .half_width = 0.32 },
                     { .column = 2,
                       .coefficient = { 0, 0, 1, 1, 0 },
                       .true_value = 27.875,
                       .estimate = 27.8,
                       .relative_error = 3.3e-10,
                       .coverage = 0.963,
                       .half_width = 4.3e-5 } },
    .other = { { 21.25, 22.5, 23.75, 24.125, 25.0625 }, { 31.5, 32.25, 33.125, 34.75, 35.5 } },
    .force_difference = { 4.1e-16, 5.2e-15 },
};

static const char *const names[RANK] = { "P1 - P4 + 2.5 P5", "P2 - 0.333333 P4 - 0.666667 P5",
                                         "P3 + P4" };

static char *written(enum format format, const struct identification *id)
{
    struct memory_stream stream;
    identification_write(memory_open(&stream), format, id);
    return memory_close(&stream);
}

Test(identification_output, is_a_table)
{
    static const char *const lines[] = {
        "five_terms: F = U P, 192 samples along the excitation",
        "singular values of U: 1.9 0.83 0.074 6.5e-16 5.6e-17; rank 3 of 5",
        "null vector (2, 0, -3, 0, 1): the same force, within 4.1e-16 of it, for",
        "    P1 = 11.25, P3 = 13.75, P5 = 15.0625",
        "and P1 = 21.25, P3 = 23.75, P5 = 25.0625",
        "null vector (0, 0.125, 0.25, 0.375, 0) (not of small integers): the same force,",
        "  within 5.2e-15 of it, for",
        "    P2 = -12.5, P3 = 13.75, P4 = 14.125",
        "and P2 = 32.25, P3 = 33.125, P4 = 34.75",
        "",
        "                                    without noise: noise 0.03 N, 4000 times:",
        "  identifiable                     value     error  95 % interval  contains it",
        "  P1 - P4 + 2.5 P5              34.78125   1.1e-12    +- 0.0021         94.1 %",
        "  P2 - 0.333333 P4 - 0.666        -27.25   2.2e-11    +- 0.32           95.2 %",
        "  P3 + P4                         27.875   3.3e-10    +- 4.3e-05        96.3 %",
    };
    char *text = written(FORMAT_TABLE, &identified);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
}

/* A combination that is off, or outside its intervals too often or too rarely, is marked. */
Test(identification_output, marks_a_failure)
{
    static const char mark[] =
        "\n! off by more than 1e-09, or contained in other than 95 % of the intervals\n";
    static const struct {
        double relative_error, coverage;
        unsigned combination;
        bool marked;
    } cases[] = {
        { 0.9e-9, 0.95, 2, false }, { 1.1e-9, 0.95, 2, true }, { 1.1e-9, 0.95, 0, true },
        { 1e-11, 0.979, 1, false }, { 1e-11, 0.981, 1, true }, { 1e-11, 0.921, 1, false },
        { 1e-11, 0.919, 1, true },  { NAN, 0.95, 0, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct identification id = identified;
        id.combination[cases[i].combination].relative_error = cases[i].relative_error;
        id.combination[cases[i].combination].coverage = cases[i].coverage;
        char *text = written(FORMAT_TABLE, &id);
        const char *at = strstr(text, "\n!");
        cr_expect_eq(at != NULL, cases[i].marked, "case %zu", i);
        if (at)
            cr_expect_str_eq(at, mark);
        free(text);
    }
}

static void expect_row(const char *csv, const cJSON *json, size_t k)
{
    const struct combination *c = &identified.combination[k];
    expect_text(csv, json, k, "combination", names[k]);
    expect_number(csv, json, k, "value", c->true_value);
    expect_number(csv, json, k, "estimate", c->estimate);
    expect_number(csv, json, k, "relative_error", c->relative_error);
    expect_number(csv, json, k, "coverage", c->coverage);
    expect_number(csv, json, k, "half_width", c->half_width);
}

static void expect_array(const cJSON *json, const char *key, const double values[])
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, key);
    cr_assert_eq(cJSON_GetArraySize(array), COLUMNS, "%s", key);
    for (int i = 0; i < COLUMNS; i++)
        cr_expect_eq(cJSON_GetArrayItem(array, i)->valuedouble, values[i], "%s[%d]", key, i);
}

Test(identification_output, says_the_same_as_csv_and_json)
{
    char cell[CELL], *csv = written(FORMAT_CSV, &identified),
                     *text = written(FORMAT_JSON, &identified);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    size_t lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    cr_expect_eq(lines, 1 + RANK);
    cr_assert_eq(cJSON_GetArraySize(results), RANK);
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(csv, "\n"), csv);
    cr_expect_str_eq(cell, "combination,value,estimate,relative_error,coverage,half_width");
    for (int k = 0; k < RANK; k++) {
        const cJSON *row = cJSON_GetArrayItem(results, k);
        expect_keys(row, "combination,coefficients,value,estimate,relative_error,coverage,"
                         "half_width");
        expect_array(row, "coefficients", identified.combination[k].coefficient);
        expect_row(csv, results, (size_t)k);
    }
    cJSON_Delete(json);
    free(text);
    free(csv);
}

/* A name that is longer than 63 characters ends there, in the middle of a number or of a term. */
Test(identification_output, cuts_long_names)
{
    static const char whole[] =
        "P1 - 1.23457e-105 P2 + 2.34568e-106 P3 - 3.45679e-107 P4 + 4.56789e-108 P5";
    struct identification id = identified;
    for (int with = 3; with <= 5; with++) {
        const double coefficient[] = { 1, -1.23457e-105, 2.34568e-106, -3.45679e-107,
                                       4.56789e-108 };
        const size_t length =
            with == 3   ? strlen("P1 - 1.23457e-105 P2 + 2.34568e-106 P3")
            : with == 4 ? strlen("P1 - 1.23457e-105 P2 + 2.34568e-106 P3 - 3.45679e-107 P4")
                        : 63;
        char cell[CELL];
        for (int j = 0; j < COLUMNS; j++)
            id.combination[0].coefficient[j] = j < with ? coefficient[j] : 0;
        char *csv = written(FORMAT_CSV, &id);
        csv_cell(csv, 0, "combination", cell);
        cr_expect_eq(strlen(cell), length, "'%s'", cell);
        cr_expect(strncmp(cell, whole, length) == 0, "'%s'", cell);
        free(csv);
    }
}

/* So does one whose last terms have no number. */
Test(identification_output, cuts_terms_without_a_number)
{
    static const double coefficient[] = { 1, -1.23457e-105, 2.34568e-106, -3.45679e-107, -1, 1 };
    struct model six = model;
    struct identification id = identified;
    char cell[CELL];
    six.n_regressors = 6;
    id.model = &six;
    for (int j = 0; j < 6; j++)
        id.combination[0].coefficient[j] = coefficient[j];
    char *csv = written(FORMAT_CSV, &id);
    csv_cell(csv, 0, "combination", cell);
    cr_expect_str_eq(cell, "P1 - 1.23457e-105 P2 + 2.34568e-106 P3 - 3.45679e-107 P4 - P5 +");
    free(csv);
}

/* JSON alone says what was identified, and how. */
Test(identification_output, has_settings_and_null_vectors_in_json)
{
    char cell[CELL], *text = written(FORMAT_JSON, &identified);
    cJSON *json = cJSON_Parse(text);
    static const struct {
        const char *key, *value;
    } members[] = { { "format", "identification-1" },
                    { "model", "five_terms" },
                    { "noise", "0.029999999999999999" },
                    { "repetitions", "4000" },
                    { "seed", "4321" },
                    { "rank", "3" } };
    expect_keys(json,
                "format,context,model,params,samples,noise,repetitions,seed,singular_values,rank,"
                "not_identifiable,results");
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_cell(json, members[i].key, cell);
        cr_expect_str_eq(cell, members[i].value, "%s: %s", members[i].key, cell);
    }
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(json, "samples")->valueint, IDENTIFY_SAMPLES);
    const cJSON *of = cJSON_GetObjectItemCaseSensitive(json, "params");
    expect_keys(of, "Fc,sigma2");
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(of, "Fc")->valuedouble, 71.5);
    cr_expect_eq(cJSON_GetObjectItemCaseSensitive(of, "sigma2")->valuedouble, 72.5);
    expect_array(json, "singular_values", identified.singular);
    const cJSON *null = cJSON_GetObjectItemCaseSensitive(json, "not_identifiable");
    cr_assert_eq(cJSON_GetArraySize(null), NULLS);
    for (int k = 0; k < NULLS; k++) {
        const cJSON *vector = cJSON_GetArrayItem(null, k);
        expect_keys(vector, "null,integer,P,other_P,force_difference");
        expect_array(vector, "null", identified.null[k].entry);
        cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(vector, "integer")), k == 0);
        expect_array(vector, "P", identified.coefficient);
        expect_array(vector, "other_P", identified.other[k]);
        expect_number(NULL, null, (size_t)k, "force_difference", identified.force_difference[k]);
    }
    cJSON_Delete(json);
    free(text);
}
