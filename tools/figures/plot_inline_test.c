/* Panels for a page, drawn by the real gnuplot: curves are where their numbers say, files are
 * small, and a panel is equal whether drawn alone or with others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/plot_inline.h"

enum { N = 100000, LINES = 4, LIMIT = 30000 };

static char *drawn(const struct plot_panel *panel, unsigned width, unsigned height)
{
    struct memory_stream stream;
    plot_inline(memory_open(&stream), panel, width, height, "p", NULL);
    return memory_close(&stream);
}

/* Returns the x of the tick on the x axis with that label, which is centred under it. */
static double tick_at(const char *svg, const char *label)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "class=\"middle\">%s</text>", label);
    const char *s = strstr(svg, pattern);
    cr_assert(s, "no tick '%s' in %s", label, svg);
    while (strncmp(s, "<text x=\"", 9) != 0)
        s--;
    return strtod(s + 9, NULL);
}

/* Finds the first point of the first path of that class. */
static void first_point(const char *svg, const char *class, double *x, double *y)
{
    char pattern[64], *end;
    snprintf(pattern, sizeof pattern, "<path class=\"%s\" d=\"M", class);
    const char *s = strstr(svg, pattern);
    cr_assert(s, "no '%s' in %s", class, svg);
    *x = strtod(s + strlen(pattern), &end);
    *y = strtod(end, NULL);
}

/* Numbers are written in tenths of a pixel: two of them may differ by one. */
Test(plot_inline, curves_are_where_tics_say)
{
    const double x[] = { 0, 2e-3, NAN, 1e-3 }, y[] = { 1, 3, 0, 2 }, powers[] = { 1e-4, 1 };
    const struct plot_series line = { "a", x, y, 4, 0, PLOT_LINE };
    const struct plot_series dots = { "a", x + 3, y + 3, 1, 0, PLOT_POINTS };
    const struct plot_series decade = { "a", powers, powers, 2, 0, PLOT_LINE };
    const struct plot_series both[] = { line, dots };
    const struct plot_panel panel = { .x_label = "z (m)", .y_label = "F", .series = both, .n = 2 };
    const struct plot_panel log = {
        .x_label = "h", .y_label = "e", .series = &decade, .n = 1, .log_x = true, .log_y = true
    };
    double left, right, top, bottom;
    char *svg = drawn(&panel, 340, 230);
    first_point(svg, "line hue0 dash0", &left, &bottom);
    cr_expect_float_eq(left, tick_at(svg, "0"), 0.1001);
    first_point(svg, "disc hue0", &right, &top);
    cr_expect_float_eq(right, tick_at(svg, "1"), 0.1001);
    cr_expect(top < bottom && strstr(svg, ">z (mm)<"));
    free(svg);
    svg = drawn(&log, 340, 230);
    first_point(svg, "line hue0 dash0", &left, &bottom);
    cr_expect_float_eq(left, tick_at(svg, "10⁻⁴"), 0.1001);
    free(svg);
}

Test(plot_inline, any_number_of_points_stays_small)
{
    double *x = memory_array(3 * (size_t)N, sizeof *x), *y = x + N, *t = y + N;
    unsigned long long state = 1;
    for (size_t i = 0; i < N; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        t[i] = 1e-5 * (double)i;
        x[i] = cos(3e-3 * (double)i) * t[i];
        y[i] = (double)(state >> 40);
    }
    for (int draw = PLOT_LINE; draw <= PLOT_BACKGROUND; draw++) {
        const enum plot_draw how = (enum plot_draw)draw;
        const struct plot_series series[LINES] = { { "a", t, x, N, 0, how },
                                                   { "b", t, y, N, 1, how },
                                                   { "c", x, y, N, 2, how },
                                                   { "d", x, t, N, 3, how } };
        for (size_t n = 1; n <= LINES; n++) {
            const struct plot_panel panel = {
                .x_label = "t (s)", .y_label = "x (m)", .series = series, .n = n
            };
            char *svg = drawn(&panel, 340, 230);
            cr_expect_lt(strlen(svg), LIMIT, "%zu series, drawn as %d", n, draw);
            free(svg);
        }
    }
    free(x);
}

