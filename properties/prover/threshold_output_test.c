/* What is printed of thresholds whose numbers all differ: each stands under its heading, on its
 * side, in its scale, and no side or point is left out. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/prover/threshold_table.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

enum { POINTS = 8, ROWS = 2 * POINTS };

static const struct quantity params[] = {
    { .name = "Fc", .unit = "N", .lo = 0.1, .hi = 90 },
    { .name = "sigma1", .unit = "N s/m", .lo = 0.25, .hi = 4000 },
    { .name = "vs", .unit = "m/s", .lo = 0.001, .hi = 0.5 },
};
static const struct model model = { .name = "bent", .params = params, .n_params = 3 };

static char proof[] = "a proof", witness[] = "a witness"; /* of which only the presence matters */

/* Both ends; no edge in the range; one end certified, of either kind; none. */
static const struct threshold sides[POINTS][THRESHOLD_SIDES] = {
    { { true, true, "11.25", "10.5", proof, witness, 101, 0.000612 },
      { true, true, "111.5", "112.75", proof, witness, 201, 0.0142 } },
    { { true, true, "12.25", "12", proof, witness, 102, 0.00789 },
      { false, false, "912.5", "", proof, NULL, 202, NAN } },
    { { false, false, "0.25", "", proof, NULL, 103, NAN },
      { true, true, "113.5", "114", proof, witness, 203, 0.000533 } },
    { { true, false, "14.25", "", proof, NULL, 104, NAN },
      { true, false, "", "115.5", NULL, witness, 204, NAN } },
    { { true, false, "", "15.75", NULL, witness, 105, NAN },
      { true, false, "116.5", "", proof, NULL, 205, NAN } },
    { { true, false, "", "", NULL, NULL, 106, NAN },
      { true, true, "117.5", "118", proof, witness, 206, 0.000644 } },
};

/* Breaks where a line ends, behind "is" below a side's width, behind "times" in a map. */
static const char constraint[] = "vs <= Fc/20 while Fs is below a hundred times Fc";

static const char *const notes[ROWS] = {
    "",
    "",
    "",
    "no threshold on that side was found in the range",
    "no threshold on that side was found in the range",
    "",
    "refuted nowhere near",
    "proved nowhere near",
    "proved nowhere near",
    "refuted nowhere near",
    "neither proved nor refuted nearby",
    "",
    "no value has a stored energy",
    "no value has a stored energy",
    constraint,
    constraint,
};

static const double fc[POINTS] = { 1.5, 1.5, 2.5, 2.5, 3.5, 3.5, 4.5, 4.5 };

/* A grid over Fc and vs, the latter fastest. The last point but one has no storage, and the last
 * one is not valid. */
static struct threshold_table planted(struct threshold_row rows[POINTS], unsigned n_axes)
{
    memset(rows, 0, POINTS * sizeof *rows);
    for (unsigned i = 0; i < POINTS; i++) {
        rows[i].p[0] = fc[i];
        rows[i].p[1] = 777;
        rows[i].p[2] = i % 2 ? 0.02 : 0.0125;
        rows[i].any = i < 6;
        memcpy(rows[i].sides, sides[i], sizeof sides[i]);
        for (int k = 0; k < THRESHOLD_SIDES; k++) {
            if (sides[i][k].proof)
                snprintf(rows[i].proof[k], 512, "out/%u_%d.proof.json", i, k);
            if (sides[i][k].witness)
                snprintf(rows[i].witness[k], 512, "out/%u_%d.witness.json", i, k);
        }
    }
    rows[POINTS - 1].invalid = constraint;
    return (struct threshold_table){ .model = &model,
                                     .property = PASSIVITY,
                                     .param = 1,
                                     .axis = { { .param = 0, .n = 4 }, { .param = 2, .n = 2 } },
                                     .n_axes = n_axes,
                                     .rows = rows,
                                     .n = POINTS };
}

static char *written(enum format format, const struct threshold_table *table)
{
    struct memory_stream stream;
    threshold_table_write(memory_open(&stream), format, table);
    return memory_close(&stream);
}

