/* What a page consists of: elements one within another, each closed, with the words given. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/page.h"

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

static const struct page_entry first_entries[] = { { "index.html", NULL, "First <1>" },
                                                   { "index.html", "one", "One" } },
                               second_entries[] = { { "laws/a.html", NULL, "a" } };
static const struct page_group groups[] = { { "Questions", first_entries, 2 },
                                            { "Laws &", second_entries, 1 } };
static const struct page_frame folder = { .name = "T<", .groups = groups, .n_groups = 2 },
                               single = { .name = "T<",
                                          .single_file = true,
                                          .groups = groups,
                                          .n_groups = 2 };

Test(page, is_made_of_its_parts)
{
    static const struct page_column columns[] = { { "name", PAGE_HEAD },
                                                  { "a & b", PAGE_TEXT },
                                                  { "n", PAGE_NUMBER } };
    struct memory_stream stream;
    struct page page;
    page_begin(&page, memory_open(&stream), &folder, "Title <");
    page_article(&page, "laws/a.html", "a <", "sub `code`");
    page_banner(&page, "beware of %d", 1);
    page_section(&page, "one", "First <1>");
    page_paragraph(&page, "%d `x` %s [words <](index.html#one) [not", 5, "<");
    page_note(&page, "note %g", 0.5);
    page_list_begin(&page);
    page_item(&page, "item %d", 1);
    page_item(&page, "item `%d`", 2);
    page_list_end(&page);
    page_command(&page, "run --a  b -c d");
    page_heading(&page, NULL, "Below %d", 3);
    page_heading(&page, "b<", "Again");
    page_section(&page, "two", "Second");
    page_table_begin(&page, "caption &", columns, 3);
    page_row_id(&page, "r1");
    for (int i = 1; i <= 3; i++)
        page_cell(&page, "%d<", i);
    page_cell_badge(&page, PAGE_PROVED, "yes");
    page_cell_badge(&page, PAGE_FALSE, "no");
    page_cell_badge(&page, PAGE_OTHER, "<");
    page_cell_running(&page, "alone `%d`", 7);
    page_row_end(&page);
    page_cell(&page, "last");
    page_table_end(&page);
    page_data(&page, "f 1.csv", "label <");
    page_link(&page, "laws/a.html", NULL, "here");
    page_end(&page);
    char *text = memory_close(&stream);
    const char *at = text;
    expect_next(&at, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    skip_to(&at, "<title>");
    expect_next(&at, "<title>Title &#60;</title>\n<style>\n");
    skip_to(&at, "</style>");
    expect_next(
        &at, "</style>\n</head>\n<body>\n<header class=\"bar\"><a href=\"../index.html\">"
             "T&#60;</a> <a class=\"to-contents\" href=\"#contents\">Contents</a></header>\n"
             "<div class=\"frame\">\n<main>\n<article id=\"laws-a\">\n<h1>a &#60;</h1>\n"
             "<p class=\"subtitle\">sub <code>code</code></p>\n"
             "<p class=\"banner\" role=\"note\">beware of 1</p>\n"
             "<section id=\"one\">\n<h2>First &#60;1&#62;</h2>\n"
             "<p>5 <code>x</code> &#60; <a href=\"../index.html#one\">words &#60;</a> [not</p>\n"
             "<p class=\"note\">note 0.5</p>\n"
             "<ul>\n<li>item 1</li>\n<li>item <code>2</code></li>\n</ul>\n"
             "<pre class=\"command\"><code>run <span>--a</span>  b <span>-c</span> d"
             "</code></pre>\n<h3>Below 3</h3>\n<h3 id=\"b&#60;\">Again</h3>\n</section>\n"
             "<section id=\"two\">\n<h2>Second</h2>\n"
             "<table class=\"list\">\n<caption>caption &#38;</caption>\n"
             "<thead><tr><th scope=\"col\">name</th><th scope=\"col\">a &#38; b</th>"
             "<th scope=\"col\" class=\"number\">n</th></tr></thead>\n<tbody>\n"
             "<tr id=\"r1\"><th scope=\"row\">1&#60;</th><td data-title=\"a &#38; b\">2&#60;</td>"
             "<td class=\"number\" data-title=\"n\">3&#60;</td></tr>\n"
             "<tr><th scope=\"row\"><span class=\"badge proved\">"
             "<span aria-hidden=\"true\">■</span> yes</span></th>"
             "<td data-title=\"a &#38; b\"><span class=\"badge false\">"
             "<span aria-hidden=\"true\">✗</span> no</span></td>"
             "<td class=\"number\" data-title=\"n\"><span class=\"badge other\">"
             "<span aria-hidden=\"true\">–</span> &#60;</span></td></tr>\n"
             "<tr><th scope=\"row\">alone <code>7</code></th><td data-title=\"a &#38; b\"></td>"
             "<td class=\"number\" data-title=\"n\"></td></tr>\n"
             "<tr><th scope=\"row\">last</th><td data-title=\"a &#38; b\"></td>"
             "<td class=\"number\" data-title=\"n\"></td></tr>\n"
             "</tbody>\n</table>\n"
             "<a class=\"download\" download href=\"../data/f%201.csv\">label &#60;</a>\n"
             "<a href=\"#laws-a\">here</a>"
             "</section>\n</article>\n</main>\n"
             "<nav id=\"contents\" aria-label=\"Contents\">\n<p>Questions</p>\n<ul>\n"
             "<li><a href=\"../index.html\">First &#60;1&#62;</a></li>\n"
             "<li><a href=\"../index.html#one\">One</a></li>\n</ul>\n"
             "<p>Laws &#38;</p>\n<ul>\n"
             "<li><a href=\"#laws-a\" aria-current=\"page\">a</a></li>\n</ul>\n"
             "</nav>\n</div>\n</body>\n</html>\n");
    cr_expect_str_empty(at);
    free(text);
}

/* In a single file pages follow one another under one bar and above one list of contents; links go
 * to places in it, and there are no data to be saved. */
