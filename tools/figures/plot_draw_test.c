/* Scripts for gnuplot are read back: data, ranges, places and styles; thinning is compared with
 * plain definitions of what must stay. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/figures/plot_parts.h"
#include "tools/figures/text_of_test.h"

static const double t[] = { 0, 1, 2, 3, 4 }, a[] = { 1e-6, 5e-6, NAN, 2e-6, 9e-6 },
                    b[] = { 4e-6, NAN, 3e-6, NAN, 8e-6 };
static const struct plot_series first[] = {
    { "wide", t, b, 5, 5, PLOT_REFERENCE },
    { "line", t, a, 5, 0, PLOT_LINE },
    { NULL, t, b, 5, 1, PLOT_POINTS },
    { "both with a name that is so long that the legend needs another row for it", t, a, 5, 9,
      PLOT_LINE_POINTS },
};
static const struct plot_panel panels[] = {
    { .title = "one", .x_label = "t (s)", .y_label = "z (m)", .series = first, .n = 4 },
    { .x_label = "t (s)", .y_label = "z (m)", .series = first + 1, .n = 1, .log_y = true },
    { .title = "three", .x_label = "t (s)", .y_label = "nothing" },
};
enum { WIDTH = 1200 };

static void write_script(FILE *out, const void *what)
{
    plot_script(out, "title", "footnote", what, 3, 2);
}

/* Returns the number behind a text, from *at on, and moves *at behind it. */
static double number_behind(const char **at, const char *text)
{
    char *end;
    const char *s = strstr(*at, text);
    cr_assert(s, "no '%s' in %.200s", text, *at);
    const double value = strtod(s + strlen(text), &end);
    *at = end;
    return value;
}

static void expect_number(const char **at, const char *text, double value, double distance)
{
    const double number = number_behind(at, text);
    cr_expect_float_eq(number, value, distance, "%s%g, not %g", text, number, value);
}

/* A point of the page: pixels from the left and from the top. */
struct spot {
    double x, y;
};
static struct spot spot_behind(const char **at, const char *text, double height)
{
    char *end;
    struct spot spot = { WIDTH * number_behind(at, text), 0 };
    spot.y = height * (1 - strtod(*at + 1, &end));
    *at = end;
    return spot;
}

/* The axes of a panel on the page. */
struct box {
    double left, right, top, bottom;
};
static struct box box_behind(const char **at, double height)
{
    struct box box;
    box.left = WIDTH * number_behind(at, "set lmargin at screen ");
    box.right = WIDTH * number_behind(at, "set rmargin at screen ");
    box.top = height * (1 - number_behind(at, "set tmargin at screen "));
    box.bottom = height * (1 - number_behind(at, "set bmargin at screen "));
    return box;
}

