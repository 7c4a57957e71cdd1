/* Tests the parts of a page and its figures, without gnuplot and without a browser. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/figures/page_parts.h"
#include "tools/figures/plot_inline_parts.h"
#include "tools/figures/text_of_test.h"

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

static void expect_written(void (*write)(FILE *out, const void *what), const void *what,
                           const char *expected)
{
    char *text = text_of(write, what);
    cr_expect_str_eq(text, expected);
    free(text);
}

static void write_escaped(FILE *out, const void *what) { page_escape(out, what); }
static const struct page_frame frame = { .name = "T" };
static void write_running(FILE *out, const void *what)
{
    const struct page page = { .out = out, .frame = &frame, .path = "laws/a.html" };
    page_running(&page, what);
}
static void write_percent(FILE *out, const void *what) { page_percent(out, what); }

Test(text, means_itself)
{
    expect_written(write_escaped, "a<b> & \"c\" 'd' µ",
                   "a&#60;b&#62; &#38; &#34;c&#34; &#39;d&#39; µ");
    expect_written(write_escaped, "\xff\xc3=\x01\x7f", "?\?= ?");
    expect_written(write_escaped, "", "");
    expect_written(write_running, "`a<b` and `", "<code>a&#60;b</code> and `");
    expect_written(write_running, "``x``", "<code></code>x<code></code>");
    expect_written(write_running, "a[i] [b<](c.html) [d](#e)",
                   "a[i] <a href=\"../c.html\">b&#60;</a> <a href=\"#e\">d</a>");
    expect_written(write_running, "[a `b` [c", "[a <code>b</code> [c");
}

/* Decodes %XX. */
static void decode(char *text)
{
    char *to = text;
    for (const char *s = text; *s; s++)
        if (*s == '%') {
            const char digits[] = { s[1], s[2], '\0' };
            *to++ = (char)strtol(digits, NULL, 16);
            s += 2;
        } else
            *to++ = *s;
    *to = '\0';
}

Test(text, percent_encoding_keeps_every_byte)
{
    char all[256];
    for (int i = 0; i < 255; i++)
        all[i] = (char)(i + 1);
    all[255] = '\0';
    char *text = text_of(write_percent, all);
    cr_expect_eq(strcspn(text, " #\"'<>&\n\t"), strlen(text), "%s", text);
    for (const char *s = text; *s; s++)
        cr_expect((unsigned char)*s < 0x7f);
    decode(text);
    cr_expect_str_eq(text, all);
    free(text);
    expect_written(write_percent, "a,b;c=1.5e-3(/)", "a,b;c=1.5e-3(/)");
}

static const double ramp[] = { 0, 1, 2, NAN, 4 }, waves[] = { 1e-5, -2, INFINITY, 3, 0.1 };
static const struct plot_series some[] = {
    { "a", ramp, ramp, 5, 0, PLOT_LINE },        { "a", ramp, waves, 5, 0, PLOT_LINE },
    { "a", ramp, waves, 5, 1, PLOT_LINE },       { "b", ramp, waves, 5, 0, PLOT_LINE },
    { NULL, ramp, waves, 5, 2, PLOT_LINE },      { "b", ramp, waves, 5, 0, PLOT_POINTS },
    { "r", ramp, waves, 5, 3, PLOT_REFERENCE },  { "r", ramp, waves, 5, 4, PLOT_REFERENCE },
    { "c", ramp, waves, 5, 3, PLOT_BACKGROUND }, { "d", ramp, waves, 5, 4, PLOT_BACKGROUND },
};
static const struct plot_panel panels[] = {
    { .title = "one, \"1\"", .x_label = "t (s)", .y_label = "F (N)", .series = some, .n = 5 },
    { .x_label = "t (s)", .y_label = "F (N)", .series = some, .n = 10 },
    { .x_label = "t (s)", .y_label = "F (N)" },
};

static void write_legend(FILE *out, const void *what)
{
    page_legend(out, what, what == panels ? 3 : 1);
}

Test(figure, legend_has_each_look_once)
{
    char *text = text_of(write_legend, panels);
    cr_expect_eq(count(text, "<li>"), 6, "%s", text);
    cr_expect_eq(count(text, "<svg"), 6);
    cr_expect_eq(count(text, "class=\"background\""), 1);
    cr_expect_eq(count(text, "class=\"reference\""), 1);
    cr_expect_eq(count(text, "id="), 0);
    free(text);
    expect_written(write_legend, panels + 2, "");
}

static void write_csv(FILE *out, const void *what) { plot_csv(out, what, 3); }