static void expect_row(const char *csv, const cJSON *json, size_t i)
{
    const size_t point = i / 2, k = i % 2;
    const struct threshold *side = &sides[point][k];
    char path[CELL], at[CELL], force[16];
    expect_text(csv, json, i, "model", "bent");
    expect_text(csv, json, i, "property", "passivity");
    expect_text(csv, json, i, "parameter", "sigma1");
    expect_text(csv, json, i, "side", k == 0 ? "lower" : "upper");
    expect_text(csv, json, i, "proved", side->proved);
    expect_text(csv, json, i, "refuted", side->refuted);
    snprintf(path, sizeof path, "out/%zu_%zu.proof.json", point, k);
    expect_text(csv, json, i, "proof", side->proof ? path : "");
    snprintf(path, sizeof path, "out/%zu_%zu.witness.json", point, k);
    expect_text(csv, json, i, "witness", side->witness ? path : "");
    expect_text(csv, json, i, "note", notes[i]);
    expect_number(csv, NULL, i, "boxes", point < 6 ? (k ? 201.0 : 101.0) + (double)point : 0);
    snprintf(force, sizeof force, "%g", fc[point]);
    snprintf(at, sizeof at, "Fc=%s vs=%s", force, point % 2 ? "0.02" : "0.0125");
    expect_text(csv, NULL, i, "at", at);
    const cJSON *place = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(json, (int)i), "at");
    expect_keys(place, "Fc,vs");
    cr_expect_str_eq(cJSON_GetArrayItem(place, 0)->valuestring, force);
    cr_expect_str_eq(cJSON_GetArrayItem(place, 1)->valuestring, point % 2 ? "0.02" : "0.0125");
}

Test(threshold_output, says_the_same_as_csv_and_json)
{
    static const char *const width[ROWS] = {
        "0.000612", "0.0142", "0.00789", "",         "", "0.000533", "", "",
        "",         "",       "",        "0.000644", "", "",         "", "",
    };
    struct threshold_row rows[POINTS];
    const struct threshold_table table = planted(rows, 2);
    char cell[CELL], *csv = written(FORMAT_CSV, &table), *text = written(FORMAT_JSON, &table);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItemCaseSensitive(json, "results");
    size_t lines = 0;
    for (const char *c = csv; *c; c++)
        lines += *c == '\n';
    cr_expect_eq(lines, 1 + ROWS);
    cr_assert_eq(cJSON_GetArraySize(results), ROWS);
    snprintf(cell, sizeof cell, "%.*s", (int)strcspn(csv, "\n"), csv);
    cr_expect_str_eq(cell, "model,property,parameter,side,proved,refuted,width,boxes,proof,witness,"
                           "at,note");
    expect_keys(json, "format,context,results");
    json_cell(json, "format", cell);
    cr_expect_str_eq(cell, "thresholds-1");
    for (size_t i = 0; i < ROWS; i++) {
        expect_keys(cJSON_GetArrayItem(results, (int)i),
                    "model,property,parameter,side,at,proved,refuted,proof,witness,note");
        expect_row(csv, results, i);
        expect_text(csv, NULL, i, "width", width[i]);
    }
    cJSON_Delete(json);
    free(text);
    free(csv);
}

Test(threshold_output, is_a_map_over_a_grid)
{
    static const char *const lines[] = {
        "bent passivity over sigma1 in N s/m, within [0.25, 4000]",
        "                        lower                      upper",
        "  Fc         vs         refuted at   proved at     proved at    refuted at",
        "  1.5        0.0125     10.5         11.25         111.5        112.75",
        "  1.5        0.02       12           12.25         none in the range",
        "  2.5        0.0125     none in the range          113.5        114",
        "  2.5        0.02       -            14.25         -            115.5",
        "  3.5        0.0125     15.75        -             116.5        -",
        "  3.5        0.02       -            -             117.5        118",
        "  4.5        0.0125     no value has a stored energy",
        "  4.5        0.02       not valid: vs <= Fc/20 while Fs is below a hundred times",
        "                        Fc",
    };
    struct threshold_row rows[POINTS];
    const struct threshold_table table = planted(rows, 2);
    char *text = written(FORMAT_TABLE, &table);
    expect_lines(text, lines, sizeof lines / sizeof *lines);
    free(text);
}

/* Without axes the two sides of one point are printed, with widths in percent; a reason goes on
 * below itself. */
#define HEADING                                                                                    \
    "bent passivity over sigma1 in N s/m, within [0.25, 4000]\n"                                   \
    "  side    proved at         refuted at        width     boxes of the proof\n"
#define BELOW   "                                              "
#define LOST    "no threshold on that side was\n" BELOW "found in the range\n"
#define INVALID "not valid: vs <= Fc/20 while Fs is\n" BELOW "below a hundred times Fc\n"

Test(threshold_output, is_two_sides_of_a_point)
{
    static const char *const said[POINTS] = {
        HEADING "  lower   11.25             10.5              0.061 %   101\n"
                "  upper   111.5             112.75            1.420 %   201\n",
        HEADING "  lower   12.25             12                0.789 %   102\n"
                "  upper   912.5             -                 " LOST,
        HEADING "  lower   0.25              -                 " LOST
                "  upper   113.5             114               0.053 %   203\n",
        HEADING "  lower   14.25             -                 refuted nowhere near\n"
                "  upper   -                 115.5             proved nowhere near\n",
        HEADING "  lower   -                 15.75             proved nowhere near\n"
                "  upper   116.5             -                 refuted nowhere near\n",
        HEADING "  lower   -                 -                 neither proved nor refuted nearby\n"
                "  upper   117.5             118               0.064 %   206\n",
        HEADING "  lower   -                 -                 no value has a stored energy\n"
                "  upper   -                 -                 no value has a stored energy\n",
        HEADING "  lower   -                 -                 " INVALID
                "  upper   -                 -                 " INVALID,
    };
    struct threshold_row rows[POINTS];
    const struct threshold_table all = planted(rows, 0);
    for (size_t i = 0; i < POINTS; i++) {
        struct threshold_table table = all;
        table.rows = &rows[i];
        table.n = 1;
        char *text = written(FORMAT_TABLE, &table);
        cr_expect_str_eq(text, said[i], "\n%s\ninstead of\n%s", text, said[i]);
        free(text);
    }
}

