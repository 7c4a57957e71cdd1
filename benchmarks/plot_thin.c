/* See the header. A screen shows no more of a curve than, within each column of pixels, where
 * it enters, how far it reaches and where it leaves: the rest of its points can go. A curve
 * that comes back, such as a hysteresis loop, passes a column many times, each of which
 * counts; if that is still too much, so do only strokes that blacken something new, and at
 * last the columns are made wider. */
#include "benchmarks/plot_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "properties/cli.h"

/* The series in pixels. */
struct canvas {
    const struct plot_series *series;
    const struct plot_axis *x, *y;
    double width, height;
};

static double pixel_x(const struct canvas *c, size_t i)
{
    return c->width * plot_axis_position(c->x, c->series->x[i]);
}

static double pixel_y(const struct canvas *c, size_t i)
{
    return c->height * plot_axis_position(c->y, c->series->y[i]);
}

static void push(struct plot_kept *kept, size_t i)
{
    if (i == PLOT_BREAK && (kept->n == 0 || kept->at[kept->n - 1] == PLOT_BREAK))
        return;
    if (kept->n == kept->capacity) {
        kept->capacity = 2 * kept->capacity + 64;
        size_t *at = realloc(kept->at, kept->capacity * sizeof *at);
        if (!at)
            cli_fail("not enough memory for a plot");
        kept->at = at;
    }
    kept->at[kept->n++] = i;
}

/* Consecutive points within one column. */
enum { FIRST, LEFT, RIGHT, LOW, HIGH, LAST, N_KEPT };
struct run {
    double column;
    size_t at[N_KEPT];
    bool open;
};

static void run_close(struct run *run, struct plot_kept *kept)
{
    if (!run->open)
        return;
    run->open = false;
    /* In the series' order, each once; at[FIRST] comes first already. */
    size_t previous = PLOT_BREAK;
    for (unsigned k = 0; k < N_KEPT; k++) {
        size_t next = PLOT_BREAK;
        for (unsigned j = 0; j < N_KEPT; j++)
            if ((previous == PLOT_BREAK || run->at[j] > previous) && run->at[j] < next)
                next = run->at[j];
        if (next == PLOT_BREAK)
            return;
        push(kept, next);
        previous = next;
    }
}

static void run_add(struct run *run, const struct plot_series *s, size_t i, double column)
{
    if (!run->open) {
        *run = (struct run){ .column = column, .at = { i, i, i, i, i, i }, .open = true };
        return;
    }
    run->at[LAST] = i;
    if (s->x[i] < s->x[run->at[LEFT]])
        run->at[LEFT] = i;
    if (s->x[i] > s->x[run->at[RIGHT]])
        run->at[RIGHT] = i;
    if (s->y[i] < s->y[run->at[LOW]])
        run->at[LOW] = i;
    if (s->y[i] > s->y[run->at[HIGH]])
        run->at[HIGH] = i;
}

/* The extremes within columns of that many pixels. */
static struct plot_kept by_column(const struct canvas *c, double pixels)
{
    struct plot_kept kept = { 0 };
    struct run run = { .open = false };
    for (size_t i = 0; i < c->series->n; i++) {
        if (!plot_axis_shows(c->x, c->series->x[i]) || !plot_axis_shows(c->y, c->series->y[i])) {
            run_close(&run, &kept);
            push(&kept, PLOT_BREAK);
            continue;
        }
        const double column = floor(pixel_x(c, i) / pixels);
        if (column < run.column || column > run.column)
            run_close(&run, &kept);
        run_add(&run, c->series, i, column);
    }
    run_close(&run, &kept);
    return kept;
}

/* Which cells of that many pixels have been drawn on. */
struct cells {
    uint8_t *drawn;
    size_t columns, rows;
    double pixels;
};

/* Draws from point i to point k; whether that changed anything. */
static bool stroke(struct cells *cells, const struct canvas *c, size_t i, size_t k)
{
    const double x = pixel_x(c, i), y = pixel_y(c, i), dx = pixel_x(c, k) - x,
                 dy = pixel_y(c, k) - y;
    const size_t steps = (size_t)ceil(fmax(fabs(dx), fabs(dy)) / cells->pixels);
    bool changed = false;
    for (size_t j = 0; j <= steps; j++) {
        const double part = steps > 0 ? (double)j / (double)steps : 0;
        const size_t column = (size_t)fmax(0, (x + part * dx) / cells->pixels);
        const size_t row = (size_t)fmax(0, (y + part * dy) / cells->pixels);
        uint8_t *cell = cells->drawn +
                        (row < cells->rows ? row : cells->rows - 1) * cells->columns +
                        (column < cells->columns ? column : cells->columns - 1);
        changed |= !*cell;
        *cell = 1;
    }
    return changed;
}

/* What is left without strokes that change nothing. */
static struct plot_kept by_stroke(const struct canvas *c, const struct plot_kept *from,
                                  double pixels)
{
    struct plot_kept kept = { 0 };
    struct cells cells = { .columns = (size_t)(c->width / pixels) + 1,
                           .rows = (size_t)(c->height / pixels) + 1,
                           .pixels = pixels };
    cells.drawn = calloc(cells.columns * cells.rows, 1);
    if (!cells.drawn)
        cli_fail("not enough memory for a plot");
    for (size_t j = 0; j < from->n; j++) {
        const size_t i = from->at[j];
        const size_t before = j > 0 ? from->at[j - 1] : PLOT_BREAK;
        const bool alone =
            c->series->draw == PLOT_POINTS ||
            (before == PLOT_BREAK && (j + 1 == from->n || from->at[j + 1] == PLOT_BREAK));
        if (i == PLOT_BREAK)
            push(&kept, PLOT_BREAK);
        else if (alone && stroke(&cells, c, i, i))
            push(&kept, i);
        else if (!alone && before != PLOT_BREAK && stroke(&cells, c, before, i)) {
            if (kept.n == 0 || kept.at[kept.n - 1] != before) {
                push(&kept, PLOT_BREAK);
                push(&kept, before);
            }
            push(&kept, i);
        }
    }
    free(cells.drawn);
    return kept;
}

struct plot_kept plot_thin(const struct plot_series *series, const struct plot_axis *x,
                           const struct plot_axis *y, double width, double height, size_t limit)
{
    const struct canvas canvas = { series, x, y, width, height };
    for (double pixels = 1;; pixels *= 2) {
        struct plot_kept columns = by_column(&canvas, pixels);
        if (columns.n <= limit)
            return columns;
        struct plot_kept strokes = by_stroke(&canvas, &columns, pixels / 2);
        free(columns.at);
        if (strokes.n <= limit)
            return strokes;
        free(strokes.at);
    }
}
