/* What is said of one's own parameters and of the edges of a claim, whose numbers all differ: each
 * stands in its place, in the table and in JSON, and rounding leads into the domain. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/own_output.h"
#include "tools/base/memory.h"

enum { PARAMS = 3, EDGES = 5 };

static const struct quantity stated_params[PARAMS] = { { "sigma", "N/m", 1e5, 1, 1e9, "" },
                                                       { "Fc", "N", 1, 0.1, 90, "" },
                                                       { "vs", "m/s", 0.001, 0, 1, "" } };
static const struct model stated = {
    .name = "bent", .source = "Doe 2001 (7)", .params = stated_params, .n_params = PARAMS
};
static const struct claim passive = { .property = PASSIVITY, .domain = "vs > 0" },
                          tried = { .property = EXPERIMENT, .domain = "figure 12" };

static const struct claim_edges edges = {
    .n = EDGES,
    .edge = {
        { 0, true, false, false, 12345.678901, 11,
          { true, 12469.135, VERDICT_HOLDS, METHOD_PROVED, 101, 201 },
          { true, 12222.222, VERDICT_REFUTED, METHOD_WITNESS, 102, 202 } },
        { 1, false, false, false, 2.34567891, 22,
          { true, 2.3222, VERDICT_HOLDS, METHOD_ENCLOSED, 103, 203 },
          { false, 7, VERDICT_HOLDS, METHOD_TESTED, 104, 204 } },
        { 2, true, false, true, 0, 33, { .judged = false }, { .judged = false } },
        { 1, false, true, false, 4.5, 44, { .judged = false },
          { true, 4.545, VERDICT_HOLDS, METHOD_TESTED, 105, 205 } },
        { 2, false, false, true, 0, 55, { .judged = false }, { .judged = false } },
    },
};

/* A line of more than 80 columns is broken. */
static const char table[] =
    "      claimed from sigma = 12345.68; yours is 11;\n"
    "        at 12469 holds (proved), at 12222 refuted (certified)\n"
    "      claimed up to Fc = 2.345678; yours is 22; at 2.3222 holds (203 enclosed)\n"
    "      claimed above vs = 0; yours is 33\n"
    "      claimed at Fc = 4.5; yours is 44; at 4.545 holds (none in 105)\n"
    "      claimed below vs = 0; yours is 55\n";

static char *printed(void (*print)(FILE *out, const struct verdict_row *row),
                     const struct verdict_row *row)
{
    struct memory_stream stream;
    print(memory_open(&stream), row);
    return memory_close(&stream);
}

static void expect_printed(void (*print)(FILE *out, const struct verdict_row *row),
                           const struct verdict_row *row, const char *expected)
{
    char *text = printed(print, row);
    cr_expect_str_eq(text, expected, "'%s', not\n'%s'", text, expected);
    free(text);
}

Test(own_output, of_edges_is_a_table)
{
    struct verdict_row row = { .model = &stated, .claim = &passive, .stated = &stated };
    row.edges = edges;
    expect_printed(own_print_edges, &row, table);
    char *text = printed(own_print_edges, &row);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "%s", line);
    free(text);
    row.edges.n = 1;
    row.judgement.verdict = VERDICT_NOT_APPLICABLE;
    text = printed(own_print_edges, &row);
    cr_expect(strncmp(text, table, strlen(text)) == 0, "an edge says where it is claimed: %s",
              text);
    free(text);
    row.edges.n = 0;
    row.judgement.verdict = VERDICT_HOLDS;
    expect_printed(own_print_edges, &row, "");
    row.judgement.verdict = VERDICT_NOT_APPLICABLE;
    expect_printed(own_print_edges, &row,
                   "      not claimed for these parameters, whichever one of them changes\n");
    row.claim = &tried;
    expect_printed(own_print_edges, &row, "      at the parameters of its experiment\n");
    row.stated = NULL;
    expect_printed(own_print_edges, &row, "");
}

/* Whatever the length of a name, lines have 80 columns at most, and what fits into one is in one.
 */