/* A law of long names: the first line is broken as well. */
Test(threshold_output, has_a_title_that_fits)
{
    static const char expected[] =
        "a_law_whose_name_has_forty_characters_in passivity over a_parameter_as_long in N\n"
        "  s/m, within [0.25, 4000]\n";
    const struct quantity parameter = {
        .name = "a_parameter_as_long", .unit = "N s/m", .lo = 0.25, .hi = 4000
    };
    const struct model law = { .name = "a_law_whose_name_has_forty_characters_in",
                               .params = &parameter,
                               .n_params = 1 };
    struct threshold_row rows[POINTS];
    struct threshold_table table = planted(rows, 0);
    table.model = &law;
    table.param = 0;
    table.n = 1;
    char *text = written(FORMAT_TABLE, &table);
    cr_expect(strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    free(text);
}

Test(threshold_output, has_any_when_one_point_has)
{
    for (size_t only = 0; only <= POINTS; only++) {
        struct threshold_row rows[POINTS];
        const struct threshold_table table = planted(rows, 2);
        for (size_t i = 0; i < POINTS; i++)
            rows[i].any = i == only;
        cr_expect_eq(threshold_any(&table), only < POINTS, "point %zu", only);
    }
}

/* The text of a file of a side. */
static char *text_of(size_t point, int side, const char *kind)
{
    struct memory_stream text;
    fprintf(memory_open(&text), "{\"%s\": [%zu, %d]}", kind, point, side);
    return memory_close(&text);
}

static void expect_file(const char *path, char *text, const char *ending)
{
    char read[256] = "";
    FILE *file = fopen(path, "r");
    const size_t length = strlen(text), suffix = strlen(ending);
    cr_assert(file, "'%s'", path);
    cr_expect(strlen(path) > suffix && strcmp(path + strlen(path) - suffix, ending) == 0,
              "'%s' should end in %s", path, ending);
    cr_expect_eq(fread(read, 1, sizeof read - 1, file), length + 1);
    fclose(file);
    cr_expect(strncmp(read, text, length) == 0 && read[length] == '\n', "%s: %s, not %s", path,
              read, text);
    remove(path);
    free(text);
}

/* Each side's texts stand in files of their own, which the row names. */
Test(threshold_output, writes_each_side_to_its_files)
{
    static const char *const side_name[THRESHOLD_SIDES] = { "lower", "upper" };
    const char *temporary = getenv("TEST_TMPDIR");
    char directory[1024];
    struct threshold_row rows[POINTS];
    struct threshold_table table = planted(rows, 2);
    snprintf(directory, sizeof directory, "%s/thresholds.XXXXXX", temporary ? temporary : "/tmp");
    cr_assert(mkdtemp(directory));
    for (size_t i = 0; i < POINTS; i++)
        for (int side = 0; side < THRESHOLD_SIDES; side++) {
            struct threshold *to = &rows[i].sides[side];
            *rows[i].proof[side] = *rows[i].witness[side] = '\0';
            to->proof = to->proof ? text_of(i, side, "proof") : NULL;
            to->witness = to->witness ? text_of(i, side, "witness") : NULL;
        }
    threshold_write(&table, directory);
    for (size_t i = 0; i < POINTS; i++)
        for (int side = 0; side < THRESHOLD_SIDES; side++) {
            const struct threshold *of = &rows[i].sides[side];
            char ending[256];
            cr_expect_eq(!of->proof, !*rows[i].proof[side]);
            cr_expect_eq(!of->witness, !*rows[i].witness[side]);
            snprintf(ending, sizeof ending, "/bent_passivity_sigma1_%s_Fc=%g_vs=%g.proof.json",
                     side_name[side], fc[i], rows[i].p[2]);
            if (of->proof)
                expect_file(rows[i].proof[side], of->proof, ending);
            snprintf(ending, sizeof ending, "/bent_passivity_sigma1_%s_Fc=%g_vs=%g.witness.json",
                     side_name[side], fc[i], rows[i].p[2]);
            if (of->witness)
                expect_file(rows[i].witness[side], of->witness, ending);
        }
    cr_expect_eq(remove(directory), 0, "%s has other files", directory);
}
