/* Builds figures point by point. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_DRAW_H
#define BRISTLE_BENCHMARKS_REPORTING_DRAW_H

#include <stdbool.h>

#include "benchmarks/figures/page.h"
#include "benchmarks/figures/plot.h"

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

/* Returns the style of an integrator, equal in every figure. */
unsigned drawing_style(const char *integrator);

#endif
