/* Scripts for gnuplot: numbers as their axes show them, and how many there are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/figures/plot_parts.h"
#include "tools/figures/text_of_test.h"

static struct plot_axis fitted(bool log, double lo, double hi)
{
    struct plot_axis axis;
    plot_axis_fit(&axis, "", log, lo, hi, 0);
    return axis;
}

/* A series on its two axes. */
struct placed {
    const struct plot_series *series;
    const struct plot_axis *x, *y;
};

static void write_data(FILE *out, const void *what)
{
    const struct placed *p = what;
    plot_data(out, p->series, p->x, p->y, 500, 200, 100);
}

/* Numbers are those that the axes show: with their units and offsets they are the data again, to
 * the nine digits that they have. The last point stands alone: a tenth of one of 200 pixels. */
Test(script, numbers_and_axes_make_the_data)
{
    static const struct {
        bool log;
        double x[4], y[4];
    } cases[] = {
        { false, { 1000.001, 1000.002, NAN, 1000.004 }, { -7.00002, -7.00001, 0, -7.00004 } },
        { false, { 1e-6, 5e-6, NAN, 9e-6 }, { -3e7, 2e4, 0, 1e7 } },
        { false, { 0, 5, NAN, 9 }, { 1 + 1e-9, 1, 0, 1 - 1e-9 } },
        { true, { 1e-6, 5e-3, NAN, 9 }, { 1e-20, 1e-3, 0, 1e20 } },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double *xs = cases[i].x, *ys = cases[i].y;
        const struct plot_axis x = fitted(cases[i].log, xs[0], xs[3]),
                               y = fitted(cases[i].log, fmin(ys[0], ys[3]), fmax(ys[1], ys[3]));
        const struct plot_series series = { .x = xs, .y = ys, .n = 4 };
        char *text = text_of(write_data, &(struct placed){ &series, &x, &y }), *at = text;
        for (unsigned k = 0; k < 4; k++) {
            const unsigned point = k < 2 ? k : 3;
            if (k == 2)
                cr_expect(strncmp(at, "\n\n", 2) == 0);
            const double px = strtod(at, &at), py = strtod(at, &at);
            const double more = k < 3          ? 0
                                : cases[i].log ? 0.1 / 200 * ys[3]
                                               : 0.1 / 200 * (y.hi - y.lo);
            cr_expect_float_eq(x.offset + x.scale * px, xs[point], 1e-8 * fabs(x.scale * px));
            cr_expect_float_eq(y.offset + y.scale * py, ys[point] + more, 1e-8 * fabs(y.scale * py),
                               "case %zu, number %u", i, k);
        }
        cr_expect_str_eq(at, "\n");
        free(text);
    }
}

/* Panels in a row; one of them has series, of points or of lines, with as many points as asked
 * for. */
struct crowd {
    size_t n_panels, crowded, n_series, n_points;
    enum plot_draw draw;
};

static void write_crowd(FILE *out, const void *what)
{
    const struct crowd *c = what;
    struct plot_panel panels[30] = { { .x_label = "x", .y_label = "y" } };
    struct plot_series series[200];
    double *x = memory_array(c->n_points, sizeof *x);
    for (size_t i = 0; i < c->n_points; i++)
        x[i] = (double)i;
    for (size_t i = 0; i < c->n_series; i++)
        series[i] = (struct plot_series){ .x = x, .y = x, .n = c->n_points, .draw = c->draw };
    for (size_t i = 1; i < c->n_panels; i++)
        panels[i] = panels[0];
    panels[c->crowded].series = series;
    panels[c->crowded].n = c->n_series;
    plot_script(out, NULL, NULL, panels, c->n_panels, 1);
    free(x);
}

/* Counts the points of the first series. */
static size_t points_drawn(const struct crowd *c)
{
    char *text = text_of(write_crowd, c);
    const char *at = strstr(text, "$series0 << END\n"), *end = strstr(at, "\nEND");
    size_t n = 0;
    for (at = strchr(at, '\n'); at < end; at = strchr(at + 1, '\n'))
        n++;
    free(text);
    return n;
}

/* Of points all are drawn while the figure is below 380 KB: 16 KB a panel, though 80 KB are left
 * for all points, and 127 bytes each. At least 16 of a series are drawn. */
Test(script, draws_as_many_points_as_a_file_may_have)
{
    static const struct {
        size_t n_panels, n_series, most;
    } cases[] = {
        { 1, 1, (380000 - 16000) / 127 },
        { 1, 3, (380000 - 16000) / (3 * 127) },
        { 3, 2, (380000 - 48000) / (2 * 127) },
        { 18, 1, (380000 - 288000) / 127 },
        { 19, 1, 80000 / 127 },
        { 30, 1, 80000 / 127 },
        { 1, 180, 16 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned place = 0; place < 3; place++) {
            const size_t n = cases[i].n_panels, most = cases[i].most;
            struct crowd c = { n, place * (n - 1) / 2, cases[i].n_series, most, PLOT_POINTS };
            cr_expect_eq(points_drawn(&c), most, "case %zu: %zu", i, points_drawn(&c));
            c.n_points++;
            cr_expect_lt(points_drawn(&c), most + 1, "case %zu", i);
        }
}

enum { WORDS = 200 };
static void write_words(FILE *out, const void *what)
{
    char words[5 * WORDS + 1];
    for (size_t i = 0; i < WORDS; i++)
        memcpy(words + 5 * i, "word ", 6);
    words[5 * WORDS - 1] = '\0';
    const struct plot_panel panel = { .x_label = "x", .y_label = "y" };
    plot_script(out, words, words, &panel, 1, *(const unsigned *)what);
}

/* Counts the lines of text in that font. Each but the last has as many words as fit between the
 * edges of 12 pixels, a character taking that part of its size at most. */
static void expect_lines(const char *text, const char *font, double character, double width)
{
    const size_t fit = (size_t)((width - 24) / character + 1e-9), words = (fit + 1) / 5;
    size_t lines = 0, last = 0;
    for (const char *at = text; (at = strstr(at, "set label 'word")) != NULL; at++) {
        const char *line = at + strlen("set label '");
        const size_t n = strcspn(line, "'"), end = strcspn(line, "\n");
        const char *style = strstr(line, font);
        if (!style || style > line + end)
            continue;
        cr_expect(lines == 0 || last == words, "%s: %zu words, not %zu", font, last, words);
        last = (n + 1) / 5;
        lines++;
    }
    cr_expect_eq(lines, (WORDS + words - 1) / words, "%s: %zu lines", font, lines);
}

/* The page is 600 pixels wide, and 300 more for each column. */
Test(script, lines_are_as_wide_as_the_page)
{
    for (unsigned columns = 1; columns <= 3; columns++) {
        char *text = text_of(write_words, &columns);
        const double width = 600 + 300.0 * columns;
        expect_lines(text, "'sans-serif,17'", 0.6 * 17, width);
        expect_lines(text, "'monospace,11'", 0.61 * 11, width);
        free(text);
    }
}