static const double some[] = { 1, 2, 3, 4 }, others[] = { 1e-5, NAN, 3e-5, -1e-5 };
static const struct plot_series series[] = {
    { "<&> 'q' \"r\"", some, others, 4, 0, PLOT_LINE },
    { "r", some, some, 4, 1, PLOT_REFERENCE },
};
static const struct plot_panel panels[] = {
    { .title = "{/Bold c} \\n",
      .x_label = "t_0 (s)",
      .y_label = "<z> (m)",
      .series = series,
      .n = 2 },
    { .x_label = "t", .y_label = "z", .series = series, .n = 1, .log_x = true, .log_y = true },
    { .x_label = "t",
      .y_label = "a label so long that it takes more than one line above the axes" },
};

Test(plot_inline, texts_are_safe_and_the_reference_lies_behind)
{
    char *svg[3];
    for (size_t i = 0; i < 3; i++) {
        char *again = drawn(&panels[i], 340, 230);
        svg[i] = drawn(&panels[i], 340, 230);
        cr_expect_str_eq(svg[i], again);
        free(again);
    }
    cr_expect(strstr(svg[0], "&#60;z&#62; (m)") && strstr(svg[0], "t_0 (s)"), "%s", svg[0]);
    cr_expect(strstr(svg[0], "&#60;&#38;&#62; &#39;q&#39; &#34;r&#34;, r\""), "%s", svg[0]);
    const char *reference = strstr(svg[0], "class=\"reference\"");
    cr_expect(reference && strstr(reference, "class=\"line"), "%s", svg[0]);
    cr_expect(strstr(svg[2], "no data") && strstr(svg[2], "above the axes</text>"), "%s", svg[2]);
    for (size_t i = 0; i < 3; i++)
        free(svg[i]);
}

/* A path of the class, taken apart into absolute points: a coordinate of the last one. */
static size_t points_of(const char *svg, const char *class, double *x, double *y)
{
    char pattern[64];
    size_t n = 0;
    snprintf(pattern, sizeof pattern, "<path class=\"%s\" d=\"", class);
    const char *s = strstr(svg, pattern);
    cr_assert(s, "no '%s' in %s", class, svg);
    for (s += strlen(pattern); *s != '"'; n++) {
        char *end;
        const bool absolute = *s == 'M';
        s += *s == 'M' || *s == 'm' || *s == 'l';
        const double dx = strtod(s, &end), dy = strtod(end, &end);
        *x = absolute ? dx : *x + dx;
        *y = absolute ? dy : *y + dy;
        s = end;
    }
    return n;
}

/* Each series is drawn by its own numbers: the end of each line is where its last point is between
 * the ticks 0 and 1 of both axes, to the tenths in which every move is written. */
Test(plot_inline, every_series_is_where_its_numbers_are)
{
    const double x[] = { 0, 0.5, 1 }, ends[] = { 0.25, 0.5, 1 };
    double y[3][3];
    struct plot_series lines[3];
    for (unsigned k = 0; k < 3; k++) {
        y[k][0] = 0;
        y[k][1] = 1;
        y[k][2] = ends[k];
        lines[k] = (struct plot_series){ "s", x, y[k], 3, k, PLOT_LINE };
    }
    const struct plot_panel panel = { .x_label = "x", .y_label = "y", .series = lines, .n = 3 };
    char *svg = drawn(&panel, 340, 230);
    double corner = 0, top = 0, last_x = 0, last_y = 0, low_x, low_y;
    points_of(svg, "line hue2 dash2", &corner, &top); /* ends at (1, 1) */
    first_point(svg, "line hue2 dash2", &low_x, &low_y);
    for (unsigned k = 0; k < 3; k++) {
        char class[32];
        snprintf(class, sizeof class, "line hue%u dash%u", k, k);
        cr_expect_eq(points_of(svg, class, &last_x, &last_y), 3u);
        cr_expect_float_eq(last_x, corner, 0.1501);
        cr_expect_float_eq(last_y, low_y + ends[k] * (top - low_y), 0.3001, "series %u", k);
    }
    cr_expect_float_eq(corner, tick_at(svg, "1"), 0.1501);
    free(svg);
}

