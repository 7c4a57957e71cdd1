/* What the table of attributions prints of rows whose fields all differ, and its exit status: each
 * number stands under its heading, each violation with whom it is due to, and no row is left out.
 */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/violations/attribution_table.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

static const struct quantity params[] = { { .name = "sigma0" }, { .name = "Fc" } };
static const struct model
    own_law = { .name = "own", .source = "Roe 1995 (1)", .params = params, .n_params = 2 },
    other_law = { .name = "guest", .source = "Doe 2001 (7)", .params = params, .n_params = 2 };
static const struct integrator method = { .name = "slow_steps" };
static const struct integration_scheme scheme = { .integrator = &method,
                                                  .settings = { .step = 0.0025 } };

static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "m = 1", .source = "lemma 1" },
    { .property = DISSIPATION, .declared = HOLDS, .domain = "m = 2", .source = "lemma 2" },
    { .property = STATE_BOUND, .declared = HOLDS, .domain = "m = 3", .source = "lemma 3" },
    { .property = NO_DRIFT,
      .declared = REFUTED,
      .domain = "m = 4",
      .source = "figure 4",
      .witness = "own_no_drift.json" },
    { .property = CREEPING,
      .declared = REFUTED,
      .domain = "m = 5",
      .source = "figure 5",
      .witness = "own_creep.json" },
    { .property = REGRESSOR, .declared = HOLDS, .domain = "m = 6", .source = "lemma 6" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "m = 7", .source = "lemma 7" },
    { .property = STEADY_STATE,
      .declared = UNKNOWN,
      .domain = "m = 8",
      .source = "lemma 8",
      .witness = "not_of_this_law.json" },
};

enum { ROWS = sizeof claims / sizeof *claims };

static const struct attribution results[ROWS] = {
    { VIOLATION_SOURCE_NONE, NULL, 0.0112, 0.0122, STATUS_OK, { 0 }, { { 0, 0 } }, 0, 101, true },
    { VIOLATION_SOURCE_EQUATIONS,
      NULL,
      -0.2221,
      -0.2332,
      STATUS_OK,
      { 121, 122 },
      { { 0.25, 1.25 }, { -0.5, 3.5 } },
      2,
      102,
      false },
    { VIOLATION_SOURCE_INTEGRATOR,
      NULL,
      -INFINITY,
      0.331,
      STATUS_NO_CONVERGENCE,
      { 131, 132 },
      { { -0.0, 2.25 } },
      1,
      103,
      false },
    { VIOLATION_SOURCE_EQUATIONS,
      NULL,
      -4.4e-5,
      -4.5e-6,
      STATUS_OK,
      { 141, 142 },
      { { 4.25, 4.75 } },
      1,
      104,
      true },
    { VIOLATION_SOURCE_NONE, NULL, 55.2, 56.3, STATUS_OK, { 0 }, { { 0, 0 } }, 0, 105, true },
    { VIOLATION_SOURCE_NOT_APPLICABLE,
      "the law has no regressor",
      NAN,
      NAN,
      STATUS_OK,
      { 161, 162 },
      { { 6.25, 6.75 } },
      1,
      106,
      true },
    { VIOLATION_SOURCE_NOT_APPLICABLE,
      "ended by signal 7",
      NAN,
      NAN,
      STATUS_OK,
      { 171, 172 },
      { { 7.25, 7.75 } },
      1,
      107,
      false },
    { VIOLATION_SOURCE_INTEGRATOR,
      NULL,
      -8.8,
      0.881,
      STATUS_OK,
      { 181.5, 182 },
      { { 1.00125, 0.8 },
        { 1.00225, 0.9 },
        { 1.00325, 0.81 },
        { 1.00425, 0.91 },
        { 1.00525, 0.82 },
        { 1.00625, 0.92 } },
      6,
      108,
      false },
};

/* The first six rows are of a law of Bristle, the others of one from a file, which crashed in row
 * 6. */