Test(own_output, of_edges_has_80_columns)
{
    unsigned whole = 0, broken = 0;
    for (unsigned length = 1; length <= 60; length++)
        for (int sides = 0; sides < 4; sides++) {
            char name[64] = "", joined[256] = "";
            const struct quantity param = { name, "N", 1, 0, 2, "" };
            const struct model law = { .name = "bent", .params = &param, .n_params = 1 };
            struct verdict_row row = { .model = &law, .claim = &passive, .edges = { .n = 1 } };
            unsigned lines = 0;
            memset(name, 'c', length);
            row.edges.edge[0] = edges.edge[0];
            row.edges.edge[0].inside.judged = sides & 1;
            row.edges.edge[0].outside.judged = sides & 2;
            char *text = printed(own_print_edges, &row), *line = text;
            for (; *line; line = strchr(line, '\n') + 1, lines++) {
                const char *word = line + strspn(line, " ");
                const size_t n = strcspn(line, "\n");
                cr_expect(n <= 80 && word < line + n, "%s", text);
                snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%.*s",
                         lines > 0 ? " " : "", (int)(line + n - word), word);
            }
            cr_expect_eq(lines > 1, strlen("      ") + strlen(joined) > 80, "%s", text);
            if (lines > 1 && sides > 0 && length < 20) /* both sides stand on the second line */
                cr_expect(lines == 2 && strstr(text, ";\n        at 12"), "%s", text);
            cr_expect(strstr(joined, name) && !!strstr(joined, "; at 12469 ") == (sides & 1) &&
                          !!strstr(joined, " at 12222 ") == sides >> 1,
                      "%s", text);
            *(lines > 1 ? &broken : &whole) += 1;
            free(text);
        }
    cr_expect(whole > 20 && broken > 20, "%u whole, %u broken", whole, broken);
}

/* The value that is printed has seven digits, and lies on the claim's side of the edge. */
Test(own_output, rounds_into_the_domain)
{
    struct verdict_row row = { .model = &stated, .claim = &passive, .edges = { .n = 1 } };
    struct claim_edge *edge = &row.edges.edge[0];
    for (int i = 0; i < 400; i++) {
        double shown;
        edge->is_from = i % 2;
        edge->value = (i % 4 < 2 ? 1 : -1) * pow(10, i / 7.0 - 30) * (1 + i / 997.0);
        char *text = printed(own_print_edges, &row);
        cr_assert_eq(sscanf(strstr(text, "sigma = "), "sigma = %lf;", &shown), 1, "%s", text);
        cr_expect(edge->is_from ? shown >= edge->value : shown <= edge->value, "%.17g: %s",
                  edge->value, text);
        /* at most a unit of the seventh digit away */
        cr_expect(fabs(shown - edge->value) <= 1e-6 * fabs(edge->value), "%.17g: %s", edge->value,
                  text);
        free(text);
    }
    static const double exact[] = { 0, 1, -2.5, 1234567, 1e-7, 9999999 };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        for (int from = 0; from < 2; from++) {
            double shown;
            edge->is_from = from;
            edge->value = exact[i];
            char *text = printed(own_print_edges, &row);
            cr_expect(sscanf(strstr(text, "sigma = "), "sigma = %lf;", &shown) == 1 &&
                          shown == exact[i],
                      "%s", text);
            free(text);
        }
}

static double number_of(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    cr_assert(cJSON_IsNumber(item), "%s", key);
    return item->valuedouble;
}

static const char *text_of(const cJSON *json, const char *key)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    cr_assert(cJSON_IsString(item), "%s", key);
    return item->valuestring;
}

static void expect_side(const cJSON *json, const struct edge_side *side)
{
    cr_expect_eq(cJSON_IsNull(json), !side->judged);
    if (!side->judged)
        return;
    cr_expect_eq(number_of(json, "at"), side->at);
    cr_expect_eq(number_of(json, "trials"), side->trials);
    cr_expect_eq(number_of(json, "enclosed"), side->enclosed);
    cr_expect_str_eq(text_of(json, "verdict"),
                     side->verdict == VERDICT_HOLDS ? "holds" : "refuted");
    cr_expect_str_eq(text_of(json, "method"), side->method == METHOD_PROVED     ? "proved"
                                              : side->method == METHOD_ENCLOSED ? "enclosed"
                                              : side->method == METHOD_WITNESS  ? "witness"
                                                                                : "tested");
}

Test(own_output, of_edges_is_json)
{
    static const char *const claimed[EDGES] = { "from", "up to", "above", "at", "below" };
    struct verdict_row row = { .model = &stated, .claim = &passive };
    row.edges = edges;
    cJSON *json = own_edges_json(&row);
    cr_assert_eq(cJSON_GetArraySize(json), EDGES);
    for (int i = 0; i < EDGES; i++) {
        const cJSON *edge = cJSON_GetArrayItem(json, i);
        const struct claim_edge *e = &edges.edge[i];
        cr_expect_str_eq(text_of(edge, "parameter"), stated_params[e->param].name);
        cr_expect_str_eq(text_of(edge, "claimed"), claimed[i]);
        cr_expect_eq(number_of(edge, "value"), e->value);
        cr_expect_eq(number_of(edge, "yours"), e->yours);
        expect_side(cJSON_GetObjectItemCaseSensitive(edge, "inside"), &e->inside);
        expect_side(cJSON_GetObjectItemCaseSensitive(edge, "outside"), &e->outside);
    }
    cJSON_Delete(json);
    json = own_parameters_json(&row);
    cr_assert_eq(cJSON_GetArraySize(json), PARAMS);
    for (int i = 0; i < PARAMS; i++)
        cr_expect_eq(strtod(text_of(json, stated_params[i].name), NULL), stated_params[i].value);
    cJSON_Delete(json);
}

