/* The parts of plot_inline that need no gnuplot, apart for its tests. */
#ifndef BRISTLE_BENCHMARKS_FIGURES_PLOT_INLINE_PARTS_H
#define BRISTLE_BENCHMARKS_FIGURES_PLOT_INLINE_PARTS_H

#include "benchmarks/figures/plot_inline.h"
#include "benchmarks/figures/plot_parts.h"

/* gnuplot is given colours that say what is drawn with them: rgb(1, 0, INK_...), and
 * rgb(2 + i/65536, ..., i) for series i. */
enum plot_ink { INK_GRID, INK_AXIS, INK_ZERO, INK_TEXT, N_INKS };

/* Writes gnuplot's script for one panel; several may follow each other. */
void plot_inline_script(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height);

/* Rewrites the next of gnuplot's pictures in svg, what is before it left out, with classes
 * instead of colours. Returns what is after it, or NULL if it is not whole. */
const char *plot_theme(const char *svg, FILE *out, const struct plot_panel *panel, unsigned width,
                       unsigned height, const char *id, const char *label);

/* Rewrites the d of a path of absolute moves and lines with relative ones, in tenths of a
 * pixel, without what lies within a tenth of a pixel of the line that remains. */
void plot_path(FILE *out, const char *d, size_t n);

/* Writes a marker of that style as part of a path of its class. */
void plot_marker(FILE *out, unsigned style, double x, double y);

/* The classes of a series' line, and of its markers. */
void plot_line_class(char *text, size_t size, unsigned style, enum plot_draw draw);
void plot_marker_class(char *text, size_t size, unsigned style);

#endif
