/* What a page consists of: elements one within another, each closed, with the words given. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/page.h"
#include "tools/base/memory.h"

/* Expects that the text goes on like that, and moves *at behind it. */
static void expect_next(const char **at, const char *expected)
{
    const size_t n = strlen(expected);
    cr_expect(strncmp(*at, expected, n) == 0, "'%.*s' instead of\n'%s'", (int)n, *at, expected);
    *at += strlen(*at) < n ? strlen(*at) : n;
}

/* Moves *at to the next place of that text. */
static void skip_to(const char **at, const char *text)
{
    const char *found = strstr(*at, text);
    cr_assert(found, "no '%s' in %.300s", text, *at);
    *at = found;
}

Test(page, is_made_of_its_parts)
{
    static const struct page_entry entries[] = { { "one", "First <1>" }, { "two", "Second" } };
    static const struct page_column columns[] = { { "name", PAGE_HEAD },
                                                  { "a & b", PAGE_TEXT },
                                                  { "n", PAGE_NUMBER } };
    struct memory_stream stream;
    struct page page;
    page_begin(&page, memory_open(&stream), "T<", "sub `code`");
    page_contents(&page, entries, 2);
    page_section(&page, "one", "First <1>");
    page_paragraph(&page, "%d `x` %s", 5, "<");
    page_note(&page, "note %g", 0.5);
    page_list_begin(&page);
    page_item(&page, "item %d", 1);
    page_item(&page, "item `%d`", 2);
    page_list_end(&page);
    page_command(&page, "run --a  b -c d");
    page_heading(&page, "Below");
    page_section(&page, "two", "Second");
    page_details_begin(&page, "more <");
    page_table_begin(&page, "caption &", columns, 3);
    for (int i = 1; i <= 3; i++)
        page_cell(&page, "%d<", i);
    page_cell_badge(&page, PAGE_HOLDS, "yes");
    page_cell_badge(&page, PAGE_REFUTED, "no");
    page_cell_badge(&page, PAGE_OTHER, "<");
    page_cell(&page, "alone");
    page_table_end(&page);
    page_details_end(&page);
    page_download(&page, "f.csv", "label <", "a,b\n1,\"2\"\n");
    page_end(&page);
    char *text = memory_close(&stream);
    const char *at = text;
    expect_next(&at, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    skip_to(&at, "<title>");
    expect_next(&at, "<title>T&#60;</title>\n<style>\n");
    skip_to(&at, "</style>");
    expect_next(&at, "</style>\n</head>\n<body>\n<main>\n<header>\n<h1>T&#60;</h1>\n"
                     "<p class=\"subtitle\">sub <code>code</code></p>\n</header>\n"
                     "<nav aria-label=\"Contents\">\n<ol>\n"
                     "<li><a href=\"#one\">First &#60;1&#62;</a></li>\n"
                     "<li><a href=\"#two\">Second</a></li>\n</ol>\n</nav>\n"
                     "<section id=\"one\">\n<h2>First &#60;1&#62;</h2>\n"
                     "<p>5 <code>x</code> &#60;</p>\n<p class=\"note\">note 0.5</p>\n"
                     "<ul>\n<li>item 1</li>\n<li>item <code>2</code></li>\n</ul>\n"
                     "<pre class=\"command\"><code>run <span>--a</span>  b <span>-c</span> d"
                     "</code></pre>\n<h3>Below</h3>\n</section>\n"
                     "<section id=\"two\">\n<h2>Second</h2>\n"
                     "<details>\n<summary>more &#60;</summary>\n"
                     "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"caption &#38;\">\n<table>\n<caption>caption &#38;</caption>\n"
                     "<thead><tr><th scope=\"col\">name</th><th scope=\"col\">a &#38; b</th>"
                     "<th scope=\"col\" class=\"number\">n</th></tr></thead>\n<tbody>\n"
                     "<tr><th scope=\"row\">1&#60;</th><td>2&#60;</td>"
                     "<td class=\"number\">3&#60;</td></tr>\n"
                     "<tr><th scope=\"row\"><span class=\"badge holds\">"
                     "<span aria-hidden=\"true\">✓</span> yes</span></th>"
                     "<td><span class=\"badge refuted\"><span aria-hidden=\"true\">✗</span> no"
                     "</span></td><td class=\"number\"><span class=\"badge other\">"
                     "<span aria-hidden=\"true\">•</span> &#60;</span></td></tr>\n"
                     "<tr><th scope=\"row\">alone</th><td></td><td class=\"number\"></td></tr>\n"
                     "</tbody>\n</table>\n</div>\n</details>\n"
                     "<a class=\"download\" download=\"f.csv\" "
                     "href=\"data:text/csv;charset=utf-8,a,b%0A1,%222%22%0A\">label &#60;</a>\n"
                     "</section>\n</main>\n</body>\n</html>\n");
    cr_expect_str_empty(at);
    free(text);
}

static const double x[] = { 0, 1 };
static const struct plot_series line = { "s", x, x, 2, 0, PLOT_LINE };
static const struct plot_panel panels[9] = {
    { .title = "p0", .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .title = "p1", .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
    { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
};

static char *figure(const struct page_figure *f, bool below_heading)
{
    struct memory_stream stream;
    struct page page = { .out = memory_open(&stream) };
    if (below_heading)
        page_heading(&page, "h");
    page_figure(&page, f);
    return memory_close(&stream);
}

/* Each panel in its size, with its own id, one after another; then the words below them. */
Test(figure, has_its_panels_and_words)
{
    static const struct {
        enum page_shape shape;
        const char *class, *size;
    } shapes[] = { { PAGE_NORMAL, "normal", "viewBox=\"0 0 340 230\" width=\"340\"" },
                   { PAGE_SMALL, "small", "viewBox=\"0 0 280 190\" width=\"280\"" } };
    for (int k = 0; k < 2; k++) {
        const struct page_figure f = { .id = "f",
                                       .title = "a <",
                                       .caption = "words `code`",
                                       .command = "run -x",
                                       .panels = panels,
                                       .n_panels = 3,
                                       .shape = shapes[k].shape };
        char *text = figure(&f, k == 1), words[200];
        const char *at = text;
        if (k == 1)
            expect_next(&at, "<h3>h</h3>\n<figure id=\"f\">\n<h4>a &#60;</h4>\n");
        else
            expect_next(&at, "<figure id=\"f\">\n<h3>a &#60;</h3>\n");
        expect_next(&at, "<ul class=\"legend\">\n<li><svg class=\"swatch\"");
        skip_to(&at, "<span>");
        expect_next(&at, "<span>s</span></li>\n</ul>\n");
        snprintf(words, sizeof words, "<div class=\"panels %s\" style=\"--columns:3\">\n",
                 shapes[k].class);
        expect_next(&at, words);
        for (int i = 0; i < 3; i++) {
            expect_next(&at, "<div class=\"panel\">\n");
            snprintf(words, sizeof words, "<p class=\"panel-title\">p%d</p>\n", i);
            if (i < 2)
                expect_next(&at, words);
            snprintf(words, sizeof words, "<svg class=\"plot\" id=\"f-%s-%d\"", shapes[k].class,
                     i + 1);
            expect_next(&at, words);
            skip_to(&at, "viewBox");
            expect_next(&at, shapes[k].size);
            skip_to(&at, "</svg>\n");
            expect_next(&at, "</svg>\n</div>\n");
        }
        expect_next(&at, "</div>\n<figcaption>\n<p>words <code>code</code></p>\n"
                         "<pre class=\"command\"><code>run <span>-x</span></code></pre>\n"
                         "<a class=\"download\" download=\"f.csv\" "
                         "href=\"data:text/csv;charset=utf-8,panel,series,x,y%0Ap0,s,0,0%0A");
        skip_to(&at, "\">data (CSV)");
        expect_next(&at, "\">data (CSV)</a>\n</figcaption>\n</figure>\n");
        cr_expect_str_empty(at);
        free(text);
    }
}

/* A wide figure is there twice, for a phone and for a large screen; without words, command and
 * data there is nothing below. */
Test(figure, may_be_wide_and_bare)
{
    const struct page_figure f = { .id = "w",
                                   .title = "t",
                                   .panels = panels,
                                   .n_panels = 1,
                                   .csv = "",
                                   .shape = PAGE_WIDE },
                             own = { .id = "o",
                                     .title = "t",
                                     .panels = panels,
                                     .n_panels = 1,
                                     .csv = "my,own\n" };
    char *text = figure(&f, false);
    const char *at = text;
    skip_to(&at, "<div class=\"panels normal narrow\" style=\"--columns:1\">");
    skip_to(&at, "id=\"w-normal-1\"");
    skip_to(&at, "viewBox=\"0 0 340 230\"");
    skip_to(&at, "<div class=\"panels wide\" style=\"--columns:1\">");
    skip_to(&at, "id=\"w-wide-1\"");
    skip_to(&at, "viewBox=\"0 0 720 300\"");
    skip_to(&at, "<figcaption>");
    expect_next(&at, "<figcaption>\n</figcaption>\n</figure>\n");
    free(text);
    text = figure(&own, false);
    cr_expect(strstr(text, "utf-8,my,own%0A\">"), "%s", text);
    free(text);
}

/* As many columns as fill the last row, but no fewer than half of the most: 3, or 4 small ones. */
Test(figure, fills_its_rows)
{
    static const unsigned normal[] = { 1, 2, 3, 2, 3, 3, 3, 3, 3 },
                          small[] = { 1, 2, 3, 4, 4, 3, 4, 4, 4 };
    for (size_t n = 1; n <= 9; n++)
        for (int k = 0; k < 2; k++) {
            const struct page_figure f = { .id = "f",
                                           .title = "t",
                                           .panels = panels,
                                           .n_panels = n,
                                           .shape = k == 0 ? PAGE_NORMAL : PAGE_SMALL };
            char *text = figure(&f, false), columns[40];
            snprintf(columns, sizeof columns, "\"--columns:%u\"",
                     k == 0 ? normal[n - 1] : small[n - 1]);
            cr_expect(strstr(text, columns), "%zu panels, %d: not %s", n, k, columns);
            free(text);
        }
}