/* Each parameter that differs is named with its value, and no other; a file is told. */
Test(own_output, names_the_parameters)
{
    struct quantity params[PARAMS];
    struct model own = stated;
    struct verdict_row row = { .model = &own, .claim = &passive };
    own.params = params;
    memcpy(params, stated_params, sizeof params);
    expect_printed(own_print_model, &row, "bent: Doe 2001 (7)\n");
    row.file = "laws/bent.mo";
    row.stated = &stated;
    expect_printed(own_print_model, &row,
                   "bent (laws/bent.mo): Doe 2001 (7)\n      at the defaults\n");
    row.file = NULL;
    params[0].value = 123456;
    params[2].value = 0.0012345678;
    expect_printed(own_print_model, &row,
                   "bent: Doe 2001 (7)\n      at sigma = 123456, vs = 0.0012345678, else the "
                   "defaults\n");
    params[0] = stated_params[0];
    params[1].value = 2;
    params[2] = stated_params[2];
    expect_printed(own_print_model, &row,
                   "bent: Doe 2001 (7)\n      at Fc = 2, else the defaults\n");
}

/* Lines of parameters begin below each other and take all words for which there is room. */
Test(own_output, fills_lines_of_parameters)
{
    enum { MANY = 12 };
    struct quantity params[MANY], defaults[MANY];
    char names[MANY][16], *text;
    struct model many = stated, own;
    struct memory_stream stream;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "p%.*s", 1 + i % 7, "arameter");
        defaults[i] = (struct quantity){ .name = names[i], .value = 1 };
        params[i] = (struct quantity){ .name = names[i], .value = i + 0.123456789 };
    }
    many.params = defaults;
    many.n_params = MANY;
    own = many;
    own.params = params;
    const struct verdict_row row = { .model = &own, .claim = &passive, .stated = &many };
    own_print_model(memory_open(&stream), &row);
    text = memory_close(&stream);
    unsigned lines = 0, equals = 0;
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        const size_t n = strcspn(line, "\n");
        const char *next = line + n + 1;
        cr_expect(n <= 80 && strspn(line, " ") == 6, "%s", text);
        if (*next) { /* the first word of the next line: a name, = and a number belong together */
            const char *end = strchr(next, ',');
            const size_t word = end ? (size_t)(end + 1 - next) - 6 : strcspn(next + 6, "\n");
            cr_expect_gt(n + 1 + word, 80, "%s", text);
        }
        lines++;
    }
    for (const char *at = text; (at = strstr(at, " = ")); at++)
        equals++;
    cr_expect(lines >= 3 && equals == MANY, "%s", text);
    free(text);
}

/* A box of any length is told whole, in lines that are filled up to 80 columns. */
Test(own_output, of_a_box_is_told_in_lines)
{
    for (int intervals = 1; intervals <= 40; intervals += 3) {
        struct verdict_row row = { .model = &stated,
                                   .claim = &passive,
                                   .judgement = { .method = METHOD_PROVED, .as_declared = true } };
        struct verdicts v = { &row, 1 };
        struct memory_stream stream;
        char joined[4096] = "", *box = row.judgement.box;
        for (int i = 0; i < intervals; i++)
            snprintf(box + strlen(box), JUDGE_BOX - strlen(box), "%sp%d in [%d, %d]",
                     i > 0 ? ", " : "", i, i * i * i, i * i * i * 7);
        verdicts_write(memory_open(&stream), FORMAT_TABLE, &v, false);
        char *text = memory_close(&stream), *line = strstr(text, "    proved for ");
        cr_assert(line, "%s", text);
        line += strlen("    proved for ");
        const size_t column = strlen("    proved for ");
        for (;;) {
            const size_t n = strcspn(line, "\n");
            cr_expect_leq(column + n, 80, "%s", line);
            snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%.*s",
                     *joined ? " " : "", (int)n, line);
            line += n + 1;
            if (strncmp(line, "               p", 16) != 0)
                break;
            line += 15;
            /* the next interval would not have fitted */
            const char *end = strstr(line, "], ");
            const size_t next = end ? (size_t)(end - line) + 2 : strcspn(line, "\n");
            cr_expect_gt(column + n + 1 + next, 80, "%s", text);
        }
        cr_expect_str_eq(joined, box, "%s", text);
        free(text);
    }
}