/* The data contain every point that can be drawn, and only these, to nine digits. */
Test(figure, data_reads_back)
{
    char *text = text_of(write_csv, panels);
    static const char *const names[] = { "\"one, \"\"1\"\"\",", "2," };
    const char *line = text;
    cr_assert(strncmp(line, "panel,series,x,y\n", 17) == 0);
    line += 17;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < panels[k].n; i++)
            for (size_t j = 0; j < 5; j++) {
                const double x = some[i].x[j], y = some[i].y[j];
                if (!isfinite(x) || !isfinite(y))
                    continue;
                cr_assert(strncmp(line, names[k], strlen(names[k])) == 0, "%s", line);
                line += strlen(names[k]);
                const size_t n = strcspn(line, ",");
                cr_expect(strncmp(line, some[i].title ? some[i].title : "5", n) == 0, "%s", line);
                char *end;
                const double read_x = strtod(line + n + 1, &end), read_y = strtod(end + 1, &end);
                cr_expect_float_eq(read_x, x, 5e-9 * fabs(x));
                cr_expect_float_eq(read_y, y, 5e-9 * fabs(y));
                line = end + 1;
            }
    cr_expect_str_empty(line);
    free(text);
}

/* A curve that fills its panel: more points than the data have. */
struct filling {
    double x_scale, y_scale;
};
static void write_filling(FILE *out, const void *what)
{
    enum { N = 20000 };
    const struct filling *f = what;
    double *x = memory_array(2 * (size_t)N, sizeof *x), *y = x + N;
    for (size_t i = 0; i < N; i++) {
        x[i] = f->x_scale * sin(0.37 * (double)i);
        y[i] = f->y_scale * sin(0.41 * (double)i);
    }
    const struct plot_series series = { .title = "s", .x = x, .y = y, .n = N };
    const struct plot_panel panel = {
        .title = "p", .x_label = "x", .y_label = "y", .series = &series, .n = 1
    };
    plot_csv(out, &panel, 1);
    free(x);
}

/* Which points the data keep of many does not depend on units: scales are powers of two. */
Test(figure, data_of_many_points_are_the_same_in_all_units)
{
    static const struct filling units[] = { { 1, 1 }, { 0x1p-20, 1 }, { 1, 0x1p20 }, { 32, 0.5 } };
    char *text[4];
    for (size_t k = 0; k < 4; k++)
        text[k] = text_of(write_filling, &units[k]);
    size_t lines = 0;
    for (size_t k = 1; k < 4; k++) {
        const char *a = strchr(text[0], '\n') + 1, *b = strchr(text[k], '\n') + 1;
        for (lines = 0; *a && *b; lines++) {
            char *a_end, *b_end;
            const double x = strtod(a + 4, &a_end), y = strtod(a_end + 1, &a_end);
            const double other_x = strtod(b + 4, &b_end), other_y = strtod(b_end + 1, &b_end);
            cr_assert_float_eq(other_x, x * units[k].x_scale, 1e-8 * fabs(other_x));
            cr_assert_float_eq(other_y, y * units[k].y_scale, 1e-8 * fabs(other_y));
            a = a_end + 1;
            b = b_end + 1;
        }
        cr_expect(!*a && !*b, "units %zu: another number of points", k);
    }
    cr_expect(lines > 30 && lines <= 300, "%zu", lines);
    for (size_t k = 0; k < 4; k++)
        free(text[k]);
}

static void write_path(FILE *out, const void *what) { plot_path(out, what, strlen(what)); }

Test(picture, paths_are_short_and_within_a_tenth_of_a_pixel)
{
    static const char *const cases[][2] = {
        { "M51.00,110.40 L187.00,69.61 M214.19,94.09 L241.39,183.84 L322.99,102.25  ",
          "M51 110.4l136-40.8m27.2 24.5l27.2 89.7 81.6-81.5" },
        { "M0.00,0.00 L1.00,0.10 L2.00,-0.02 L4.00,0.10 ", "M0 0l4 .1" },
        { "M0.00,0.00 L2.00,0.00 L4.00,0.30 L6.00,0.00 ", "M0 0l2 0 2 .3 2-.3" },
        { "M0.00,0.00 L9.00,0.00 L1.00,0.00 ", "M0 0l9 0-8 0" },
        { "M100.00,50.00 L110.00,50.00 L120.00,50.00 L130.00,60.00 L140.00,70.00 ",
          "M100 50l20 0 20 20" },
        { "M5.00,5.00 M6.00,6.00 ", "" },
        { "M5.00,5.00 L5.00,5.05 ", "M5 5l0 .1" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_written(write_path, cases[i][0], cases[i][1]);
}