static struct attribution_table planted(const struct integration_scheme *along)
{
    struct attribution_table t = { along, calloc(ROWS, sizeof *t.rows), ROWS };
    for (size_t i = 0; i < ROWS; i++) {
        t.rows[i].model = i < 6 ? &own_law : &other_law;
        t.rows[i].file = i < 6 ? NULL : "laws/guest.so";
        t.rows[i].claim = &claims[i];
        t.rows[i].result = results[i];
    }
    snprintf(t.rows[6].failure, sizeof t.rows[6].failure, "ended by signal 7");
    return t;
}

static char *written(enum format format, const struct integration_scheme *along)
{
    struct attribution_table t = planted(along);
    struct memory_stream stream;
    attribution_table_write(memory_open(&stream), format, &t);
    char *text = memory_close(&stream);
    attribution_table_free(&t);
    return text;
}

/* What a row says in words. */
static const struct {
    const char *property, *declared, *verdict, *method, *witness, *blame, *reason;
} said[ROWS] = {
    { "passivity", "holds", "holds", "tested", "", "", "" },
    { "dissipation", "holds", "refuted", "tested", "", "equations", "" },
    { "state_bound", "holds", "refuted", "tested", "", "integrator",
      "the implicit equations of a step did not converge" },
    { "no_drift", "refuted", "refuted", "tested", "properties/witnesses/own_no_drift.json",
      "equations", "" },
    { "creep", "refuted", "inconclusive", "tested", "properties/witnesses/own_creep.json", "", "" },
    { "regressor", "holds", "not_applicable", "none", "", "", "the law has no regressor" },
    { "odd_symmetry", "holds", "inconclusive", "none", "", "", "ended by signal 7" },
    { "steady_state", "unknown", "refuted", "tested", "", "integrator", "" },
};

static void expect_row(const char *csv, const cJSON *json, size_t i)
{
    expect_text(csv, json, i, "model", i < 6 ? "own" : "guest");
    expect_text(csv, json, i, "property", said[i].property);
    expect_text(csv, json, i, "domain", claims[i].domain);
    expect_text(csv, json, i, "declared", said[i].declared);
    expect_text(csv, json, i, "verdict", said[i].verdict);
    expect_text(csv, json, i, "method", said[i].method);
    expect_number(csv, isinf(results[i].margin) ? NULL : json, i, "margin", results[i].margin);
    expect_text(csv, json, i, "unit", "1");
    expect_number(csv, json, i, "trials", 101 + (double)i);
    expect_text(csv, json, i, "witness", said[i].witness);
    expect_text(csv, json, i, "source", claims[i].source);
    expect_text(csv, json, i, "integrator", "slow_steps");
    expect_number(csv, json, i, "step", 0.0025);
    expect_text(csv, json, i, "blame", said[i].blame);
    expect_number(csv, json, i, "exact_margin", results[i].exact_margin);
    expect_text(csv, json, i, "reason", said[i].reason);
    if (i >= 6)
        expect_text(NULL, json, i, "file", "laws/guest.so");
}

/* The trial of a violation can be simulated. */
static void expect_trial(const cJSON *row, const struct attribution *b)
{
    const cJSON *of = cJSON_GetObjectItemCaseSensitive(row, "params"),
                *signal = cJSON_GetObjectItemCaseSensitive(row, "signal");
    expect_keys(of, "sigma0,Fc");
    for (int k = 0; k < 2; k++)
        cr_expect_eq(cJSON_GetArrayItem(of, k)->valuedouble, b->p[k]);
    cr_assert_eq(cJSON_GetArraySize(signal), (int)b->n_holds);
    for (unsigned k = 0; k < b->n_holds; k++) {
        expect_keys(cJSON_GetArrayItem(signal, (int)k), "kind,v,t");
        expect_text(NULL, signal, k, "kind", "hold");
        expect_number(NULL, signal, k, "v", b->holds[k].v);
        expect_number(NULL, signal, k, "t", b->holds[k].h);
    }
}

