/* What the verdict table says of rows whose fields all differ: each number stands under its
 * heading, in its unit, and no row is left out. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/verdicts/verdicts.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

static const struct model first_law = { .name = "lugre", .source = "Canudas 1995 (1)-(3)" },
                          later_law = { .name = "twin", .source = "Doe 2001 (7)" };

static const struct claim claims[] = {
    { .property = PASSIVITY, .declared = HOLDS, .domain = "sigma2 >= 7", .source = "theorem 1" },
    { .property = DISSIPATION, .declared = HOLDS, .domain = "Fs >= Fc", .source = "lemma 2" },
    { .property = STATE_BOUND, .declared = HOLDS, .domain = "vs > 0", .source = "eq. 3" },
    { .property = STEADY_STATE, .declared = HOLDS, .domain = "m = 4", .source = "page 4" },
    { .property = ODD_SYMMETRY, .declared = REFUTED, .domain = "Fc < 5", .source = "figure 5" },
    { .property = NO_DRIFT, .declared = HOLDS, .domain = "defaults", .source = "note 6" },
    { .property = CREEPING, .declared = HOLDS, .domain = "vs < 17", .source = "note 7" },
    { .property = REGRESSOR, .declared = HOLDS, .domain = "m = 8", .source = "table 8" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "m = 9", .source = "table 9" },
    { .property = IDENTIFIABILITY, .declared = REFUTED, .domain = "m = 10", .source = "page 10" },
    { .property = RATE_INDEPENDENCE, .declared = UNKNOWN, .domain = "m = 11", .source = "page 11" },
    { .property = EXPERIMENT, .declared = HOLDS, .domain = "figure 12", .source = "page 12" },
};

enum { ROWS = sizeof claims / sizeof *claims };

#define LONG_BOX                                                                                   \
    "sigma0 in [1.0001, 2.0002], sigma1 in [3.0003, 4.0004], sigma2 in [5.0005, 6.0006], "         \
    "Fs in [7.0007, 8.0008]"

static char beyond_bound[] = "beyond its bound by 0.9", gave_up[] = "gave up",
            never_met[] = "never met";

#define JUDGED(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__, { .trials = 0 }, { .of[0][0].planted = 0 }                                    \
    } /* no search was noted, no power measured */
static const struct judgement judgements[ROWS] = {
    JUDGED(VERDICT_HOLDS, METHOD_PROVED, true, 1.27, 101, 201, 301, LONG_BOX, NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_ENCLOSED, true, 0.0376, 102, 202, 302, "", NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_ENCLOSED, true, 1 / 3.0, 103, 203, 303, "", NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_TESTED, true, 4.5e-7, 104, 204, 304, "", NULL, NULL, NULL, 9),
    JUDGED(VERDICT_REFUTED, METHOD_WITNESS, true, -0.75, 105, 205, 305, "", NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_PROVED, true, 61, 106, 206, 306, "", NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_PROVED, true, 7.5, 107, 207, 307, "m in [2, 3]", NULL, NULL, NULL,
           0),
    JUDGED(VERDICT_REFUTED, METHOD_TESTED, false, -8.5e-12, 108, 208, 308, "", beyond_bound, NULL,
           NULL, 0),
    JUDGED(VERDICT_INCONCLUSIVE, METHOD_NONE, false, NAN, 109, 209, 309, "", gave_up, NULL, NULL,
           0),
    JUDGED(VERDICT_INCONCLUSIVE, METHOD_TESTED, false, 10.7, 110, 210, 310, "", never_met, NULL,
           NULL, 0),
    JUDGED(VERDICT_NOT_APPLICABLE, METHOD_NONE, true, NAN, 111, 211, 311, "", NULL, NULL, NULL, 0),
    JUDGED(VERDICT_HOLDS, METHOD_AGREED, true, 0.126, 112, 212, 312, "", NULL, NULL, NULL, 0),
};

static const char *const witness[ROWS] = { [4] = "found/five.json", [7] = "found/eight.json" },
                         *const deepest[ROWS] = { [7] = "found/eight_deepest.json" };

/* The first five rows are of one of the first laws, the others of a law from a file. */
static struct verdicts planted(void)
{
    struct verdicts v = { calloc(ROWS, sizeof *v.rows), ROWS };
    for (size_t i = 0; i < ROWS; i++) {
        struct verdict_row *row = &v.rows[i];
        row->model = i < 5 ? &first_law : &later_law;
        row->file = i < 5 ? NULL : "laws/twin.so";
        row->claim = &claims[i];
        row->judgement = judgements[i];
        row->seconds = 1.5 + 10.0 * (double)i;
        snprintf(row->witness, sizeof row->witness, "%s", witness[i] ? witness[i] : "");
        snprintf(row->deepest, sizeof row->deepest, "%s", deepest[i] ? deepest[i] : "");
    }
    return v;
}