/* Points between breaks are lines of a tenth of a pixel where they are: beside the markers of the
 * same points. */
Test(plot_inline, single_points_are_seen)
{
    const double x[] = { 0, 1, 2, 3, 4 }, y[] = { 1, NAN, 5, NAN, 2 };
    const struct plot_series both[] = { { "line", x, y, 5, 0, PLOT_LINE },
                                        { "dots", x, y, 5, 4, PLOT_POINTS } };
    const struct plot_panel panel = { .x_label = "x", .y_label = "y", .series = both, .n = 2 };
    char *svg = drawn(&panel, 340, 230);
    const char *line = strstr(svg, "<path class=\"line hue0 dash0\" d=\""),
               *dots = strstr(svg, "<path class=\"disc hue4\" d=\"");
    cr_assert(line && dots);
    line += strlen("<path class=\"line hue0 dash0\" d=\"");
    dots += strlen("<path class=\"disc hue4\" d=\"");
    double at_x = 0, at_y = 0;
    for (int i = 0; i < 3; i++) {
        char *end;
        at_x = i == 0 ? strtod(line + 1, &end) : at_x + strtod(line + 1, &end);
        at_y = i == 0 ? strtod(end, &end) : at_y + 0.1 + strtod(end, &end);
        cr_expect(strncmp(end, "l0 .1", 5) == 0, "%.20s", end);
        line = end + 5;
        cr_expect_float_eq(at_x, strtod(dots + 1, &end), 0.1501);
        const double dot_y = strtod(end, &end);
        cr_expect_float_eq(at_y, dot_y, 0.1501, "%d: %g, not %g", i, at_y, dot_y);
        dots = end + strlen("h0");
    }
    cr_expect(*line == '"' && *dots == '"');
    free(svg);
}

/* Nothing but the words differs between the two: they stand in the middle of the axes, which a line
 * over all of x, and of y but for equal margins, shows. Text stands 4 pixels below its middle. */
Test(plot_inline, words_for_no_data_are_in_the_middle)
{
    const double ends[] = { 0, 1 };
    const struct plot_series line = { "a", ends, ends, 2, 0, PLOT_LINE };
    const struct plot_panel full = { .x_label = "x", .y_label = "y", .series = &line, .n = 1 },
                            empty = { .x_label = "x", .y_label = "y" };
    char *svg = drawn(&full, 340, 230), *none = drawn(&empty, 340, 230), *end;
    double left, bottom, right = 0, top = 0;
    first_point(svg, "line hue0 dash0", &left, &bottom);
    points_of(svg, "line hue0 dash0", &right, &top);
    const char *words = strstr(none, " class=\"middle\">no data</text>");
    cr_assert(words);
    while (strncmp(words, "<text x=\"", 9) != 0)
        words--;
    cr_expect_float_eq(strtod(words + 9, &end), (left + right) / 2, 0.1501);
    cr_expect_float_eq(strtod(end + strlen("\" y=\""), NULL), (bottom + top) / 2 + 4, 0.1501);
    /* the axes' names: below their middle, and at the left above them */
    words = strstr(none, ">x</text>");
    const char *above = strstr(none, ">y</text>");
    cr_assert(words && above);
    while (strncmp(words, "<text x=\"", 9) != 0)
        words--;
    while (strncmp(above, "<text x=\"", 9) != 0)
        above--;
    cr_expect_float_eq(strtod(words + 9, &end), (left + right) / 2, 0.1501);
    cr_expect(strtod(end + strlen("\" y=\""), NULL) > bottom + 20);
    cr_expect_eq(strtod(above + 9, &end), 0);
    cr_expect(strtod(end + strlen("\" y=\""), NULL) < top);
    free(svg);
    free(none);
}