Test(page, may_be_one_of_several_in_a_file)
{
    struct memory_stream stream;
    struct page page;
    page_begin(&page, memory_open(&stream), &single, "T");
    page_article(&page, "index.html", "I", NULL);
    page_section(&page, "s", "S");
    page_article(&page, "laws/a.html", "A", NULL);
    page_link(&page, "index.html", NULL, "up");
    page_link(&page, "index.html", "s", "down");
    page_data(&page, "f.csv", "data");
    page_end(&page);
    char *text = memory_close(&stream);
    const char *at = text;
    skip_to(&at, "<body>");
    expect_next(&at, "<body>\n<header class=\"bar\"><a href=\"#index\">T&#60;</a> "
                     "<a class=\"to-contents\" href=\"#contents\">Contents</a></header>\n"
                     "<div class=\"frame\">\n<main>\n<article id=\"index\">\n<h1>I</h1>\n"
                     "<section id=\"s\">\n<h2>S</h2>\n</section>\n</article>\n"
                     "<article id=\"laws-a\">\n<h1>A</h1>\n"
                     "<a href=\"#index\">up</a><a href=\"#s\">down</a></article>\n</main>\n"
                     "<nav id=\"contents\" aria-label=\"Contents\">\n<p>Questions</p>\n<ul>\n"
                     "<li><a href=\"#index\">First &#60;1&#62;</a></li>\n"
                     "<li><a href=\"#one\">One</a></li>\n</ul>\n");
    free(text);
}

/* Parts of the bar are as long as the counts; what counts nothing is not there. */
Test(page, has_a_bar_of_verdicts)
{
    static const size_t counts[PAGE_VERDICTS] = { 3, 0, 12, 0, 1, 0 };
    static const char *const words[PAGE_VERDICTS] = { "`p`", "e", "a <", "t", "f", "o" };
    struct memory_stream stream;
    struct page page = { .out = memory_open(&stream), .frame = &folder, .path = "index.html" };
    page_bar(&page, counts, words);
    char *text = memory_close(&stream);
    cr_expect_str_eq(
        text,
        "<div class=\"verdicts\" aria-hidden=\"true\">"
        "<span class=\"part proved\" style=\"flex-grow:3\">3</span>"
        "<span class=\"part agreed\" style=\"flex-grow:12\">12</span>"
        "<span class=\"part false\" style=\"flex-grow:1\">1</span></div>\n"
        "<ul class=\"verdict-words\">\n"
        "<li><span class=\"badge proved\"><span aria-hidden=\"true\">■</span> 3</span> "
        "<code>p</code></li>\n"
        "<li><span class=\"badge agreed\"><span aria-hidden=\"true\">▲</span> 12</span> "
        "a &#60;</li>\n"
        "<li><span class=\"badge false\"><span aria-hidden=\"true\">✗</span> 1</span> f</li>\n"
        "</ul>\n");
    free(text);
}

