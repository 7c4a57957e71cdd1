/* Chooses the points to draw, and the range that axes must cover (plot_parts.h). */
#include "tools/figures/plot_parts.h"

#include <math.h>
#include <stdlib.h>

bool plot_has_line(const struct plot_series *s) { return s->draw != PLOT_POINTS; }

bool plot_has_points(const struct plot_series *s)
{
    return s->draw == PLOT_POINTS || s->draw == PLOT_LINE_POINTS;
}

unsigned plot_layer(const struct plot_series *s)
{
    return s->draw == PLOT_REFERENCE ? 0 : s->draw == PLOT_BACKGROUND ? 1 : 2;
}

bool plot_extent(const struct plot_panel *panel, bool of_x, double *lo, double *hi)
{
    const struct plot_axis axis = { .log = of_x ? panel->log_x : panel->log_y };
    bool forward = true;
    *lo = INFINITY;
    *hi = -INFINITY;
    for (size_t k = 0; k < panel->n; k++) {
        const double *values = of_x ? panel->series[k].x : panel->series[k].y;
        double before = -INFINITY;
        for (size_t i = 0; i < panel->series[k].n; i++) {
            if (!plot_axis_shows(&axis, values[i]))
                continue;
            *lo = fmin(*lo, values[i]);
            *hi = fmax(*hi, values[i]);
            forward &= values[i] >= before;
            before = values[i];
        }
    }
    const double least = of_x ? panel->x_lo : panel->y_lo, most = of_x ? panel->x_hi : panel->y_hi;
    if (*lo <= *hi && least < most) {
        *lo = fmin(*lo, least);
        *hi = fmax(*hi, most);
    }
    return forward;
}

void plot_same_axes(struct plot_panel panels[], size_t n)
{
    double x[2] = { INFINITY, -INFINITY }, y[2] = { INFINITY, -INFINITY }, lo, hi;
    for (size_t i = 0; i < n; i++) {
        plot_extent(&panels[i], true, &lo, &hi);
        x[0] = fmin(x[0], lo);
        x[1] = fmax(x[1], hi);
        plot_extent(&panels[i], false, &lo, &hi);
        y[0] = fmin(y[0], lo);
        y[1] = fmax(y[1], hi);
    }
    for (size_t i = 0; i < n; i++) {
        panels[i].x_lo = x[0];
        panels[i].x_hi = x[1];
        panels[i].y_lo = y[0];
        panels[i].y_hi = y[1];
    }
}

void plot_data(FILE *out, const struct plot_series *s, const struct plot_axis *x,
               const struct plot_axis *y, double width, double height, size_t limit)
{
    struct plot_kept kept = plot_thin(s, x, y, width, height, limit);
    for (size_t j = 0; j < kept.n; j++) {
        const size_t i = kept.at[j];
        if (i == PLOT_BREAK) {
            fputc('\n', out);
            continue;
        }
        const double px = (s->x[i] - x->offset) / x->scale, py = (s->y[i] - y->offset) / y->scale;
        fprintf(out, "%.9g %.9g\n", px, py);
        /* A point between two breaks would not show as a line; a line of no length does. */
        if (!plot_has_points(s) && (j == 0 || kept.at[j - 1] == PLOT_BREAK) &&
            (j + 1 == kept.n || kept.at[j + 1] == PLOT_BREAK))
            fprintf(out, "%.9g %.9g\n", px,
                    py + 0.1 / height * (y->log ? py : (y->hi - y->lo) / y->scale));
    }
    free(kept.at);
}