/* Two panels beside each other, and one below the first. Nothing overlaps. */
Test(script, places_panels_texts_and_legends)
{
    char *text = text_of(write_script, panels);
    const char *at = text;
    struct box boxes[3];
    expect_number(&at, "terminal svg size ", WIDTH, 0);
    const double height = strtod(at + 1, NULL);
    struct spot title = spot_behind(&at, "set label 'title' at screen ", height);
    cr_expect_float_eq(title.x, WIDTH / 2.0, 0.01);
    cr_expect(strncmp(at, " center", 7) == 0);
    struct spot footnote = spot_behind(&at, "set label 'footnote' at screen ", height);
    cr_expect(footnote.x > 0 && footnote.x < 20 && footnote.y < height);
    struct spot one = spot_behind(&at, "set label 'one' at screen ", height);
    struct spot from = spot_behind(&at, "set arrow from screen ", height),
                to = spot_behind(&at, " to screen ", height);
    cr_expect(strncmp(at, " nohead lw 6 lc rgb '#cccccc' dt solid", 38) == 0, "%.60s", at);
    struct spot wide = spot_behind(&at, "set label 'wide' at screen ", height);
    struct spot line_from = spot_behind(&at, "set arrow from screen ", height),
                line_to = spot_behind(&at, " to screen ", height);
    cr_expect(strncmp(at, " nohead lw 1.8 lc rgb '#0072B2' dt solid", 40) == 0, "%.60s", at);
    struct spot line = spot_behind(&at, "set label 'line' at screen ", height);
    struct spot both_from = spot_behind(&at, "set arrow from screen ", height),
                both_to = spot_behind(&at, " to screen ", height);
    cr_expect(strncmp(at, " nohead lw 1.8 lc rgb '#009E73' dt (22,5)", 41) == 0, "%.60s", at);
    struct spot mark = spot_behind(&at, "set label '' at screen ", height);
    cr_expect(strncmp(at, " point pt 4 ps 0.8 lw 1.5 lc rgb '#009E73'", 42) == 0, "%.60s", at);
    struct spot both = spot_behind(&at, "set label 'both with", height);
    boxes[0] = box_behind(&at, height);
    boxes[1] = box_behind(&at, height);
    boxes[2] = box_behind(&at, height);
    /* each sample of a line begins at the left of its words, in the same row */
    cr_expect_float_eq(from.x, boxes[0].left, 0.01);
    cr_expect_float_eq(to.x - from.x, 34, 0.01);
    cr_expect_float_eq(wide.x - from.x, 42, 0.01);
    cr_expect(fabs(from.y - wide.y) < 0.01 && fabs(to.y - wide.y) < 0.01);
    cr_expect(line_from.x > wide.x + 4 * 6 && fabs(line_from.y - from.y) < 0.01);
    cr_expect_float_eq(line_to.x - line_from.x, 34, 0.01);
    cr_expect_float_eq(line.x - line_from.x, 42, 0.01);
    cr_expect_float_eq(both_from.x, from.x, 0.01, "the long name has a row of its own");
    cr_expect_float_eq(both_from.y - from.y, 20, 0.01);
    cr_expect_float_eq(mark.x, (both_from.x + both_to.x) / 2, 0.01);
    cr_expect_float_eq(mark.y, both_from.y, 0.01);
    (void)both;
    /* texts in their order downwards, and the axes below them */
    cr_expect(title.y < one.y && one.y < from.y && both_from.y + 6 < boxes[0].top);
    cr_expect_float_eq(one.x, boxes[0].left, 0.01);
    for (int i = 0; i < 3; i++) {
        cr_expect_float_eq(boxes[i].right - boxes[i].left, WIDTH / 2.0 - 84 - 24, 0.01);
        cr_expect_float_eq(boxes[i].bottom - boxes[i].top, 240, 0.01);
        cr_expect_float_eq(boxes[i].left, (i % 2) * WIDTH / 2.0 + 84, 0.01);
    }
    cr_expect_float_eq(boxes[0].top, boxes[1].top, 0.01);
    cr_expect(boxes[2].top > boxes[0].bottom + 66 && boxes[2].bottom + 60 < footnote.y);
    struct spot three =
        spot_behind(&(const char *){ text }, "set label 'three' at screen ", height);
    cr_expect(three.y > boxes[0].bottom + 50 && three.y < boxes[2].top);
    struct spot none =
        spot_behind(&(const char *){ text }, "set label 'no data' at screen ", height);
    cr_expect_float_eq(none.x, (boxes[2].left + boxes[2].right) / 2, 0.01);
    cr_expect_float_eq(none.y, (boxes[2].top + boxes[2].bottom) / 2, 0.01);
    free(text);
}

/* Microns, as the label says; a logarithmic axis shows them as they are. */
Test(script, has_the_data_and_ranges_in_the_units_of_the_labels)
{
    char *text = text_of(write_script, panels);
    const char *at = strstr(text, "set xrange");
    cr_expect(strncmp(at, "set xrange [0:4]\n", 17) == 0, "%.40s", at);
    at = strstr(at, "set yrange [");
    /* 1 to 9 um, 6 % more at both ends */
    expect_number(&at, "[", 1 - 0.06 * 8, 1e-9);
    expect_number(&at, ":", 9 + 0.06 * 8, 1e-9);
    cr_expect(strstr(at, "set xlabel 't (s)'\nset ylabel 'z (µm)'\n"));
    static const char *const data[] = {
        /* points alone become lines of a tenth of a pixel: 8.96 um in 240 pixels */
        "$series0 << END\n0 4\n0 4.00373333\n\n2 3\n2 3.00373333\n\n4 8\n4 8.00373333\nEND\n",
        "$series1 << END\n0 1\n1 5\n\n3 2\n4 9\nEND\n",
        "$series2 << END\n0 4\n2 3\n4 8\nEND\n",
        "$series3 << END\n0 1\n1 5\n\n3 2\n4 9\nEND\n",
        "plot NaN notitle, $series0 with lines lw 6 lc rgb '#cccccc' dt solid notitle",
        ", $series1 with lines lw 1.8 lc rgb '#0072B2' dt solid notitle",
        ", $series2 with points lw 1.8 lc rgb '#D55E00' pt 4 ps 0.8 notitle",
        ", $series3 with linespoints lw 1.8 lc rgb '#009E73' dt (22,5) pt 4 ps 0.8 notitle\n",
        "$series0 << END\n0 1e-06\n1 5e-06\n\n3 2e-06\n4 9e-06\nEND\n",
        "plot NaN notitle, $series0 with lines lw 1.8 lc rgb '#0072B2' dt solid notitle\n",
        "plot NaN notitle\n",
    };
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        const char *found = strstr(at, data[i]);
        cr_assert(found, "no %s in %s", data[i], at);
        at = found + strlen(data[i]);
    }
    free(text);
}

