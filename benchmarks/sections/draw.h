/* Builds figures point by point. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_DRAW_H
#define BRISTLE_BENCHMARKS_SECTIONS_DRAW_H

#include <stdbool.h>

#include "tools/figures/page.h"
#include "tools/figures/plot.h"

/* Panels with series with points. Additions go to the last series of the last panel. Owns copies of
 * all texts. drawing_free releases it. */
struct drawing {
    struct plot_panel *panels;
    size_t n;
};

struct drawing drawing_new(void);
void drawing_free(struct drawing *drawing);

/* The axes of a panel. */
struct drawing_axes {
    const char *x_label, *y_label;
    bool log_x, log_y;
};
void drawing_panel(struct drawing *drawing, const char *title, const struct drawing_axes *axes);

/* Begins a series; title NULL: not in the legend. */
void drawing_series(struct drawing *drawing, const char *title, unsigned style,
                    enum plot_draw draw);
void drawing_point(struct drawing *drawing, double x, double y);

/* Gives all panels the same axes. */
void drawing_same_axes(struct drawing *drawing);

/* Writes a note below the last panel. */
void drawing_note(struct drawing *drawing, const char *note);

/* Whether an integrator is one of the five that stand out among the others. */
bool drawing_stands_out(const char *integrator);

/* Begins the curve of an integrator: five of them stand out, the others lie in the background. */
void drawing_method(struct drawing *drawing, const char *integrator, enum plot_draw draw);

/* Returns the style of an integrator, equal in every figure. */
unsigned drawing_style(const char *integrator);

#endif
