/* The parts of plot_inline that need no gnuplot, separate for its tests. */
#ifndef BRISTLE_TOOLS_FIGURES_PLOT_INLINE_PARTS_H
#define BRISTLE_TOOLS_FIGURES_PLOT_INLINE_PARTS_H

#include "tools/figures/plot_inline.h"
#include "tools/figures/plot_parts.h"

/* Rewrites the d of a path of absolute moves and lines with relative ones, in tenths of a
 * pixel, without what lies within a tenth of a pixel of the line that remains. */
void plot_path(FILE *out, const char *d, size_t n);

/* Writes a marker of that style as part of a path of its class. */
void plot_marker(FILE *out, unsigned style, double x, double y);

/* Write the classes of a series' line, and of its markers. */
void plot_line_class(char *text, size_t size, unsigned style, enum plot_draw draw);
void plot_marker_class(char *text, size_t size, unsigned style);

#endif