static char *written(enum format format, bool timing)
{
    struct verdicts v = planted();
    struct memory_stream stream;
    verdicts_write(memory_open(&stream), format, &v, timing);
    char *text = memory_close(&stream);
    free(v.rows); /* notes are not on the heap */
    return text;
}

/* The names that scripts rely on, by row. */
static const char *const verdicts_by_row[ROWS] = {
    "holds", "holds", "holds",   "holds",        "refuted",      "holds",
    "holds", "refuted", "inconclusive", "inconclusive", "not_applicable", "holds",
}, *const methods_by_row[ROWS] = {
    "proved", "enclosed", "enclosed", "tested", "witness", "proved",
    "proved", "tested",   "none",     "tested", "none",    "agreed",
}, *const declared_by_row[ROWS] = {
    "holds", "holds", "holds", "holds",   "refuted", "holds",
    "holds", "holds", "holds", "refuted", "unknown", "holds",
}, *const property_by_row[ROWS] = {
    "passivity",         "dissipation",  "state_bound",     "steady_state",
    "odd_symmetry",      "no_drift",     "creep",           "regressor",
    "finite_force",      "identifiability", "rate_independence", "experiment",
};

static void expect_row(const char *csv, const cJSON *json, size_t i)
{
    const struct judgement *j = &judgements[i];
    expect_text(csv, json, i, "model", i < 5 ? "lugre" : "twin");
    expect_text(csv, json, i, "property", property_by_row[i]);
    expect_text(csv, json, i, "domain", claims[i].domain);
    expect_text(csv, json, i, "declared", declared_by_row[i]);
    expect_text(csv, json, i, "verdict", verdicts_by_row[i]);
    expect_text(csv, json, i, "method", methods_by_row[i]);
    expect_number(csv, json, i, "margin", j->margin);
    expect_text(csv, json, i, "unit", "1");
    expect_number(csv, json, i, "trials", 101 + (double)i);
    expect_number(csv, json, i, "enclosed", 201 + (double)i);
    expect_text(csv, json, i, "witness", witness[i] ? witness[i] : "");
    expect_text(csv, json, i, "source", claims[i].source);
    expect_number(NULL, json, i, "undecided", 301 + (double)i);
    expect_number(NULL, json, i, "unfinished", i == 3 ? 9 : 0);
    expect_text(NULL, json, i, "box", j->box);
    expect_text(NULL, json, i, "deepest", deepest[i] ? deepest[i] : "");
    expect_number(NULL, json, i, "seconds", 1.5 + 10.0 * (double)i);
    if (i >= 5)
        expect_text(NULL, json, i, "file", "laws/twin.so");
}

static void expect_share(const cJSON *json, const char *key, int declared, int proved, int enclosed)
{
    const cJSON *share =
        cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(json, "summary"), key);
    const struct {
        const char *key;
        int value;
    } counts[] = { { "declared_to_hold", declared },
                   { "proved", proved },
                   { "enclosed", enclosed } };
    cr_assert_eq(cJSON_GetArraySize(share), 3);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(cJSON_GetObjectItemCaseSensitive(share, counts[i].key)->valueint,
                     counts[i].value, "%s %s", key, counts[i].key);
}

#define COLUMNS "model,property,domain,declared,verdict,method,margin,unit,trials"

Test(verdicts_output, says_the_same_as_csv_and_json)
{
    char cell[CELL], *csv = written(FORMAT_CSV, true), *text = written(FORMAT_JSON, true);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    size_t lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    cr_expect_eq(lines, 1 + ROWS);
    cr_assert_eq(cJSON_GetArraySize(results), ROWS);
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(csv, "\n"), csv);
    cr_expect_str_eq(cell, COLUMNS ",witness,source,enclosed,seconds");
    expect_keys(cJSON_GetArrayItem(results, 0),
                COLUMNS ",enclosed,undecided,unfinished,box,witness,deepest,source,seconds");
    expect_keys(cJSON_GetArrayItem(results, 5),
                "model,file,property,domain,declared,verdict,method,margin,unit,trials,enclosed,"
                "undecided,unfinished,box,witness,deepest,source,seconds");
    for (size_t i = 0; i < ROWS; i++)
        expect_row(csv, results, i);
    csv_cell(csv, 3, "seconds", cell);
    cr_expect_str_eq(cell, "31.500000");
    json_cell(json, "format", cell);
    cr_expect_str_eq(cell, "verdicts-1");
    expect_share(json, "all", 9, 3, 2);
    expect_share(json, "first_laws", 4, 1, 2);
    cJSON_Delete(json);
    free(text);
    free(csv);
}

