/* Writes the script for a panel and takes its SVG from gnuplot. Everything has its place in pixels,
 * because a phone has few of them: the label of the y axis stands above it, not beside. */
#include "benchmarks/figures/plot_inline.h"

#include <stdlib.h>
#include <string.h>

#include "benchmarks/figures/plot_inline_parts.h"
#include "tools/base/cli.h"

/* Pixels; labels have at most so many lines, of which the y axis has its own above the axes. */
enum { TEXT = 12, LEFT = 56, RIGHT = 18, TICS = 26, GAP = 8, LINE = 16, LINES = 3 };

/* A character is at most that many times its size wide on average. */
#define SANS 0.56

/* Bytes of a panel's series, of a point of a line and of a marker. */
enum { SERIES_BYTES = 26000, POINT_BYTES = 9, MARKER_BYTES = 20 };

static void at(FILE *out, double x, double y, unsigned width, unsigned height)
{
    fprintf(out, " at screen %.6f,%.6f", x / width, 1 - y / height);
}

static void put_text(FILE *out, const char *text, size_t n, const char *align)
{
    fputs("set label ", out);
    plot_quote(out, text, n);
    fprintf(out, " %s front textcolor rgb '#0100%02x'", align, (unsigned)INK_TEXT);
}

/* Where the axes are. */
struct area {
    unsigned left, top, width, height;
};

/* The lines of a label, from the one around y on, if there is an `out`; returns how many. */
static unsigned put_lines(FILE *out, const char *text, unsigned pixels, double x, double y,
                          const char *align, unsigned width, unsigned height)
{
    const size_t characters = (size_t)(pixels / (SANS * TEXT));
    unsigned lines = 0;
    while (*text && lines < LINES) {
        const size_t n = plot_wrap(text, characters);
        if (out) {
            put_text(out, text, n, align);
            at(out, x, y + LINE * lines, width, height);
            fputc('\n', out);
        }
        text += n;
        text += strspn(text, " ");
        lines++;
    }
    return lines;
}

/* Writes the labels of the axes; returns the place that they leave. */
static struct area put_labels(FILE *out, const char *x_label, const char *y_label, unsigned width,
                              unsigned height)
{
    const unsigned across = width - LEFT - RIGHT;
    const unsigned above = put_lines(out, y_label, width, 0, LINE / 2.0, "left", width, height);
    const unsigned below = put_lines(NULL, x_label, across, 0, 0, NULL, width, height);
    put_lines(out, x_label, across, LEFT + across / 2.0, height - LINE * (below - 0.5), "center",
              width, height);
    const unsigned top = LINE * above + GAP;
    return (struct area){ LEFT, top, across, height - top - TICS - LINE * below };
}

/* The same limit for each series keeps it simple. */
static size_t points_per_series(const struct plot_panel *panel)
{
    size_t weight = 1;
    for (size_t i = 0; i < panel->n; i++)
        weight += plot_has_points(&panel->series[i]) ? POINT_BYTES + MARKER_BYTES : POINT_BYTES;
    return SERIES_BYTES / weight > 16 ? SERIES_BYTES / weight : 16;
}

static void put_series(FILE *out, const struct plot_panel *panel)
{
    fputs("plot NaN notitle", out);
    for (size_t i = 0; i < panel->n; i++) {
        static const char *const with[] = { "lines", "points", "linespoints", "lines" };
        const struct plot_series *s = &panel->series[i];
        fprintf(out, ", $series%zu with %s lc rgb '#%06zx' dt solid", i, with[s->draw],
                0x020000 + i);
        if (plot_has_points(s))
            fputs(" pt 7", out);
        fputs(" notitle", out);
    }
    fputc('\n', out);
}

static void put_frame(FILE *out, unsigned width, unsigned height)
{
    fprintf(out,
            "reset\nset encoding utf8\n"
            "set terminal svg size %u,%u fixed noenhanced font 'sans-serif,%d'\n"
            "set ytics offset 0.4,0\nset xtics offset 0,0.2\n"
            "set minussign\nunset key\nset tics nomirror scale 0.5 textcolor rgb '#0100%02x'\n"
            "set border 3 back lc rgb '#0100%02x'\nset grid xtics ytics lt 1 lc rgb '#0100%02x'\n"
            "set xzeroaxis lt 1 lc rgb '#0100%02x'\n",
            width, height, TEXT, (unsigned)INK_TEXT, (unsigned)INK_AXIS, (unsigned)INK_GRID,
            (unsigned)INK_ZERO);
}

