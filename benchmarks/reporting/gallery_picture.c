/* Draws the picture of a law (gallery.h). */
#include <stdlib.h>

#include "benchmarks/reporting/gallery.h"
#include "benchmarks/reporting/law_curves.h"
#include "tools/base/memory.h"
#include "tools/figures/plot_inline.h"

/* Pixels of a panel. */
enum { WIDTH = 340, HEIGHT = 250, MARGIN = 14 };

/* Of the classes of plot_inline, without the page's variables, which few programs but browsers
 * know. */
static const char style[] = "path{fill:none;stroke-linejoin:round}text{font-size:12px}"
                            ".middle{text-anchor:middle}.end{text-anchor:end}"
                            ".grid{stroke:#e3e6e9;stroke-width:.8}.axis{stroke:#8b949e}"
                            ".zero{stroke:#8b949e;stroke-width:.8}"
                            ".line{stroke:#0055a0;stroke-width:1.7}";

static void put_panel(FILE *out, const struct law_curve *c, const char *x_label,
                      const char *y_label, unsigned at)
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
    struct law_curve *c = memory_array(1, sizeof *c);
    const bool curve = law_has_steady_curve(m), loop = law_has_loop(m);
    unsigned at = MARGIN;
    PREC(model_defaults)(m, p);
    open_file(out, m, curve + loop);
    if (curve) {
        law_steady_curve(m, p, c);
        put_panel(out, c, "held velocity v (m/s)", "steady friction F (N)", at);
        at += WIDTH + MARGIN;
    }
    if (loop) {
        law_loop(m, p, c);
        put_panel(out, c, "position x (m)", "friction F, moved slowly (N)", at);
    }
    fputs("</svg>\n", out);
    free(c);
}