/* Times differ from run to run: they are only there when asked for. */
Test(verdicts_output, has_no_times_unless_asked_for)
{
    char *csv = written(FORMAT_CSV, false), *json = written(FORMAT_JSON, false),
         *table = written(FORMAT_TABLE, false);
    cr_expect(!strstr(csv, "seconds") && !strstr(csv, "31.5"));
    cr_expect(!strstr(json, "seconds") && !strstr(json, "31.5"));
    cr_expect(!strstr(table, "31.5"));
    free(table);
    free(json);
    free(csv);
}

Test(verdicts_output, is_a_table)
{
    static const char *const lines[] = {
        "  property               claimed for  verdict   margin evidence",
        "lugre: Canudas 1995 (1)-(3)",
        "  passivity              sigma2 >= 7  holds        1.3 proved 1.500 s",
        "    proved for sigma0 in [1.0001, 2.0002], sigma1 in [3.0003, 4.0004],",
        "               sigma2 in [5.0005, 6.0006], Fs in [7.0007, 8.0008]",
        "  dissipation            Fs >= Fc     holds      0.038 202 enclosed 11.500 s",
        "  state_bound            vs > 0       holds       0.33 203 enclosed 21.500 s",
        "  steady_state           m = 4        holds    4.5e-07 none in 104 31.500 s",
        "    9 of 104 simulations say nothing: no number in 3000 steps, or off",
        "  odd_symmetry           Fc < 5       refuted    -0.75 certified 41.500 s",
        "twin (laws/twin.so): Doe 2001 (7)",
        "  no_drift               defaults     holds         61 proved 51.500 s",
        "    proved for the defaults",
        "  creep                  vs < 17      holds        7.5 proved 61.500 s",
        "    proved for m in [2, 3]",
        "! regressor              m = 8        refuted -8.5e-12 in double 71.500 s",
        "! finite_force           m = 9        inconcl        - - 81.500 s",
        "! identifiability        m = 10       inconcl       11 - 91.500 s",
        "  rate_independence      m = 11       n/a            - - 101.500 s",
        "  experiment             figure 12    holds       0.13 agreed to 1e-11 111.500 s",
        "proved or enclosed: 5 of 9 claims declared to hold (55 %), of the first laws 3",
        "  of 4 (75 %)",
        "",
        "! declared holds, found refuted: beyond its bound by 0.9",
        "",
        "! declared holds, found inconclusive: gave up",
        "",
        "! declared refuted, found inconclusive: never met",
    };
    char *text = written(FORMAT_TABLE, true);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
static bool on_a_terminal;
bool __wrap_cli_colour(FILE *file);
bool __wrap_cli_colour(FILE *file)
{
    (void)file;
    return on_a_terminal;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* On a terminal verdicts that are not as declared are red, and false claims that are known to be
 * false yellow; nothing else changes. */
Test(verdicts_output, paints_false_claims)
{
    enum { BEFORE = 48, VERDICT = 8 };
    char *plain = written(FORMAT_TABLE, false);
    on_a_terminal = true;
    char *painted = written(FORMAT_TABLE, false);
    const char *at = painted, *line = plain;
    for (size_t row = 0; *line; line += strcspn(line, "\n") + 1) {
        const int n = (int)strcspn(line, "\n");
        char expected[CELL];
        if (row < ROWS && n > BEFORE && strstr(line, property_by_row[row]) == line + 2) {
            const bool refuted = strcmp(verdicts_by_row[row], "refuted") == 0;
            const char *paint = !judgements[row].as_declared ? "\033[1;31m"
                                : refuted                    ? "\033[33m"
                                                             : "";
            snprintf(expected, sizeof expected, "%.*s%s%.*s\033[0m%.*s\n", BEFORE, line, paint,
                     VERDICT, line + BEFORE, n - BEFORE - VERDICT, line + BEFORE + VERDICT);
            row++;
        } else
            snprintf(expected, sizeof expected, "%.*s\n", n, line);
        cr_assert(strncmp(at, expected, strlen(expected)) == 0, "%s, not %s", at, expected);
        at += strlen(expected);
    }
    cr_expect_str_empty(at);
    free(painted);
    free(plain);
}

/* What befalls all claims of a law is said once. */
Test(verdicts_output, notes_are_said_once)
{
    struct verdicts v = planted();
    v.rows[9] = v.rows[8];
    struct memory_stream stream;
    verdicts_notes(memory_open(&stream), &v);
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, "\n! declared holds, found refuted: beyond its bound by 0.9\n"
                           "\n! declared holds, found inconclusive: gave up\n");
    free(text);
    free(v.rows);
}

Test(verdicts_output, notes_of_other_declarations_are_said_too)
{
    struct verdicts v = planted();
    struct claim refuted = *v.rows[8].claim;
    v.rows[9] = v.rows[8];
    refuted.declared = REFUTED;
    v.rows[9].claim = &refuted;
    struct memory_stream stream;
    verdicts_notes(memory_open(&stream), &v);
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, "\n! declared holds, found refuted: beyond its bound by 0.9\n"
                           "\n! declared holds, found inconclusive: gave up\n"
                           "\n! declared refuted, found inconclusive: gave up\n");
    free(text);
    free(v.rows);
}

