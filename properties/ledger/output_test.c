/* What a ledger says, of entries and rows that are made up and all differ: each in its place, for
 * people, as CSV and as JSON. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/ledger/ledger.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

#define LONG_TRUTH                                                                                 \
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "    \
    "sixteen seventeen eighteen nineteen twenty"

/* In place of the paper's. */
const struct ledger_entry ledger_entries[] = {
    { "A1",
      "it stands",
      "eq. 1",
      LEDGER_TRUE,
      "since it does",
      { { "martinez_rosas", PASSIVITY, NULL } } },
    { "A2",
      "it falls",
      "figure 2",
      LEDGER_CONDITIONAL,
      LONG_TRUTH,
      { { "martinez_rosas", PASSIVITY, "window" }, { "dahl", STATE_BOUND, NULL } } },
    { "A3", "there is no row", "note 3", LEDGER_FALSE, "not so", { { "dahl", NO_DRIFT, "gone" } } },
    { "A4",
      "it is false",
      "page 4",
      LEDGER_FALSE,
      "quite",
      { { "martinez_rosas", NO_DRIFT, NULL } } },
    { .id = NULL },
};

static const struct model rosas = { .name = "martinez_rosas" }, dahl = { .name = "dahl" };
static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "Fs > Fc", .source = "s1" },
    { .property = PASSIVITY,
      .declared = HOLDS,
      .id = "window",
      .domain = "alpha < 7",
      .source = "s2" },
    { .property = STATE_BOUND, .declared = HOLDS, .domain = "always", .source = "s3" },
    { .property = NO_DRIFT, .declared = REFUTED, .domain = "vs > 2", .source = "s4" },
};
static char why[] = "too large";

static struct verdicts planted(struct verdict_row rows[4])
{
    const struct verdict_row all[] = {
        { .model = &rosas,
          .claim = &claims[0],
          .judgement = { VERDICT_HOLDS, METHOD_ENCLOSED, true, 0.25, 101, 12, 0, "", NULL, NULL,
                         NULL } },
        { .model = &rosas,
          .claim = &claims[1],
          .judgement = { VERDICT_HOLDS, METHOD_TESTED, true, 0.5, 102, 0, 0, "", NULL, NULL,
                         NULL } },
        { .model = &dahl,
          .claim = &claims[2],
          .judgement = { VERDICT_REFUTED, METHOD_WITNESS, false, -0.75, 103, 0, 0, "", why, NULL,
                         NULL } },
        { .model = &rosas,
          .claim = &claims[3],
          .judgement = { VERDICT_REFUTED, METHOD_WITNESS, true, NAN, 104, 0, 0, "", NULL, NULL,
                         NULL } },
    };
    memcpy(rows, all, sizeof all);
    return (struct verdicts){ rows, 4 };
}

static char *written(enum format format)
{
    struct verdict_row rows[4];
    const struct verdicts v = planted(rows);
    struct memory_stream stream;
    ledger_write(memory_open(&stream), format, &v);
    return memory_close(&stream);
}

Test(ledger_output, is_a_table)
{
    static const char *const lines[] = {
        "A1  true: it stands [eq. 1]",
        "      since it does",
        "    holds    passivity              Fs > Fc                 0.25 12 enclosed",
        "A2  ! conditional: it falls [figure 2]",
        "      one two three four five six seven eight nine ten eleven twelve thirteen",
        "      fourteen fifteen sixteen seventeen eighteen nineteen twenty",
        "    holds    passivity              alpha < 7                0.5 none in 102",
        "   !refuted  dahl: state_bound      always                 -0.75 certified",
        "A3  ! false: there is no row [note 3]",
        "      not so",
        "   ! no claim dahl: no_drift, gone",
        "A4  false: it is false [page 4]",
        "      quite",
        "    refuted  no_drift               vs > 2                     - certified",
        "4 claims: 1 true, 1 true on a condition, 2 false",
        "",
        "! declared holds, found refuted: too large",
    };
    char *text = written(FORMAT_TABLE);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
}