/* Formulas as the laws' equations have them. */
Test(page, typesets_formulas)
{
    static const char *const forms[][2] = {
        { "F &= k z", "<mi>F</mi><mo>=</mo><mi>k</mi><mi>z</mi>" },
        { "\\dot z &= -2.5 \\cdot 10^{-3}",
          "<mover accent=\"true\"><mrow><mi>z</mi></mrow><mo>˙</mo></mover><mo>=</mo><mo>−</mo>"
          "<mn>2.5</mn><mo>·</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>" },
        { "\\frac{\\sigma_0 v}{G_s}",
          "<mfrac><mrow><msub><mi>σ</mi><mrow><mn>0</mn></mrow></msub><mi>v</mi></mrow>"
          "<mrow><msub><mi>G</mi><mrow><mi>s</mi></mrow></msub></mrow></mfrac>" },
        { "\\exp\\left(-\\left|x\\right|^m\\right)",
          "<mi>exp</mi><mrow><mo>(</mo><mo>−</mo><msup><mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>"
          "<mrow><mi>m</mi></mrow></msup><mo>)</mo></mrow>" },
        { "\\sum_{i = 1}^{3} z_i",
          "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mn>3</mn></mrow>"
          "</munderover><msub><mi>z</mi><mrow><mi>i</mi></mrow></msub>" },
        { "\\begin{cases} 1 & \\text{if } v \\le c \\\\ 0 & \\text{otherwise} \\end{cases}",
          "<mrow><mo>{</mo><mtable class=\"cases\"><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if "
          "</mtext>"
          "<mi>v</mi><mo>≤</mo><mi>c</mi></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd>"
          "<mtext>otherwise</mtext></mtd></mtr></mtable></mrow>" },
        { "z_{\\mathrm{b\\_a}} \\operatorname{sgn}\\left(v\\right)",
          "<msub><mi>z</mi><mrow><mi>b_a</mi></mrow></msub><mi>sgn</mi><mrow><mo>(</mo><mi>v</mi>"
          "<mo>)</mo></mrow>" },
        { "\\sqrt{x} \\left\\{1, 2\\right\\}",
          "<msqrt><mrow><mi>x</mi></mrow></msqrt><mrow><mo>{</mo><mn>1</mn><mo>,</mo><mn>2</mn>"
          "<mo>}</mo></mrow>" },
        { "a < \\unknown", "<mi>a</mi><mo>&#60;</mo><mo>\\</mo><mi>u</mi><mi>n</mi><mi>k</mi>"
                           "<mi>n</mi><mi>o</mi><mi>w</mi><mi>n</mi>" },
        { "\\left(x", "<mrow><mo>(</mo><mi>x</mi></mrow>" },
        { "\\text{open", "<mtext>open</mtext>" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct memory_stream stream;
        struct page page = { .out = memory_open(&stream), .frame = &folder };
        char expected[1024];
        page_math(&page, &forms[i][0], 1);
        char *text = memory_close(&stream);
        snprintf(expected, sizeof expected,
                 "<div class=\"equations\">\n<math display=\"block\"><mrow>%s</mrow></math>\n"
                 "</div>\n",
                 forms[i][1]);
        cr_expect_str_eq(text, expected, "%s: %s", forms[i][0], text);
        free(text);
    }
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

/* The data that a figure has saved. */
static char saved_name[64], *saved;

static void save(void *context, const char *name, const char *text)
{
    cr_expect_eq(context, saved_name);
    snprintf(saved_name, sizeof saved_name, "%s", name);
    free(saved);
    saved = memory_text("%s", text);
}

static char *figure(const struct page_figure *f, bool below_heading)
{
    const struct page_frame saving = { .save = save, .context = saved_name };
    struct memory_stream stream;
    struct page page = { .out = memory_open(&stream), .frame = &saving, .path = "laws/a.html" };
    if (below_heading)
        page_heading(&page, NULL, "h");
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
                         "<a class=\"download\" download href=\"../data/f.csv\">data (CSV)</a>\n"
                         "</figcaption>\n</figure>\n");
        cr_expect_str_empty(at);
        cr_expect_str_eq(saved_name, "f.csv");
        cr_expect_eq(strncmp(saved, "panel,series,x,y\np0,s,0,0\n", 26), 0, "%s", saved);
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
    cr_expect(strstr(text, "href=\"../data/o.csv\""), "%s", text);
    cr_expect_str_eq(saved, "my,own\n");
    free(text);
}

/* A note stands below its panel. */
Test(figure, explains_a_panel)
{
    const struct plot_panel noted = {
        .x_label = "x", .y_label = "y", .series = &line, .n = 1, .note = "none `c`"
    };
    const struct page_figure f = { .id = "f", .title = "t", .panels = &noted, .n_panels = 1 };
    char *text = figure(&f, false);
    cr_expect(strstr(text, "</svg>\n<p class=\"panel-note\">none <code>c</code></p>\n</div>"), "%s",
              text);
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
