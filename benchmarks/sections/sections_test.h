/* For tests of the report's sections: data that are made up, and what the page shows of them. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_SECTIONS_TEST_H
#define BRISTLE_BENCHMARKS_SECTIONS_SECTIONS_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/sections/parts.h"
#include "tools/base/memory.h"

/* Opens an empty report of that name. */
static inline struct report report_begin(const char *name, bool quick)
{
    struct report report = { .quick = quick, .jobs = 1 };
    const char *directory = getenv("TEST_TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory ? directory : "/tmp", name);
    store_open(&report.store, path, "", quick, true);
    return report;
}

/* What pages are drawn for; data that figures save go to its store. */
static const struct report *drawn_for;

static inline void save_drawn(void *context, const char *name, const char *text)
{
    (void)context;
    store_put_data(&drawn_for->store, name, text);
}

static inline struct page drawing_begin(const struct report *report, struct memory_stream *stream)
{
    static const struct page_frame frame = { .name = "test", .save = save_drawn };
    drawn_for = report;
    return (struct page){ .out = memory_open(stream), .frame = &frame, .path = "test.html" };
}

/* Return what a section shows on the first page, on the page of a law, an experiment, a core, and
 * on the paper's, to be freed. */
static inline char *drawn_first(const struct report *report, const struct section *section)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    section->draw_first(report, &page);
    return memory_close(&stream);
}

static inline char *drawn_law(const struct report *report, const struct section *section,
                              const struct model *law)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    section->draw_law(report, &page, law);
    return memory_close(&stream);
}

static inline char *drawn_scenario(const struct report *report, const struct section *section,
                                   const char *scenario)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    section->draw_scenario(report, &page, scenario_find(scenario));
    return memory_close(&stream);
}

static inline char *drawn_core(const struct report *report, const struct section *section,
                               const struct report_core *core)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    section->draw_core(report, &page, core);
    return memory_close(&stream);
}

static inline char *drawn_paper(const struct report *report, const struct section *section)
{
    struct memory_stream stream;
    struct page page = drawing_begin(report, &stream);
    section->draw_paper(report, &page);
    return memory_close(&stream);
}

/* Returns what the part of that name writes, to be freed. */
static inline char *section_part(const struct report *report, const struct section *section,
                                 const char *name)
{
    struct parts parts = { 0 };
    struct memory_stream stream;
    section->plan(report, &parts);
    size_t i = 0;
    while (i < parts.n && strcmp(parts.list[i].name, name) != 0)
        i++;
    cr_assert_lt(i, parts.n, "%s is not planned", name);
    parts.list[i].write(report, &parts.list[i], memory_open(&stream));
    free(parts.list);
    return memory_close(&stream);
}

/* Expects the names of all parts in their order, each followed by a blank. */
static inline void expect_planned(const struct section *section, bool quick, const char *names)
{
    const struct report report = { .quick = quick };
    struct parts parts = { 0 };
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    section->plan(&report, &parts);
    for (size_t i = 0; i < parts.n; i++)
        fprintf(out, "%s ", parts.list[i].name);
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, names, "%s plans %s", section->id, text);
    free(text);
    free(parts.list);
}

/* Returns the text between tags up to `end`, to be freed: lines of cells, each followed by a bar.
 */
static inline char *words_of(const char *html, const char *end)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    while (*html && html < end)
        if (*html == '<') {
            if (strncmp(html, "</td>", 5) == 0 || strncmp(html, "</th>", 5) == 0)
                fputc('|', out);
            fputs(strncmp(html, "<br>", 4) == 0 ? " " : "", out);
            fputs(strncmp(html, "</tr>", 5) == 0 ? "\n" : "", out);
            html += strcspn(html, ">") + 1;
        } else if (strncmp(html, "&#", 2) == 0) {
            fputc(atoi(html + 2), out);
            html += strcspn(html, ";") + 1;
        } else if (*html++ != '\n')
            fputc(html[-1], out);
    return memory_close(&stream);
}

/* Expects a table of that caption. */
static inline void expect_table(const char *html, const char *caption, const char *expected)
{
    char begin[256];
    snprintf(begin, sizeof begin, "<caption>%s</caption>", caption);
    const char *table = strstr(html, begin);
    cr_assert(table, "no table '%s'", caption);
    char *text = words_of(table + strlen(begin), strstr(table, "</table>"));
    cr_expect_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", caption, text, expected);
    free(text);
}

/* Returns the data that the figure has saved, to be freed. */
static inline char *data_of_figure(const char *html, const char *id)
{
    char name[256], link[300];
    snprintf(name, sizeof name, "%s.csv", id);
    snprintf(link, sizeof link, "href=\"data/%s\"", name);
    cr_assert(strstr(html, link), "no link to the data of '%s'", id);
    char *text = store_get(&drawn_for->store, name);
    cr_assert(text, "no data of '%s'", id);
    return text;
}

/* Expects the points of a figure, in the order of panels and series. */
static inline void expect_points(const char *html, const char *id, const char *expected)
{
    char *text = data_of_figure(html, id);
    cr_expect_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", id, text, expected);
    free(text);
}

/* Expects a figure's legend, line by line: what the sample looks like, a bar, the name. */
static inline void expect_legend(const char *html, const char *id, const char *expected)
{
    char begin[256];
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    snprintf(begin, sizeof begin, "<figure id=\"%s\">", id);
    const char *at = strstr(html, begin);
    cr_assert(at, "no figure '%s'", id);
    at = strstr(at, "<ul class=\"legend\">");
    cr_assert(at, "no legend of '%s'", id);
    const char *end = strstr(at, "</ul>");
    for (const char *item; (item = strstr(at, "<li>")) != NULL && item < end;) {
        const char *name = strstr(item, "<span>") + strlen("<span>");
        static const char path[] = "<path class=\"";
        for (at = item; (at = strstr(at, path)) != NULL && at < name; fputs(", ", out)) {
            at += strlen(path);
            fwrite(at, 1, strcspn(at, "\""), out);
        }
        fprintf(out, "| %.*s\n", (int)strcspn(name, "<"), name);
        at = name;
    }
    char *text = memory_close(&stream);
    cr_expect_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", id, text, expected);
    free(text);
}

/* Expects so many lines, or groups of markers, of that class in all panels of a figure. */
static inline void expect_paths(const char *html, const char *id, const char *class, size_t n)
{
    char begin[256], path[100];
    size_t found = 0;
    snprintf(begin, sizeof begin, "<figure id=\"%s\">", id);
    snprintf(path, sizeof path, "<path class=\"%s\"", class);
    const char *at = strstr(html, begin);
    cr_assert(at, "no figure '%s'", id);
    const char *end = strstr(at, "</figure>");
    at = strstr(at, "<svg class=\"plot\""); /* behind the legend */
    while (at && (at = strstr(at, path)) != NULL && at++ < end)
        found++;
    cr_expect_eq(found, n, "%s, %s: %zu", id, class, found);
}

static inline void expect_contains(const char *html, const char *text)
{
    cr_expect(strstr(html, text), "there is no '%s' in\n%s", text, html);
}

#endif
