/* Figures put together point by point. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_DRAW_H
#define BRISTLE_BENCHMARKS_REPORTING_DRAW_H

#include <stdbool.h>

#include "benchmarks/figures/page.h"
#include "benchmarks/figures/plot.h"

/* Panels with series with points, the last of each the one that is added to. Owns copies of all
 * texts. To be released with drawing_free. */
struct drawing {
    struct plot_panel *panels;
    size_t n;
};

struct drawing drawing_new(void);
void drawing_free(struct drawing *drawing);

/* What is common to panels. */
struct drawing_axes {
    const char *x_label, *y_label;
    bool log_x, log_y;
};
void drawing_panel(struct drawing *drawing, const char *title, const struct drawing_axes *axes);

/* title NULL: not in the legend. */
void drawing_series(struct drawing *drawing, const char *title, unsigned style,
                    enum plot_draw draw);
void drawing_point(struct drawing *drawing, double x, double y);

/* How an integrator looks wherever it is drawn. */
unsigned drawing_style(const char *integrator);

#endif
