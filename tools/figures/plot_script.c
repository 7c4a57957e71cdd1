/* Lays out a figure and writes gnuplot's script (plot_parts.h). All places are in pixels, because
 * gnuplot's own layout depends on the width of tick labels. */
#include "tools/figures/plot_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Lengths in pixels. SANS and MONO: the average width of a character of the sans and the monospaced
 * font over its size, at most. */
#define SANS 0.6
#define MONO 0.61
enum { TEXT = 13, HEADING = 17, SMALL = 11 };
enum { EDGE = 12, LEFT = 84, RIGHT = 24, BOTTOM = 66, LINE = 20, SAMPLE = 34 };

/* Text is dark grey rather than black, the grid nearly white. */
static const char text_colour[] = "#222222", grid_colour[] = "#dddddd", zero_colour[] = "#999999",
                  reference_colour[] = "#cccccc";

/* The whole figure, and one panel's axes in it; y counts downwards. */
struct page {
    double width, height;
};
struct place {
    double left, top, width, height; /* of the axes */
    double caption;                  /* y of the panel's first line of text */
};

/* Blue, vermilion, green, purple, orange, sky blue, black: M. Okabe, K. Ito, "Color universal
 * design", 2008. Seven colours, five dashes and four markers: neighbours differ in all. */
static const char *colour(unsigned style)
{
    static const char *const colours[] = { "#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                           "#E69F00", "#56B4E9", "#000000" };
    return colours[style % 7];
}

static const char *dashes(unsigned style)
{
    static const char *const types[] = { "solid", "(12,5)", "(2.5,4)", "(12,4,2.5,4)", "(22,5)" };
    return types[style % 5];
}

static int marker(unsigned style)
{
    static const int markers[] = { 7, 4, 8, 12 }; /* disc, box, triangle, diamond */
    return markers[style % 4];
}

static void put_line_style(FILE *out, const struct plot_series *s)
{
    if (s->draw == PLOT_REFERENCE)
        fprintf(out, " lw 6 lc rgb '%s' dt solid", reference_colour);
    else if (s->draw == PLOT_BACKGROUND)
        fputs(" lw 1 lc rgb '#8b949e' dt solid", out);
    else
        fprintf(out, " lw 1.8 lc rgb '%s' dt %s", colour(s->style), dashes(s->style));
}

static size_t characters_of(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static size_t lines_of(const char *text, size_t characters)
{
    size_t n = 0;
    while (text && *text) {
        text += plot_wrap(text, characters);
        while (*text == ' ')
            text++;
        n++;
    }
    return n;
}

/* Writes a point of the page in gnuplot's screen coordinates. */
static void at(FILE *out, const struct page *page, double x, double y)
{
    fprintf(out, " screen %.6f,%.6f", x / page->width, 1 - y / page->height);
}

static void put_text(FILE *out, const struct page *page, const char *text, size_t n, double x,
                     double y, const char *style)
{
    fputs("set label ", out);
    plot_quote(out, text, n);
    fputs(" at", out);
    at(out, page, x, y);
    fprintf(out, " %s front\n", style);
}

/* Writes the text in lines from y on. */
static void put_lines(FILE *out, const struct page *page, const char *text, size_t characters,
                      double x, double y, double spacing, const char *style)
{
    while (text && *text) {
        const size_t n = plot_wrap(text, characters);
        put_text(out, page, text, n, x, y, style);
        text += n;
        while (*text == ' ')
            text++;
        y += spacing;
    }
}

/* Writes the legend above the axes in as many rows as needed; out NULL: only counts the rows. */
static size_t legend(FILE *out, const struct page *page, const struct plot_panel *panel,
                     const struct place *place, double y)
{
    double x = 0;
    size_t rows = 0;
    for (size_t i = 0; i < panel->n; i++) {
        const struct plot_series *s = &panel->series[i];
        if (!s->title)
            continue;
        const double width = SAMPLE + 8 + SANS * TEXT * (double)characters_of(s->title) + 16;
        if (rows == 0 || x + width > place->width) {
            x = 0;
            rows++;
        }
        const double middle = y + LINE * ((double)rows - 1);
        x += width;
        if (!out)
            continue;
        const double left = place->left + x - width;
        if (plot_has_line(s)) {
            fputs("set arrow from", out);
            at(out, page, left, middle);
            fputs(" to", out);
            at(out, page, left + SAMPLE, middle);
            fputs(" nohead", out);
            put_line_style(out, s);
            fputs(" front\n", out);
        }
        if (plot_has_points(s)) {
            fputs("set label '' at", out);
            at(out, page, left + SAMPLE / 2.0, middle);
            fprintf(out, " point pt %d ps 0.8 lw 1.5 lc rgb '%s' front\n", marker(s->style),
                    colour(s->style));
        }
        put_text(out, page, s->title, strlen(s->title), left + SAMPLE + 8, middle, "left");
    }
    return rows;
}

/* Returns the pixels between the top of a panel and its axes. */
static double caption_height(const struct plot_panel *panel, const struct place *place)
{
    return 10 + (panel->title ? 22 : 0) + LINE * (double)legend(NULL, NULL, panel, place, 0);
}

static void put_axes(FILE *out, const struct page *page, const struct place *place,
                     const struct plot_axis *x, const struct plot_axis *y)
{
    plot_axis_script(out, "x", x);
    plot_axis_script(out, "y", y);
    fputs("set xlabel ", out);
    plot_quote(out, x->label, sizeof x->label);
    fputs("\nset ylabel ", out);
    plot_quote(out, y->label, sizeof y->label);
    fprintf(out, "\nset lmargin at screen %.6f\nset rmargin at screen %.6f\n",
            place->left / page->width, (place->left + place->width) / page->width);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
            1 - place->top / page->height, 1 - (place->top + place->height) / page->height);
}

static void put_series(FILE *out, size_t i, const struct plot_series *s)
{
    static const char *const with[] = { "lines", "points", "linespoints", "lines", "lines" };
    fprintf(out, ", $series%zu with %s", i, with[s->draw]);
    if (plot_has_line(s))
        put_line_style(out, s);
    else
        fprintf(out, " lw 1.8 lc rgb '%s'", colour(s->style));
    if (plot_has_points(s))
        fprintf(out, " pt %d ps 0.8", marker(s->style));
    fputs(" notitle", out);
}

static void put_panel(FILE *out, const struct page *page, const struct plot_panel *panel,
                      const struct place *place, size_t limit)
{
    struct plot_axis x, y;
    double lo, hi;
    /* Curves over time and other running variables fill the width; loops keep a distance from the
     * frame. */
    const bool forward = plot_extent(panel, true, &lo, &hi);
    const bool lines = panel->n > 0 && !plot_has_points(&panel->series[0]);
    plot_axis_fit(&x, panel->x_label, panel->log_x, lo, hi, forward && lines ? 0 : 0.04);
    plot_extent(panel, false, &lo, &hi);
    plot_axis_fit(&y, panel->y_label, panel->log_y, lo, hi, 0.06);
    if (panel->title)
        put_text(out, page, panel->title, strlen(panel->title), place->left, place->caption + 8,
                 "left font 'sans-serif:Bold,13'");
    legend(out, page, panel, place, place->caption + (panel->title ? 31 : 9));
    const bool empty = x.empty || y.empty;
    if (empty)
        put_text(out, page, "no data", 7, place->left + place->width / 2,
                 place->top + place->height / 2, "center");
    put_axes(out, page, place, &x, &y);
    for (size_t i = 0; i < panel->n; i++) {
        fprintf(out, "$series%zu << END\n", i);
        if (!empty)
            plot_data(out, &panel->series[i], &x, &y, place->width, place->height, limit);
        fputs("END\n", out);
    }
    fputs("plot NaN notitle", out);
    for (unsigned layer = 0; layer < PLOT_LAYERS; layer++)
        for (size_t i = 0; i < panel->n && !empty; i++)
            if (plot_layer(&panel->series[i]) == layer)
                put_series(out, i, &panel->series[i]);
    fputs("\nunset label\nunset arrow\n", out);
}

/* For a file of 400 KB: axes take 16 KB a panel, a point of a line up to 17 bytes, a marker 110.
 * One limit for all series keeps it simple. */
static size_t points_per_series(const struct plot_panel *panels, size_t n_panels)
{
    double weight = 0;
    for (size_t k = 0; k < n_panels; k++)
        for (size_t i = 0; i < panels[k].n; i++)
            weight += plot_has_points(&panels[k].series[i]) ? 127 : 17;
    const double bytes = fmax(380e3 - 16e3 * (double)n_panels, 80e3);
    return weight > 0 ? (size_t)fmax(bytes / weight, 16) : 16;
}

void plot_script(FILE *out, const char *title, const char *footnote,
                 const struct plot_panel *panels, size_t n_panels, unsigned columns)
{
    struct page page = { .width = 600 + 300.0 * columns };
    const double cell = page.width / columns, axes = n_panels == 1 ? 420 : 240;
    const size_t wide = (size_t)((page.width - 2 * EDGE) / (SANS * HEADING));
    const size_t narrow = (size_t)((page.width - 2 * EDGE) / (MONO * SMALL));
    const double head = EDGE + 26 * (double)lines_of(title, wide) + (title ? 10 : 0);
    struct place *places = memory_array(n_panels, sizeof *places);
    double y = head;
    for (size_t first = 0; first < n_panels; first += columns) {
        double caption = 0;
        for (size_t i = first; i < n_panels && i < first + columns; i++) {
            places[i] = (struct place){ .left = cell * (double)(i - first) + LEFT,
                                        .width = cell - LEFT - RIGHT,
                                        .height = axes,
                                        .caption = y };
            caption = fmax(caption, caption_height(&panels[i], &places[i]));
        }
        for (size_t i = first; i < n_panels && i < first + columns; i++)
            places[i].top = y + caption;
        y += caption + axes + BOTTOM;
    }
    page.height = y + 15 * (double)lines_of(footnote, narrow) + EDGE;

    fprintf(
        out,
        "set encoding utf8\n"
        "set terminal svg size %.0f,%.0f fixed noenhanced rounded font 'sans-serif,%d'"
        " background '#ffffff'\n"
        "set minussign\nunset key\nset tics nomirror scale 0.6\n"
        "set tics textcolor rgb '%s'\nset border 3 lw 1 lc rgb '%s'\n"
        "set grid xtics ytics lt 1 lw 0.7 lc rgb '%s' dt solid\n"
        "set xzeroaxis lt 1 lw 1 lc rgb '%s' dt solid\n"
        "set xlabel offset 0,0.3 textcolor rgb '%s'\nset ylabel offset 0.5,0 textcolor rgb '%s'\n"
        "set multiplot\n",
        page.width, page.height, TEXT, text_colour, zero_colour, grid_colour, zero_colour,
        text_colour, text_colour);
    put_lines(out, &page, title, wide, page.width / 2, EDGE + 12, 26,
              "center font 'sans-serif,17'");
    put_lines(out, &page, footnote, narrow, EDGE, y + 4, 15,
              "left font 'monospace,11' textcolor rgb '#555555'");
    const size_t limit = points_per_series(panels, n_panels);
    for (size_t i = 0; i < n_panels; i++)
        put_panel(out, &page, &panels[i], &places[i], limit);
    fputs("unset multiplot\n", out);
    free(places);
}