/* Who cannot see the picture hears its title, its axes and the names of its series. */
Test(plot_inline, says_what_it_shows)
{
    static const struct plot_series named[] = { { "one", some, others, 4, 0, PLOT_LINE },
                                                { NULL, some, some, 4, 1, PLOT_POINTS },
                                                { "two", some, some, 4, 1, PLOT_LINE } };
    static const struct {
        struct plot_panel panel;
        const char *given, *said;
    } cases[] = {
        { { .title = "up", .x_label = "t", .y_label = "z", .series = named, .n = 3 },
          NULL,
          "up: z against t; one, two" },
        { { .x_label = "t", .y_label = "z", .series = named + 1, .n = 2 },
          NULL,
          "z against t; two" },
        { { .title = "up", .x_label = "t", .y_label = "z" }, NULL, "up: z against t" },
        { { .title = "up", .x_label = "t", .y_label = "z" }, "a rise", "a rise" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct memory_stream stream;
        char label[100];
        plot_inline(memory_open(&stream), &cases[i].panel, 340, 230, "p", cases[i].given);
        char *svg = memory_close(&stream);
        snprintf(label, sizeof label, "aria-label=\"%s\" viewBox=\"0 0 340 230\"", cases[i].said);
        cr_expect(strstr(svg, label), "%s: %.200s", label, svg);
        free(svg);
    }
}

/* The background lies before references and behind all others; a browser names each series under
 * the pointer. */
Test(plot_inline, the_background_lies_between)
{
    static const struct plot_series list[] = {
        { "front <", some, some, 4, 0, PLOT_LINE },
        { "behind", some, some, 4, 1, PLOT_BACKGROUND },
        { "wide", some, some, 4, 1, PLOT_REFERENCE },
        { NULL, some, some, 4, 2, PLOT_LINE },
    };
    const struct plot_panel panel = { .x_label = "x", .y_label = "y", .series = list, .n = 4 };
    char *svg = drawn(&panel, 340, 230);
    const char *wide = strstr(svg, "<g><title>wide</title><path class=\"reference\""),
               *behind = strstr(svg, "<g><title>behind</title><path class=\"background\""),
               *front = strstr(svg, "<g><title>front &#60;</title><path class=\"line hue0 dash0\"");
    cr_expect(wide && behind && front && wide < behind && behind < front, "%s", svg);
    cr_expect(strstr(svg, "</g>\n<path class=\"line hue2 dash2\""), "%s", svg);
    free(svg);
}

/* Axes show at least what is asked for: half of the values fill half of the width. */
Test(plot_inline, axes_are_as_wide_as_asked_for)
{
    static const double x[] = { 0, 1 }, twice[] = { 0, 2 };
    static const struct plot_series half = { "s", x, x, 2, 0, PLOT_LINE },
                                    full = { "s", twice, twice, 2, 0, PLOT_LINE };
    const struct plot_panel asked = { .x_label = "x",
                                      .y_label = "y",
                                      .series = &half,
                                      .n = 1,
                                      .x_hi = 2,
                                      .y_lo = -0.5,
                                      .y_hi = 2 },
                            other = { .x_label = "x",
                                      .y_label = "y",
                                      .series = &full,
                                      .n = 1,
                                      .y_lo = -0.5,
                                      .y_hi = 2 };
    double x_half = 0, y_half = 0, x_full = 0, y_full = 0, x0, y0;
    char *svg = drawn(&asked, 340, 230);
    points_of(svg, "line hue0 dash0", &x_half, &y_half);
    free(svg);
    svg = drawn(&other, 340, 230);
    first_point(svg, "line hue0 dash0", &x0, &y0);
    points_of(svg, "line hue0 dash0", &x_full, &y_full);
    free(svg);
    /* moves are written in tenths */
    cr_expect_float_eq(x_half - x0, (x_full - x0) / 2, 0.2001, "%g of %g", x_half, x_full);
    cr_expect_float_eq(y_half - y0, (y_full - y0) / 2, 0.2001, "%g of %g", y_half, y_full);
}
