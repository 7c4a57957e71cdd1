/* How series look (plot_inline.h). The seven hues are those of Okabe and Ito ("Color universal
 * design", 2008), darker or lighter where these do not have a contrast of 3:1 with the page's
 * background, and different in lightness where protanopia or deuteranopia hides the hue. Seven
 * hues, five dashes and four markers: neighbours differ in all. */
#include "tools/figures/plot_inline.h"

#include <math.h>

#include "tools/figures/plot_inline_parts.h"

enum { HUES = 7, DASHES = 5, MARKERS = 4 };

/* Blue, vermilion, green, purple, orange, sky blue, the colour of text. */
static const char *const on_light[HUES] = { "#0055a0", "#a83200", "#00785a", "#c45fa8",
                                            "#b88000", "#3d94d6", "#1b1f23" };
static const char *const on_dark[HUES] = { "#3787dc", "#e8601f", "#17a67b", "#d97fb8",
                                           "#f2c14e", "#a9defb", "#f5f5f5" };

static void put_hues(FILE *out, const char *const hues[HUES])
{
    for (unsigned i = 0; i < HUES; i++)
        fprintf(out, "--hue%u:%s;", i, hues[i]);
}

void plot_inline_style(FILE *out)
{
    static const char *const dashes[DASHES] = { "none", "7 3.5", "2 3", "7 3 2 3", "14 4" };
    fputs(":root{--plot-grid:#e3e6e9;--plot-axis:#8b949e;--plot-reference:#c3cad1;", out);
    put_hues(out, on_light);
    fputs("}\n@media (prefers-color-scheme:dark){:root{"
          "--plot-grid:#2b3138;--plot-axis:#77818b;--plot-reference:#4b545d;",
          out);
    put_hues(out, on_dark);
    fputs("}}\n", out);
    for (unsigned i = 0; i < HUES; i++)
        fprintf(out, ".hue%u{--hue:var(--hue%u)}", i, i);
    for (unsigned i = 0; i < DASHES; i++)
        fprintf(out, ".dash%u{stroke-dasharray:%s}", i, dashes[i]);
    fputs("\n.plot{display:block;width:100%;height:auto;overflow:visible}\n"
          ".plot path,.swatch path{fill:none;stroke-linecap:butt;stroke-linejoin:round}\n"
          ".plot text{font-size:12px;fill:currentColor}"
          ".plot .middle{text-anchor:middle}.plot .end{text-anchor:end}\n"
          ".plot .grid{stroke:var(--plot-grid);stroke-width:.8}"
          ".plot .axis,.plot .zero{stroke:var(--plot-axis)}.plot .zero{stroke-width:.8}\n"
          ".plot .line,.swatch .line{stroke:var(--hue);stroke-width:1.7}\n"
          ".plot .reference,.swatch .reference{stroke:var(--plot-reference);stroke-width:6}\n"
          ".plot .background,.swatch .background{stroke:var(--plot-axis);stroke-width:1}\n"
          ".plot .disc,.swatch .disc{stroke:var(--hue);stroke-width:5.6;stroke-linecap:round}\n"
          ".plot .box,.swatch .box{stroke:var(--hue);stroke-width:5;stroke-linecap:square}\n"
          ".plot .solid,.swatch .solid{fill:var(--hue)}\n",
          out);
}

void plot_line_class(char *text, size_t size, unsigned style, enum plot_draw draw)
{
    if (draw == PLOT_REFERENCE || draw == PLOT_BACKGROUND)
        snprintf(text, size, draw == PLOT_REFERENCE ? "reference" : "background");
    else
        snprintf(text, size, "line hue%u dash%u", style % HUES, style % DASHES);
}

void plot_marker_class(char *text, size_t size, unsigned style)
{
    static const char *const shapes[MARKERS] = { "disc", "box", "solid", "solid" };
    snprintf(text, size, "%s hue%u", shapes[style % MARKERS], style % HUES);
}

/* The round or square ends of a line of no length make a disc or a box. */
void plot_marker(FILE *out, unsigned style, double x, double y)
{
    static const char *const shapes[MARKERS] = { "h0", "h0", "l-3.2 5.6h6.4z",
                                                 "l-3.6 3.6 3.6 3.6 3.6-3.6z" };
    static const double above[MARKERS] = { 0, 0, 3.7, 3.6 };
    fprintf(out, "M%.1f %.1f%s", x, y - above[style % MARKERS], shapes[style % MARKERS]);
}

void plot_swatch(FILE *out, unsigned style, enum plot_draw draw)
{
    const struct plot_series series = { .draw = draw };
    char class[64];
    fputs("<svg class=\"swatch\" viewBox=\"0 0 34 14\" width=\"34\" height=\"14\""
          " aria-hidden=\"true\">",
          out);
    if (plot_has_line(&series)) {
        plot_line_class(class, sizeof class, style, draw);
        fprintf(out, "<path class=\"%s\" d=\"M1 7h32\"/>", class);
    }
    if (plot_has_points(&series)) {
        plot_marker_class(class, sizeof class, style);
        fprintf(out, "<path class=\"%s\" d=\"", class);
        plot_marker(out, style, 17, 7);
        fputs("\"/>", out);
    }
    fputs("</svg>", out);
}