/* Without a proof or an enclosure nothing is said of shares, and without other laws nothing of the
 * first ones. */
Test(verdicts_output, has_shares_only_where_there_are_any)
{
    static const struct {
        size_t from, n;
        const char *line;
    } parts[] = {
        { 3, 2, NULL },
        { 7, 5, NULL },
        { 5, 6, "proved or enclosed: 2 of 4 claims declared to hold (50 %)\n" },
        { 0, 4, "proved or enclosed: 3 of 4 claims declared to hold (75 %)\n" },
        { 3, 3,
          "proved or enclosed: 1 of 2 claims declared to hold (50 %), of the first laws 0 of 1 (0 "
          "%)\n" },
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct verdicts all = planted();
        const struct verdicts part = { all.rows + parts[i].from, parts[i].n };
        struct memory_stream stream;
        verdicts_write(memory_open(&stream), FORMAT_TABLE, &part, false);
        char *text = memory_close(&stream);
        const char *shares = strstr(text, "proved or enclosed");
        cr_assert_eq(!shares, !parts[i].line, "part %zu", i);
        for (char *end; shares && (end = strstr(text, "\n  of")) != NULL;)
            memmove(memset(end, ' ', 1), end + 2, strlen(end + 2) + 1);
        if (shares)
            cr_expect(strncmp(shares, parts[i].line, strlen(parts[i].line)) == 0, "%s", shares);
        free(text);
        free(all.rows);
    }
}

/* An inconclusive row is a success where the claim declares no verdict, and elsewhere a failure
 * like a refuted one, wherever it stands. */
Test(verdicts_status, fails_when_one_row_is_not_as_declared)
{
    enum { DECLARED, REFUTED_HOLDS, UNDECIDED_HOLDS, UNDECIDED_UNKNOWN };
    static const struct judgement kinds[] = {
        [DECLARED] = { .verdict = VERDICT_HOLDS, .as_declared = true },
        [REFUTED_HOLDS] = { .verdict = VERDICT_REFUTED },
        [UNDECIDED_HOLDS] = { .verdict = VERDICT_INCONCLUSIVE },
        [UNDECIDED_UNKNOWN] = { .verdict = VERDICT_INCONCLUSIVE, .as_declared = true },
    };
    static const struct {
        int rows[3], status;
    } cases[] = {
        { { DECLARED, DECLARED, DECLARED }, 0 },
        { { DECLARED, UNDECIDED_UNKNOWN, DECLARED }, 0 },
        { { REFUTED_HOLDS, DECLARED, DECLARED }, 1 },
        { { DECLARED, REFUTED_HOLDS, DECLARED }, 1 },
        { { DECLARED, DECLARED, REFUTED_HOLDS }, 1 },
        { { UNDECIDED_HOLDS, DECLARED, DECLARED }, 1 },
        { { DECLARED, DECLARED, UNDECIDED_HOLDS }, 1 },
        { { UNDECIDED_HOLDS, DECLARED, REFUTED_HOLDS }, 1 },
        { { REFUTED_HOLDS, UNDECIDED_UNKNOWN, UNDECIDED_HOLDS }, 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct verdict_row rows[3] = { 0 };
        for (int k = 0; k < 3; k++)
            rows[k].judgement = kinds[cases[i].rows[k]];
        cr_expect_eq(verdicts_status(&(struct verdicts){ rows, 3 }), cases[i].status, "case %zu",
                     i);
    }
    cr_expect_eq(verdicts_status(&(struct verdicts){ NULL, 0 }), 0);
}
