/* For tests of the report's sections: data that are made up, and what the page shows of them. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_SECTIONS_TEST_H
#define BRISTLE_BENCHMARKS_REPORTING_SECTIONS_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/reporting/parts.h"
#include "tools/base/memory.h"

/* Opens an empty report of that name. */
static inline struct report report_begin(const char *name, bool quick)
{
    struct report report = { .quick = quick, .jobs = 1 };
    const char *directory = getenv("TEST_TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory ? directory : "/tmp", name);
    store_open(&report.store, path, quick, true);
    return report;
}

/* Returns the section's part of the page, to be freed. */
static inline char *section_drawn(const struct report *report, const struct section *section)
{
    struct memory_stream stream;
    struct page page = { .out = memory_open(&stream) };
    section->draw(report, &page);
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

/* Returns the data that the figure's link saves, to be freed. */
static inline char *data_of_figure(const char *html, const char *id)
{
    char begin[256];
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    snprintf(begin, sizeof begin, "download=\"%s.csv\" href=\"data:text/csv;charset=utf-8,", id);
    const char *s = strstr(html, begin);
    cr_assert(s, "no data of '%s'", id);
    for (s += strlen(begin); *s != '"'; s++)
        if (*s == '%') {
            const char digits[] = { s[1], s[2], '\0' };
            fputc((int)strtol(digits, NULL, 16), out);
            s += 2;
        } else
            fputc(*s, out);
    return memory_close(&stream);
}

/* Expects the points of a figure, in the order of panels and series. */
static inline void expect_points(const char *html, const char *id, const char *expected)
{
    char *text = data_of_figure(html, id);
    cr_expect_str_eq(text, expected, "%s:\n%s\ninstead of\n%s", id, text, expected);
    free(text);
}

static inline void expect_contains(const char *html, const char *text)
{
    cr_expect(strstr(html, text), "there is no '%s' in\n%s", text, html);
}

#endif