#define COLUMNS                                                                                    \
    "property,domain,declared,verdict,method,margin,unit,trials,witness,source,integrator,step,"   \
    "blame,exact_margin,reason"

Test(attribution_output, says_the_same_as_csv_and_json)
{
    char cell[CELL], *csv = written(FORMAT_CSV, &scheme), *text = written(FORMAT_JSON, &scheme);
    cJSON *json = cJSON_Parse(text);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "results");
    size_t lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    cr_expect_eq(lines, 1 + ROWS);
    cr_assert_eq(cJSON_GetArraySize(rows), ROWS);
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(csv, "\n"), csv);
    cr_expect_str_eq(cell, "model," COLUMNS);
    expect_keys(json, "format,context,results");
    json_cell(json, "format", cell);
    cr_expect_str_eq(cell, "verdicts-1");
    expect_keys(cJSON_GetArrayItem(rows, 0), "model," COLUMNS);
    expect_keys(cJSON_GetArrayItem(rows, 1), "model," COLUMNS ",params,signal");
    expect_keys(cJSON_GetArrayItem(rows, 6), "model,file," COLUMNS);
    expect_keys(cJSON_GetArrayItem(rows, 7), "model,file," COLUMNS ",params,signal");
    for (size_t i = 0; i < ROWS; i++) {
        const cJSON *row = cJSON_GetArrayItem(rows, (int)i);
        expect_row(csv, rows, i);
        cr_expect_eq(cJSON_HasObjectItem(row, "signal"), *said[i].blame != 0, "row %zu", i);
        if (*said[i].blame)
            expect_trial(row, &results[i]);
    }
    expect_text(NULL, rows, 2, "margin", ""); /* JSON has no infinity */
    cJSON_Delete(json);
    free(text);
    free(csv);
}

/* A method that chooses its steps has none to state. */
Test(attribution_output, has_no_step_where_none_is_given)
{
    static const struct integration_scheme adaptive = { .integrator = &method };
    char *csv = written(FORMAT_CSV, &adaptive), *text = written(FORMAT_JSON, &adaptive),
         *table = written(FORMAT_TABLE, &adaptive);
    cJSON *json = cJSON_Parse(text);
    expect_text(csv, cJSON_GetObjectItemCaseSensitive(json, "results"), 1, "step", "");
    cr_expect(strncmp(table, "along the trajectories of slow_steps\n", 37) == 0, "%s", table);
    cJSON_Delete(json);
    free(table);
    free(text);
    free(csv);
}

Test(attribution_output, is_a_table)
{
    static const char *const lines[] = {
        "along the trajectories of slow_steps, steps of at most 0.0025 s",
        "  property               claimed for            violated by    margin   exactly",
        "own: Roe 1995 (1)",
        "  passivity              m = 1                  -               0.011     0.012",
        "! dissipation            m = 2                  equations       -0.22     -0.23",
        "! state_bound            m = 3                  integrator       -inf      0.33",
        "  no_drift               m = 4                  equations    -4.4e-05  -4.5e-06",
        "  creep                  m = 5                  -                  55        56",
        "  regressor              m = 6                  n/a: the law has no regressor",
        "guest (laws/guest.so): Doe 2001 (7)",
        "! odd_symmetry           m = 7                  failed: ended by signal 7",
        "! steady_state           m = 8                  integrator       -8.8      0.88",
        "",
        "! own dissipation: the equations violate it, by -0.2221 (exactly -0.2332)",
        "  with sigma0=121 Fc=122",
        "  along hold 0.25 1.25; hold -0.5 3.5",
        "",
        "! own state_bound: the integrator violates it, by -inf (exactly 0.331)",
        "  the integration failed: the implicit equations of a step did not converge",
        "  with sigma0=131 Fc=132",
        "  along hold 0 2.25",
        "",
        "! guest odd_symmetry, \"m = 7\": the law's code ended by signal 7",
        "",
        "! guest steady_state: the integrator violates it, by -8.8 (exactly 0.881)",
        "  with sigma0=181.5 Fc=182",
        "  along hold 1.00125 0.8; hold 1.00225 0.9; hold 1.00325 0.81;",
        "    hold 1.00425 0.91; hold 1.00525 0.82; hold 1.00625 0.92",
    };
    char *text = written(FORMAT_TABLE, &scheme);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
}