/* A reference lies behind the others wherever it stands in the list, and the background between. */
Test(script, draws_references_first)
{
    const struct plot_series list[] = { { "a", t, a, 5, 0, PLOT_LINE },
                                        { "b", t, b, 5, 1, PLOT_POINTS },
                                        { "r", t, a, 5, 2, PLOT_REFERENCE },
                                        { "g", t, a, 5, 3, PLOT_BACKGROUND } };
    const struct plot_panel panel[] = { { .x_label = "x", .y_label = "y", .series = list, .n = 4 },
                                        panels[2],
                                        panels[2] };
    char *text = text_of(write_script, panel);
    const char *plot = strstr(text, "\nplot "), *r = strstr(plot, "$series2"),
               *p = strstr(plot, "$series0"), *q = strstr(plot, "$series1");
    const char *g = strstr(plot, "$series3 with lines lw 1 lc rgb '#8b949e' dt solid");
    cr_expect(r < g && g < p && p < q, "%s", plot);
    free(text);
}

static void write_axis(FILE *out, const void *what) { plot_axis_script(out, "y", what); }

Test(script, has_the_range_that_the_axis_shows)
{
    struct plot_axis axis;
    plot_axis_fit(&axis, "F (N)", false, 7.4995, 7.5005, 0);
    char *text = text_of(write_axis, &axis);
    const char *at = text;
    cr_expect(strstr(text, "unset logscale y\n") && strstr(text, "set ytics autofreq\n"));
    expect_number(&at, "set yrange [", -500, 1e-6);
    expect_number(&at, ":", 500, 1e-6);
    free(text);
    plot_axis_fit(&axis, "e", true, 1, 100, 0.5);
    text = text_of(write_axis, &axis);
    at = text;
    cr_expect(strstr(text, "set logscale y 10\n"));
    expect_number(&at, "set yrange [", 0.1, 1e-12);
    expect_number(&at, ":", 1000, 1e-8);
    free(text);
}

enum { MANY = 3000, COLUMNS = 100 };

/* The axes are a hundred pixels wide: a column is a hundredth of 0 to 1. */
static struct plot_kept thinned(const struct plot_series *s, size_t limit)
{
    struct plot_axis x, y;
    plot_axis_fit(&x, "", false, 0, 1, 0);
    plot_axis_fit(&y, "", false, 0, 1, 0);
    return plot_thin(s, &x, &y, COLUMNS, 50, limit);
}

/* Where a curve is in one column it keeps its first and last points, and the first ones of those
 * farthest to each side. */
static void expect_columns(const double x[], const double y[])
{
    const struct plot_series s = { "s", x, y, MANY, 0, PLOT_LINE };
    struct plot_kept kept = thinned(&s, MANY);
    size_t j = 0;
    for (size_t i = 0; i < MANY;) {
        size_t end = i, left = i, right = i, low = i, high = i;
        if (!isfinite(x[i]) || !isfinite(y[i])) {
            while (i < MANY && (!isfinite(x[i]) || !isfinite(y[i])))
                i++;
            cr_expect(j == 0 || kept.at[j] == PLOT_BREAK, "point %zu", i);
            j += j > 0;
            continue;
        }
        for (; end < MANY && isfinite(x[end]) && isfinite(y[end]) &&
               floor(COLUMNS * x[end]) == floor(COLUMNS * x[i]);
             end++) {
            left = x[end] < x[left] ? end : left;
            right = x[end] > x[right] ? end : right;
            low = y[end] < y[low] ? end : low;
            high = y[end] > y[high] ? end : high;
        }
        for (size_t k = i; k < end; k++)
            if (k == i || k + 1 == end || k == left || k == right || k == low || k == high) {
                cr_assert(j < kept.n && kept.at[j] == k, "point %zu is lost", k);
                j++;
            }
        i = end;
    }
    cr_expect_eq(j, kept.n);
    free(kept.at);
}

Test(thin, keeps_what_a_screen_shows_of_each_column)
{
    double x[MANY], y[MANY];
    unsigned long long state = 3;
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < MANY; i++) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            const double noise = (double)(state >> 40) / (1 << 24), part = (double)i / MANY;
            x[i] = kind == 0 ? part : 0.5 + 0.49 * cos(20 * part) * (1 - 1e-3 * noise);
            y[i] = noise;
            if (kind == 2 && i % 97 < 3)
                y[i] = (double)NAN;
            if (kind == 2 && i % 501 == 17)
                x[i] = (double)INFINITY;
        }
        expect_columns(x, y);
        /* all points of a series of points, as long as there is room */
        const struct plot_series points = { "p", x, y, MANY, 0, PLOT_POINTS };
        struct plot_kept kept = thinned(&points, MANY);
        size_t j = 0;
        for (size_t i = 0; i < MANY; i++)
            if (isfinite(x[i]) && isfinite(y[i]))
                cr_assert(j < kept.n && kept.at[j++] == i, "point %zu is lost", i);
        cr_expect_eq(j, kept.n);
        free(kept.at);
        kept = thinned(&points, j - 1);
        cr_expect_lt(kept.n, j, "one too many");
        free(kept.at);
    }
}

