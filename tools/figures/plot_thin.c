/* Drops points of a curve that are not visible. Within each column of pixels a screen shows of a
 * curve only where it enters, how far it reaches and where it leaves: the rest of its points can
 * go. A curve that returns, such as a hysteresis loop, passes a column many times, each of which
 * counts. If that is still too much, only pieces that blacken something new count, judged ever more
 * coarsely, and at last the columns become wider. */
#include "tools/figures/plot_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "tools/base/memory.h"

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
    kept->at = memory_grown(kept->at, kept->n, &kept->capacity, sizeof *kept->at);
    kept->at[kept->n++] = i;
}

/* Consecutive points within one column. */
enum { FIRST, LEFT, RIGHT, LOW, HIGH, LAST, N_KEPT };
struct pixel_run {
    double column;
    size_t at[N_KEPT];
    bool open;
};

static void run_close(struct pixel_run *run, struct plot_kept *kept)
{
    if (!run->open)
        return;
    run->open = false;
    /* in the series' order, each once; at[FIRST] is first already */
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

static void run_add(struct pixel_run *run, const struct plot_series *s, size_t i, double column)
{
    if (!run->open) {
        *run = (struct pixel_run){ .column = column, .at = { i, i, i, i, i, i }, .open = true };
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

/* Keeps the extremes within columns of that many pixels. */
static struct plot_kept by_column(const struct canvas *c, double pixels)
{
    struct plot_kept kept = { 0 };
    struct pixel_run run = { .open = false };
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

/* The cells of that many pixels that have been drawn on. */
struct cells {
    uint8_t *drawn;
    size_t columns, rows;
    double pixels;
};

static uint8_t *cell_at(const struct cells *cells, double x, double y)
{
    const size_t column = (size_t)fmax(0, x / cells->pixels);
    const size_t row = (size_t)fmax(0, y / cells->pixels);
    return cells->drawn + (row < cells->rows ? row : cells->rows - 1) * cells->columns +
           (column < cells->columns ? column : cells->columns - 1);
}

/* Moves from point i to point k, drawing or not. Returns true when a new cell is on the way. */
static bool stroke(struct cells *cells, const struct canvas *c, size_t i, size_t k, bool draw)
{
    const double x = pixel_x(c, i), y = pixel_y(c, i), dx = pixel_x(c, k) - x,
                 dy = pixel_y(c, k) - y;
    const size_t steps = (size_t)ceil(fmax(fabs(dx), fabs(dy)) / cells->pixels);
    bool changed = false;
    for (size_t j = 0; j <= steps; j++) {
        const double part = steps > 0 ? (double)j / (double)steps : 0;
        uint8_t *cell = cell_at(cells, x + part * dx, y + part * dy);
        changed |= !*cell;
        if (draw)
            *cell = 1;
    }
    return changed;
}

/* Returns true when nothing has been drawn within two cells of the point. */
static bool lonely(const struct cells *cells, const struct canvas *c, size_t i)
{
    const double x = pixel_x(c, i), y = pixel_y(c, i);
    for (int row = -2; row <= 2; row++)
        for (int column = -2; column <= 2; column++)
            if (*cell_at(cells, x + column * cells->pixels, y + row * cells->pixels))
                return false;
    return true;
}

/* Returns true when a piece of line is worth drawing: a quarter of it is new, or it reaches an
 * empty area. */
static bool worthwhile(struct cells *cells, const struct canvas *c, const size_t at[], size_t n)
{
    size_t changed = 0;
    for (size_t j = 0; j < n; j++) {
        if (lonely(cells, c, at[j]))
            return true;
        changed += stroke(cells, c, at[j > 0 ? j - 1 : 0], at[j], false);
    }
    return 4 * changed > n;
}

/* Drops the pieces that are not worth drawing. Drops whole pieces, because a line cut into dashes
 * would look like another line. */
static struct plot_kept by_piece(const struct canvas *c, const struct plot_kept *from,
                                 double pixels)
{
    const size_t longest = c->series->draw == PLOT_POINTS ? 1 : 64;
    struct plot_kept kept = { 0 };
    struct cells cells = { .columns = (size_t)(c->width / pixels) + 1,
                           .rows = (size_t)(c->height / pixels) + 1,
                           .pixels = pixels };
    cells.drawn = memory_array(cells.columns * cells.rows, 1);
    for (size_t first = 0; first < from->n;) {
        const size_t *at = from->at + first;
        size_t n = 0;
        while (first + n < from->n && n < longest && at[n] != PLOT_BREAK)
            n++;
        if (n > 0 && worthwhile(&cells, c, at, n)) {
            for (size_t j = 0; j < n; j++) {
                stroke(&cells, c, at[j > 0 ? j - 1 : 0], at[j], true);
                if (j > 0 || kept.n == 0 || kept.at[kept.n - 1] != at[0])
                    push(&kept, at[j]);
            }
        } else
            push(&kept, PLOT_BREAK);
        first += n;
        if (first == from->n)
            break;
        if (from->at[first] == PLOT_BREAK) {
            push(&kept, PLOT_BREAK);
            first++;
        } else if (longest > 1)
            first--; /* the next piece begins where this one ends */
    }
    free(cells.drawn);
    return kept;
}

/* Keeps, as long as there is room, all points of a series of points, also those between the
 * extremes of a column. */
static struct plot_kept every_point(const struct canvas *c)
{
    struct plot_kept kept = { 0 };
    for (size_t i = 0; i < c->series->n; i++)
        if (plot_axis_shows(c->x, c->series->x[i]) && plot_axis_shows(c->y, c->series->y[i]))
            push(&kept, i);
    return kept;
}

struct plot_kept plot_thin(const struct plot_series *series, const struct plot_axis *x,
                           const struct plot_axis *y, double width, double height, size_t limit)
{
    const struct canvas canvas = { series, x, y, width, height };
    if (series->draw == PLOT_POINTS) {
        struct plot_kept points = every_point(&canvas);
        if (points.n <= limit)
            return points;
        free(points.at);
    }
    /* Columns stay fine, and lines smooth, until cells are as wide as a thick line. */
    for (double cell = 0.5;; cell *= 2) {
        struct plot_kept columns = by_column(&canvas, fmax(1, cell / 4));
        if (columns.n <= limit)
            return columns;
        struct plot_kept pieces = by_piece(&canvas, &columns, cell);
        free(columns.at);
        if (pieces.n <= limit)
            return pieces;
        free(pieces.at);
    }
}
