/* Builds panels and series point by point (draw.h). */
#include "benchmarks/sections/draw.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

struct drawing drawing_new(void) { return (struct drawing){ NULL, 0 }; }

static void *grow(void *array, size_t n, size_t size)
{
    /* Capacities are powers of two: the array is full when n is one. */
    if ((n & (n - 1)) != 0)
        return array;
    return memory_resized(array, n > 0 ? 2 * n : 1, size);
}

static char *copy(const char *text) { return text ? memory_text("%s", text) : NULL; }

void drawing_free(struct drawing *d)
{
    for (size_t i = 0; i < d->n; i++) {
        struct plot_panel *panel = &d->panels[i];
        for (size_t k = 0; k < panel->n; k++) {
            free((void *)panel->series[k].title);
            free((void *)panel->series[k].x);
            free((void *)panel->series[k].y);
        }
        free((void *)panel->series);
        free((void *)panel->title);
        free((void *)panel->x_label);
        free((void *)panel->y_label);
        free((void *)panel->note);
    }
    free(d->panels);
    *d = drawing_new();
}

void drawing_panel(struct drawing *d, const char *title, const struct drawing_axes *axes)
{
    d->panels = grow(d->panels, d->n, sizeof *d->panels);
    d->panels[d->n++] = (struct plot_panel){ .title = copy(title),
                                             .x_label = copy(axes->x_label),
                                             .y_label = copy(axes->y_label),
                                             .log_x = axes->log_x,
                                             .log_y = axes->log_y };
}

/* The drawing owns its series and may change them. */
static struct plot_series *last_series(const struct drawing *d)
{
    const struct plot_panel *panel = &d->panels[d->n - 1];
    return (struct plot_series *)&panel->series[panel->n - 1];
}

void drawing_series(struct drawing *d, const char *title, unsigned style, enum plot_draw draw)
{
    struct plot_panel *panel = &d->panels[d->n - 1];
    struct plot_series *series = grow((void *)panel->series, panel->n, sizeof *series);
    series[panel->n++] = (struct plot_series){ .title = copy(title), .style = style, .draw = draw };
    panel->series = series;
}

void drawing_point(struct drawing *d, double x, double y)
{
    struct plot_series *s = last_series(d);
    double *xs = grow((void *)s->x, s->n, sizeof *xs), *ys = grow((void *)s->y, s->n, sizeof *ys);
    xs[s->n] = x;
    ys[s->n] = y;
    s->x = xs;
    s->y = ys;
    s->n++;
}

unsigned drawing_style(const char *integrator)
{
    /* Neighbours in a panel differ in colour, dash and marker. */
    static const char *const names[] = {
        "exponential",          "euler",       "rk4",         "cvode_bdf",           "rosenbrock",
        "exponential_adaptive", "rosenbrock2", "heun",        "implicit_euler",      "exponential1",
        "exponential4",         "trapezoidal", "bdf2",        "semi_implicit_euler", "rosenbrock4",
        "time_stepping",        "cvode_adams", "arkode_dirk", "arkode_erk",          "arkode_imex",
    };
    enum { N = sizeof names / sizeof *names };
    for (unsigned i = 0; i < N; i++)
        if (strcmp(names[i], integrator) == 0)
            return i;
    return N;
}

/* The adaptive form of the exponential method counts as that method: no panel has both. */
static unsigned style_of(const char *integrator)
{
    const bool adaptive = strcmp(integrator, "exponential_adaptive") == 0;
    return drawing_style(adaptive ? "exponential" : integrator);
}

bool drawing_stands_out(const char *integrator)
{
    enum { STAND_OUT = 5 };
    return style_of(integrator) < STAND_OUT;
}

void drawing_method(struct drawing *d, const char *integrator, enum plot_draw draw)
{
    drawing_series(d, integrator, style_of(integrator),
                   drawing_stands_out(integrator) ? draw : PLOT_BACKGROUND);
}

void drawing_same_axes(struct drawing *d) { plot_same_axes(d->panels, d->n); }

void drawing_note(struct drawing *d, const char *note)
{
    struct plot_panel *panel = &d->panels[d->n - 1];
    free((void *)panel->note);
    panel->note = copy(note);
}