/* With less room a curve that returns is still drawn wherever it was, to within some pixels; pieces
 * that add nothing are interruptions, never shortcuts. */
Test(thin, leaves_no_area_empty)
{
    enum { LOOPS = 20 };
    double x[MANY], y[MANY];
    for (size_t i = 0; i < MANY; i++) {
        const double angle = 2 * acos(-1) * LOOPS * (double)i / MANY;
        x[i] = 0.5 + (0.3 + 0.15 * (double)i / MANY) * cos(angle);
        y[i] = 0.5 + (0.3 + 0.15 * (double)i / MANY) * sin(angle);
    }
    for (int draw = 0; draw < 2; draw++) {
        const struct plot_series s = { "s", x, y, MANY, 0, draw == 0 ? PLOT_LINE : PLOT_POINTS };
        struct plot_kept kept = thinned(&s, 700);
        cr_expect(kept.n <= 700 && kept.n > 100, "%zu", kept.n);
        for (size_t i = 0; i < MANY; i++) {
            double nearest = HUGE_VAL;
            for (size_t j = 0; j < kept.n; j++)
                if (kept.at[j] != PLOT_BREAK)
                    nearest = fmin(
                        nearest, hypot(100 * (x[i] - x[kept.at[j]]), 50 * (y[i] - y[kept.at[j]])));
            cr_assert_lt(nearest, 8, "%d: point %zu, %g pixels away", draw, i, nearest);
        }
        for (size_t j = 1; j < kept.n; j++)
            if (kept.at[j] != PLOT_BREAK && kept.at[j - 1] != PLOT_BREAK && draw == 0)
                cr_assert(hypot(x[kept.at[j]] - x[kept.at[j - 1]],
                                y[kept.at[j]] - y[kept.at[j - 1]]) < 0.3,
                          "a shortcut from %zu to %zu", kept.at[j - 1], kept.at[j]);
        free(kept.at);
    }
}

Test(extent, is_that_of_what_the_axis_shows)
{
    const double x[] = { NAN, 3, INFINITY, 5, -2, 4 }, y[] = { 7, 9, 7, 7, 8, -INFINITY };
    const double rising[] = { 1, 2, 2, NAN, 3, INFINITY, 4 };
    const struct plot_series series[] = { { "a", x, y, 6, 0, PLOT_LINE },
                                          { "b", rising, rising, 7, 0, PLOT_LINE } };
    struct plot_panel panel = { .series = series, .n = 2 };
    double lo, hi;
    cr_expect(!plot_extent(&panel, true, &lo, &hi) && lo == -2 && hi == 5);
    cr_expect(!plot_extent(&panel, false, &lo, &hi) && lo == 1 && hi == 9);
    panel.log_x = true;
    cr_expect(!plot_extent(&panel, true, &lo, &hi) && lo == 1 && hi == 5);
    panel.series = series + 1;
    panel.n = 1;
    cr_expect(plot_extent(&panel, true, &lo, &hi) && lo == 1 && hi == 4);
    panel.n = 0;
    cr_expect(plot_extent(&panel, true, &lo, &hi) && lo > hi);
}

/* What gnuplot writes, but for its name and its fonts. */
Test(clean, keeps_the_picture_and_not_its_maker)
{
    static const char made[] = "<?xml?>\n<svg>\n<title>Gnuplot</title>\n"
                               "<desc>Produced by GNUPLOT 5.4</desc>\n"
                               "\t<g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title>\n"
                               "<text font-family=\"sans-serif:Bold\" x=\"1\">a</text>"
                               "<text font-family=\"sans-serif:Bold\">b</text>\n</g>\n</svg>\n";
    static const char expected[] = "<?xml?>\n<svg>\n<title>&#60;a&#38;b c</title>\n"
                                   "\t<g>\n"
                                   "<text font-family=\"sans-serif\" font-weight=\"bold\" "
                                   "x=\"1\">a</text><text font-family=\"sans-serif\" "
                                   "font-weight=\"bold\">b</text>\n</g>\n</svg>\n";
    for (int cut = 0; cut < 2; cut++) {
        char *text = NULL;
        size_t size = 0;
        FILE *svg = fmemopen((void *)made, sizeof made - (cut ? 8 : 1), "r"),
             *out = open_memstream(&text, &size);
        cr_expect_eq(plot_clean(svg, out, "<a&b\nc"), !cut);
        fclose(svg);
        fclose(out);
        cr_expect(cut || strcmp(text, expected) == 0, "%s", text);
        free(text);
    }
}
