/* Draws panels for a page as SVG (plot_inline.h). All places are in pixels, because a phone has few
 * of them: the label of the y axis is above the axis, not beside it. */
#include "tools/figures/plot_inline.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/figures/plot_inline_parts.h"

/* Pixels; labels have at most so many lines, of which the y axis has its own above the axes. TICK
 * is a tick's length, BASE how far below its middle a line of text stands. */
enum {
    TEXT = 12,
    LEFT = 56,
    RIGHT = 18,
    TICKS = 26,
    GAP = 8,
    LINE = 16,
    LINES = 3,
    TICK = 5,
    BASE = 4
};

/* Average width of a character over its size, at most. */
#define SANS 0.56

/* Bytes of a panel's series, of a point of a line and of a marker. */
enum { SERIES_BYTES = 19000, POINT_BYTES = 9, MARKER_BYTES = 20 };

/* A panel that is being drawn: its axes, where they are, and their ticks. */
struct drawing {
    FILE *out;
    const struct plot_panel *panel;
    struct plot_axis x, y;
    double left, top, width, height; /* of the axes, in pixels; y counts downwards */
    struct plot_tick x_ticks[PLOT_MOST_TICKS], y_ticks[PLOT_MOST_TICKS];
    size_t n_x_ticks, n_y_ticks, limit; /* limit: points drawn of a series, at most */
};

static double x_of(const struct drawing *d, double value)
{
    return d->left + d->width * plot_axis_position(&d->x, value);
}

static double y_of(const struct drawing *d, double value)
{
    return d->top + d->height * (1 - plot_axis_position(&d->y, value));
}

static void put_text(FILE *out, const char *text, size_t n, double x, double y, const char *class)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\"%s%s%s>", x, y + BASE, *class ? " class=\"" : "",
            class, *class ? "\"" : "");
    plot_escape(out, text, n);
    fputs("</text>\n", out);
}

/* The lines of a label, from the one around y on, if there is an `out`; returns how many. */
static unsigned put_lines(FILE *out, const char *text, double pixels, double x, double y,
                          const char *class)
{
    const size_t characters = (size_t)(pixels / (SANS * TEXT));
    unsigned lines = 0;
    while (*text && lines < LINES) {
        const size_t n = plot_wrap(text, characters);
        if (out)
            put_text(out, text, n, x, y + LINE * lines, class);
        text += n;
        text += strspn(text, " ");
        lines++;
    }
    return lines;
}

/* A path is collected as absolute moves and lines, and written as a relative one. */
static void path_line(FILE *path, double x0, double y0, double x1, double y1)
{
    fprintf(path, "M%.2f,%.2f L%.2f,%.2f ", x0, y0, x1, y1);
}

/* Nothing is written of an empty path. */
static void path_end(struct memory_stream *path, FILE *out, const char *class)
{
    char *text = memory_close(path);
    if (path->size > 0) {
        fprintf(out, "<path class=\"%s\" d=\"", class);
        plot_path(out, text, path->size);
        fputs("\"/>\n", out);
    }
    free(text);
}

static void put_grid(const struct drawing *d)
{
    const double right = d->left + d->width, bottom = d->top + d->height;
    struct memory_stream grid, zero, axis;
    memory_open(&grid);
    memory_open(&zero);
    memory_open(&axis);
    path_line(axis.file, d->left, d->top, d->left, bottom);
    path_line(axis.file, d->left, bottom, right, bottom);
    for (size_t i = 0; i < d->n_x_ticks; i++) {
        const double x = x_of(d, d->x_ticks[i].at);
        if (!d->x_ticks[i].is_small)
            path_line(grid.file, x, bottom, x, d->top);
        path_line(axis.file, x, bottom, x, bottom - (d->x_ticks[i].is_small ? TICK / 2.0 : TICK));
    }
    for (size_t i = 0; i < d->n_y_ticks; i++) {
        const double y = y_of(d, d->y_ticks[i].at);
        if (!d->y_ticks[i].is_small)
            path_line(grid.file, d->left, y, right, y);
        path_line(axis.file, d->left, y, d->left + (d->y_ticks[i].is_small ? TICK / 2.0 : TICK), y);
    }
    if (!d->y.log && d->y.lo < 0 && d->y.hi > 0)
        path_line(zero.file, d->left, y_of(d, 0), right, y_of(d, 0));
    path_end(&grid, d->out, "grid");
    path_end(&zero, d->out, "zero");
    path_end(&axis, d->out, "axis");
}

static void put_tick_labels(const struct drawing *d)
{
    const double bottom = d->top + d->height;
    for (size_t i = 0; i < d->n_x_ticks; i++)
        if (!d->x_ticks[i].is_small)
            put_text(d->out, d->x_ticks[i].label, sizeof d->x_ticks[i].label,
                     x_of(d, d->x_ticks[i].at), bottom + 14, "middle");
    for (size_t i = 0; i < d->n_y_ticks; i++)
        if (!d->y_ticks[i].is_small)
            put_text(d->out, d->y_ticks[i].label, sizeof d->y_ticks[i].label, d->left - 6,
                     y_of(d, d->y_ticks[i].at), "end");
}

/* One limit for all series keeps it simple. */
static size_t points_per_series(const struct plot_panel *panel)
{
    size_t weight = 1;
    for (size_t i = 0; i < panel->n; i++)
        weight += plot_has_points(&panel->series[i]) ? POINT_BYTES + MARKER_BYTES : POINT_BYTES;
    return SERIES_BYTES / weight > 16 ? SERIES_BYTES / weight : 16;
}