/* One row that is not as declared fails, wherever it stands and whether the law violates its claim
 * or gave no result. */
Test(attribution_status, fails_when_one_row_is_not_as_declared)
{
    struct attribution_table t = planted(&scheme);
    const struct attribution_table empty = { &scheme, NULL, 0 };
    for (size_t i = 0; i < ROWS; i++)
        t.rows[i].result.as_declared = true;
    cr_expect_eq(attribution_table_status(&t), 0, "nor do rows that are inconclusive as declared");
    for (size_t i = 0; i < ROWS; i++) {
        t.rows[i].result.as_declared = false;
        cr_expect_eq(attribution_table_status(&t), 1, "row %zu", i);
        t.rows[i].result.as_declared = true;
    }
    t.rows[1].result.as_declared = t.rows[6].result.as_declared = false;
    cr_expect_eq(attribution_table_status(&t), 1);
    cr_expect_eq(attribution_table_status(&empty), 0);
    attribution_table_free(&t);
}

/* Parameters and holds of a violation stand on lines of at most 80 columns, and one begins where
 * the next word has no room, whatever the lengths of the words. */
Test(attribution_output, breaks_lines_where_they_are_full)
{
    enum { PARAMS = MODEL_MAX_PARAMS, WIDTH = 80 };
    static const char name[] = "parameter_with_a_long_name";
    struct quantity of[PARAMS] = { 0 };
    for (unsigned shift = 0; shift < 80; shift++) {
        struct model law = { .name = "own", .source = "Roe", .params = of, .n_params = PARAMS };
        struct attribution_table t = { &scheme, calloc(1, sizeof *t.rows), 1 };
        struct memory_stream stream;
        struct attribution *b = &t.rows[0].result;
        for (unsigned i = 0; i < PARAMS; i++) {
            of[i].name = &name[(size_t)(i + shift) * (7 + shift % 3) % (sizeof name - 1)];
            b->p[i] = 1.5 * i;
        }
        b->source = VIOLATION_SOURCE_EQUATIONS;
        b->margin = -1;
        b->n_holds = DRAW_MAX_HOLDS;
        for (unsigned i = 0; i < b->n_holds; i++)
            b->holds[i] = (struct hold){ i % 3 ? 1e-6 * i : 0.1 * shift, 1 };
        t.rows[0].model = &law;
        t.rows[0].claim = &claims[1];
        attribution_table_write(memory_open(&stream), FORMAT_TABLE, &t);
        char *text = memory_close(&stream);
        unsigned broken = 0;
        for (const char *line = strstr(text, "  with"); *line;) {
            const size_t length = strcspn(line, "\n");
            const char *next = line + length + (line[length] != '\0');
            cr_expect_leq(length, (size_t)WIDTH, "%.*s", (int)length, line);
            if (strncmp(next, "    ", 4) ==
                0) { /* it goes on: an item ends with ; or has no space */
                const bool is_hold = strncmp(next + 4, "hold", 4) == 0;
                const size_t item = strcspn(next + 4, is_hold ? ";\n" : " \n") +
                                    (is_hold && strcspn(next + 4, ";") < strcspn(next + 4, "\n"));
                cr_expect_gt(length + 1 + item, (size_t)WIDTH, "%.*s", (int)length, line);
                broken++;
            }
            line = next;
        }
        cr_expect_gt(broken, 10);
        free(text);
        attribution_table_free(&t);
    }
}