void plot_inline_script(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height)
{
    struct plot_axis x, y;
    double lo, hi;
    const bool forward = plot_extent(panel, true, &lo, &hi);
    const bool lines = panel->n > 0 && !plot_has_points(&panel->series[0]);
    plot_axis_fit(&x, panel->x_label, panel->log_x, lo, hi, forward && lines ? 0 : 0.04);
    plot_extent(panel, false, &lo, &hi);
    plot_axis_fit(&y, panel->y_label, panel->log_y, lo, hi, 0.06);
    const bool empty = x.empty || y.empty;

    put_frame(out, width, height);
    const struct area area = put_labels(out, x.label, y.label, width, height);
    x.labels = area.width / 50;
    y.labels = area.height / 28 + 1;
    plot_axis_script(out, "x", &x);
    plot_axis_script(out, "y", &y);
    if (empty) {
        put_text(out, "no data", 7, "center");
        at(out, area.left + area.width / 2.0, area.top + area.height / 2.0, width, height);
        fputc('\n', out);
    }
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n",
            (double)area.left / width, (double)(area.left + area.width) / width);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            1 - (double)area.top / height, 1 - (double)(area.top + area.height) / height);
    const size_t limit = points_per_series(panel);
    for (size_t i = 0; i < panel->n; i++) {
        fprintf(out, "$series%zu << END\n", i);
        if (!empty)
            plot_data(out, &panel->series[i], &x, &y, area.width, area.height, limit);
        fputs("END\n", out);
    }
    if (empty)
        fputs("plot NaN notitle\n", out);
    else
        put_series(out, panel);
}

/* "title: y against x; first series, second series" */
static char *label_of(const struct plot_panel *panel)
{
    char *text = NULL;
    size_t size = 0;
    const char *separator = "; ";
    FILE *out = open_memstream(&text, &size);
    if (!out)
        cli_fail("not enough memory for a plot");
    fprintf(out, "%s%s%s against %s", panel->title ? panel->title : "", panel->title ? ": " : "",
            panel->y_label, panel->x_label);
    for (size_t i = 0; i < panel->n; i++)
        if (panel->series[i].title) {
            fprintf(out, "%s%s", separator, panel->series[i].title);
            separator = ", ";
        }
    if (fclose(out) != 0)
        cli_fail("not enough memory for a plot");
    return text;
}

/* All that gnuplot draws for the panels. To be released with free. */
static char *draw(const struct plot_panel *panels, size_t n, unsigned width, unsigned height)
{
    FILE *script = plot_scratch(), *pictures = plot_scratch();
    char *text = NULL;
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        plot_inline_script(script, &panels[i], width, height);
    plot_run(script, pictures);
    if (getdelim(&text, &size, '\0', pictures) < 0)
        cli_fail("gnuplot failed: it draws nothing");
    fclose(script);
    fclose(pictures);
    return text;
}

void plot_inline(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height,
                 const char *id, const char *label)
{
    char *pictures = draw(panel, 1, width, height), *made = label ? NULL : label_of(panel);
    if (!plot_theme(pictures, out, panel, width, height, id, label ? label : made))
        cli_fail("gnuplot failed: its picture ends early");
    free(made);
    free(pictures);
}

void plot_inline_all(char *svg[], const struct plot_panel *panels, size_t n, unsigned width,
                     unsigned height, const char *id)
{
    if (n == 0)
        return;
    char *pictures = draw(panels, n, width, height);
    const char *rest = pictures;
    for (size_t i = 0; i < n; i++) {
        char *label = label_of(&panels[i]), own[256];
        size_t size = 0;
        FILE *out = open_memstream(&svg[i], &size);
        if (!out)
            cli_fail("not enough memory for a plot");
        snprintf(own, sizeof own, "%s-%zu", id, i + 1);
        rest = plot_theme(rest, out, &panels[i], width, height, own, label);
        if (fclose(out) != 0)
            cli_fail("not enough memory for a plot");
        if (!rest)
            cli_fail("gnuplot failed: its picture ends early");
        free(label);
    }
    free(pictures);
}