/* A point between two breaks would not show as a line: a line of no visible length does. */
static void put_line(const struct drawing *d, const struct plot_series *s,
                     const struct plot_kept *kept)
{
    struct memory_stream path;
    char class[64];
    memory_open(&path);
    for (size_t j = 0; j < kept->n; j++) {
        const size_t i = kept->at[j];
        if (i == PLOT_BREAK)
            continue;
        const bool first = j == 0 || kept->at[j - 1] == PLOT_BREAK;
        const bool alone = first && (j + 1 == kept->n || kept->at[j + 1] == PLOT_BREAK);
        const double x = x_of(d, s->x[i]), y = y_of(d, s->y[i]);
        fprintf(path.file, "%c%.2f,%.2f ", first ? 'M' : 'L', x, y);
        if (alone)
            fprintf(path.file, "L%.2f,%.2f ", x, y + 0.1);
    }
    plot_line_class(class, sizeof class, s->style, s->draw);
    path_end(&path, d->out, class);
}

static void put_markers(const struct drawing *d, const struct plot_series *s,
                        const struct plot_kept *kept)
{
    char class[64];
    bool any = false;
    plot_marker_class(class, sizeof class, s->style);
    for (size_t j = 0; j < kept->n; j++) {
        const size_t i = kept->at[j];
        if (i == PLOT_BREAK)
            continue;
        if (!any)
            fprintf(d->out, "<path class=\"%s\" d=\"", class);
        any = true;
        plot_marker(d->out, s->style, x_of(d, s->x[i]), y_of(d, s->y[i]));
    }
    if (any)
        fputs("\"/>\n", d->out);
}

/* The title is what a browser shows of a series under the pointer. */
static void put_series(const struct drawing *d, const struct plot_series *s)
{
    struct plot_kept kept = plot_thin(s, &d->x, &d->y, d->width, d->height, d->limit);
    if (s->title) {
        fputs("<g><title>", d->out);
        plot_escape(d->out, s->title, strlen(s->title));
        fputs("</title>", d->out);
    }
    if (plot_has_line(s))
        put_line(d, s, &kept);
    if (plot_has_points(s))
        put_markers(d, s, &kept);
    if (s->title)
        fputs("</g>\n", d->out);
    free(kept.at);
}

static void put_panel(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height)
{
    static const char none[] = "no data";
    struct drawing *d = memory_array(1, sizeof *d);
    double lo, hi;
    d->out = out;
    d->panel = panel;
    d->limit = points_per_series(panel);
    const bool forward = plot_extent(panel, true, &lo, &hi);
    const bool lines = panel->n > 0 && !plot_has_points(&panel->series[0]);
    plot_axis_fit(&d->x, panel->x_label, panel->log_x, lo, hi, forward && lines ? 0 : 0.04);
    plot_extent(panel, false, &lo, &hi);
    plot_axis_fit(&d->y, panel->y_label, panel->log_y, lo, hi, 0.06);
    const bool empty = d->x.empty || d->y.empty;

    d->left = LEFT;
    d->width = width - LEFT - RIGHT;
    const unsigned above = put_lines(NULL, d->y.label, width, 0, 0, "");
    const unsigned below = put_lines(NULL, d->x.label, d->width, 0, 0, "");
    d->top = LINE * above + GAP;
    d->height = height - d->top - TICKS - LINE * below;
    d->x.labels = (unsigned)d->width / 50;
    d->y.labels = (unsigned)d->height / 28 + 1;
    d->n_x_ticks = plot_axis_ticks(&d->x, d->x_ticks);
    d->n_y_ticks = plot_axis_ticks(&d->y, d->y_ticks);
    put_grid(d);
    for (unsigned layer = 0; layer < PLOT_LAYERS; layer++)
        for (size_t i = 0; i < panel->n && !empty; i++)
            if (plot_layer(&panel->series[i]) == layer)
                put_series(d, &panel->series[i]);
    put_lines(out, d->y.label, width, 0, LINE / 2.0, "");
    put_lines(out, d->x.label, d->width, d->left + d->width / 2, height - LINE * (below - 0.5),
              "middle");
    put_tick_labels(d);
    if (empty)
        put_text(out, none, sizeof none - 1, d->left + d->width / 2, d->top + d->height / 2,
                 "middle");
    free(d);
}

/* Returns a text like "title: y against x; first series, second series". */
static char *label_of(const struct plot_panel *panel)
{
    const char *separator = "; ";
    struct memory_stream label;
    FILE *out = memory_open(&label);
    fprintf(out, "%s%s%s against %s", panel->title ? panel->title : "", panel->title ? ": " : "",
            panel->y_label, panel->x_label);
    for (size_t i = 0; i < panel->n; i++)
        if (panel->series[i].title) {
            fprintf(out, "%s%s", separator, panel->series[i].title);
            separator = ", ";
        }
    return memory_close(&label);
}

void plot_inline(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height,
                 const char *id, const char *label)
{
    char *made = label ? NULL : label_of(panel);
    const char *said = label ? label : made;
    fputs("<svg class=\"plot\" id=\"", out);
    plot_escape(out, id, strlen(id));
    fputs("\" role=\"img\" aria-label=\"", out);
    plot_escape(out, said, strlen(said));
    fprintf(out, "\" viewBox=\"0 0 %u %u\" width=\"%u\" height=\"%u\" style=\"max-width:%upx\">\n",
            width, height, width, height, width * 7 / 5);
    put_panel(out, panel, width, height);
    fputs("</svg>\n", out);
    free(made);
}