Test(ledger_output, is_csv)
{
    static const struct {
        const char *id, *verdict, *where, *model, *property, *domain, *declared, *found, *method,
            *margin;
    } rows[] = {
        { "A1", "true", "eq. 1", "martinez_rosas", "passivity", "Fs > Fc", "holds", "holds",
          "enclosed", "0.25" },
        { "A2", "conditional", "figure 2", "martinez_rosas", "passivity", "alpha < 7", "holds",
          "holds", "tested", "0.5" },
        { "A2", "conditional", "figure 2", "dahl", "state_bound", "always", "holds", "refuted",
          "witness", "-0.75" },
        { "A3", "false", "note 3", "dahl", "no_drift", "gone", "", "", "", "" },
        { "A4", "false", "page 4", "martinez_rosas", "no_drift", "vs > 2", "refuted", "refuted",
          "witness", "" },
    };
    char *csv = written(FORMAT_CSV);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const expected[][2] = {
            { "id", rows[i].id },
            { "ledger_verdict", rows[i].verdict },
            { "where", rows[i].where },
            { "model", rows[i].model },
            { "property", rows[i].property },
            { "domain", rows[i].domain },
            { "declared", rows[i].declared },
            { "verdict", rows[i].found },
            { "method", rows[i].method },
            { "margin", rows[i].margin },
        };
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            char cell[CELL];
            csv_cell(csv, i, expected[k][0], cell);
            cr_expect_str_eq(cell, expected[k][1], "row %zu, %s: %s", i, expected[k][0], cell);
        }
    }
    unsigned lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    cr_expect_eq(lines, 1 + sizeof rows / sizeof *rows);
    free(csv);
}

Test(ledger_output, is_json)
{
    static const char *const verdict[] = { "true", "conditional", "false", "false" };
    static const bool stands[] = { true, false, false, true };
    static const int evidence[] = { 1, 2, 0, 1 };
    char *text = written(FORMAT_JSON);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    cr_assert_eq(cJSON_GetArraySize(results), 4);
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "format")),
                     "ledger-1");
    for (int i = 0; i < 4; i++) {
        const cJSON *entry = cJSON_GetArrayItem(results, i),
                    *rows = cJSON_GetObjectItemCaseSensitive(entry, "evidence");
        const char *const expected[][2] = { { "id", ledger_entries[i].id },
                                            { "claim", ledger_entries[i].claim },
                                            { "where", ledger_entries[i].where },
                                            { "verdict", verdict[i] },
                                            { "truth", ledger_entries[i].truth } };
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
            cr_expect_str_eq(
                cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(entry, expected[k][0])),
                expected[k][1], "%s", expected[k][0]);
        cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(entry, "stands")), stands[i]);
        cr_assert_eq(cJSON_GetArraySize(rows), evidence[i]);
        for (int k = 0; k < evidence[i]; k++)
            cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(
                                 cJSON_GetArrayItem(rows, k), "model")),
                             ledger_entries[i].evidence[k].model);
    }
    cJSON_Delete(json);
    free(text);
}

/* An entry falls with any of its rows, and the ledger with any of its entries. */
Test(ledger_output, stands_with_all_its_rows)
{
    struct verdict_row rows[4];
    struct verdicts v = planted(rows);
    static const bool stands[] = { true, false, false, true };
    for (int i = 0; i < 4; i++)
        cr_expect_eq(ledger_stands(&ledger_entries[i], &v), stands[i], "entry %d", i);
    cr_expect_eq(ledger_status(&v), EXIT_NOT_AS_DECLARED);
    rows[2].judgement.as_declared = true;
    cr_expect(ledger_stands(&ledger_entries[1], &v));
    rows[1].judgement.as_declared = false;
    cr_expect_not(ledger_stands(&ledger_entries[1], &v));
    cr_expect_eq(ledger_find(&v, &ledger_entries[1].evidence[1]), &rows[2]);
    cr_expect_eq(ledger_find(&v, &ledger_entries[1].evidence[0]), &rows[1]);
    cr_expect_eq(ledger_find(&v, &ledger_entries[0].evidence[0]), &rows[0]);
    cr_expect_null(ledger_find(&v, &ledger_entries[2].evidence[0]));
}
