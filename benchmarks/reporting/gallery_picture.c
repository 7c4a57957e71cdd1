/* Draws the picture of a law (gallery.h). */
#include <math.h>
#include <stdlib.h>

#include "benchmarks/figures/plot_inline.h"
#include "benchmarks/reporting/gallery.h"
#include "tools/base/memory.h"

/* Pixels of a panel; points of a curve. */
enum { WIDTH = 340, HEIGHT = 250, MARGIN = 14, HALF = 100, POINTS = 2 * HALF, LOOP = 5 * HALF };

/* Speeds to be shown, in multiples of the speed on which the steady force changes, or m/s; the
 * speed of the loop, likewise; and its half width in multiples of the law's length. */
static const double SPEEDS = 5, FASTEST = 5, SLOWNESS = 0.1, SLOWEST = 1e-4, WIDENESS = 4;

/* Of the classes of plot_inline, without the page's variables, which few programs but browsers
 * know. */
static const char style[] = "path{fill:none;stroke-linejoin:round}text{font-size:12px}"
                            ".middle{text-anchor:middle}.end{text-anchor:end}"
                            ".grid{stroke:#e3e6e9;stroke-width:.8}.axis{stroke:#8b949e}"
                            ".zero{stroke:#8b949e;stroke-width:.8}"
                            ".line{stroke:#0055a0;stroke-width:1.7}";

struct curve {
    double x[LOOP], y[LOOP];
    size_t n;
};

static bool is_static(const struct model *m)
{
    return m->n_states == 0 && m->n_ints + m->n_reals == 0;
}

static bool has_steady_curve(const struct model *m) { return m->steady_force || is_static(m); }

/* From the fastest backwards to the fastest forwards, with no point at rest: a jump there is a line
 * up. */
static void draw_steady(const struct model *m, const double p[], struct curve *c)
{
    const double fastest = m->stribeck_speed ? SPEEDS * m->stribeck_speed(p) : FASTEST,
                 least = 1e-9 * fastest;
    for (c->n = 0; c->n < POINTS; c->n++) {
        const int k = (int)c->n - HALF;
        const double part = k < 0 ? (k + 1.0) / (HALF - 1) : (double)k / (HALF - 1);
        const double v = k < 0 ? fmin(part * fastest, -least) : fmax(part * fastest, least);
        c->x[c->n] = v;
        c->y[c->n] =
            m->steady_force ? m->steady_force(p, v) : m->force(p, NULL, v, v > 0 ? 1 : -1, NULL);
    }
}

/* Held velocities: forth, back, and forth again; from the end of the first step on, because a force
 * that jumps at the start would hide the loop. */
static void draw_loop(const struct model *m, const double p[], struct curve *c)
{
    struct memory memory = { 0 };
    double x[MODEL_MAX_STATES] = { 0 }, place = 0;
    const double speed = m->stribeck_speed ? SLOWNESS * m->stribeck_speed(p) : SLOWEST,
                 half_width = WIDENESS * (m->length ? m->length(p) : speed),
                 h = half_width / (HALF * speed);
    if (m->start)
        m->start(p, 0, &memory);
    for (c->n = 0; c->n < LOOP; c->n++) {
        const double s = c->n < HALF || c->n >= 3 * (size_t)HALF ? 1 : -1, v = s * speed;
        m->flow(p, &memory, v, s, h, x);
        place += v * h;
        c->x[c->n] = place;
        c->y[c->n] = m->force(p, &memory, v, s, x);
    }
}

static void put_panel(FILE *out, const struct curve *c, const char *x_label, const char *y_label,
                      unsigned at)
{
    const struct plot_series series = { .x = c->x, .y = c->y, .n = c->n, .draw = PLOT_LINE };
    const struct plot_panel panel = {
        .x_label = x_label, .y_label = y_label, .series = &series, .n = 1
    };
    fprintf(out, "<g transform=\"translate(%u %d)\">\n", at, MARGIN);
    plot_inline(out, &panel, WIDTH, HEIGHT, at > MARGIN ? "right" : "left", x_label);
    fputs("</g>\n", out);
}

static void open_file(FILE *out, const struct model *m, unsigned panels)
{
    const unsigned width = panels * (WIDTH + MARGIN) + MARGIN, height = HEIGHT + 2 * MARGIN;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %u %u\" font-family=\"sans-serif\" color=\"#1b1f23\">\n"
            "<title>%s: %s</title>\n<style>\n",
            width, height, width, height, m->name, m->title);
    fputs(style, out);
    fprintf(out, "</style>\n<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n", width, height);
}

void gallery_picture(FILE *out, const struct model *m)
{
    double p[MODEL_MAX_PARAMS];
    struct curve *c = memory_array(1, sizeof *c);
    const bool curve = has_steady_curve(m), loop = !is_static(m) && m->flow;
    unsigned at = MARGIN;
    PREC(model_defaults)(m, p);
    open_file(out, m, curve + loop);
    if (curve) {
        draw_steady(m, p, c);
        put_panel(out, c, "held velocity v (m/s)", "steady friction F (N)", at);
        at += WIDTH + MARGIN;
    }
    if (loop) {
        draw_loop(m, p, c);
        put_panel(out, c, "position x (m)", "friction F, moved slowly (N)", at);
    }
    fputs("</svg>\n", out);
    free(c);
}
