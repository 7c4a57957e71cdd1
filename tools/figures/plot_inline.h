/* Panels as SVG elements of an HTML page. They take their colours from the
 * page (plot_inline_style), light or dark, carry no titles of series (plot_swatch is for the
 * page's legend) nor of their own, and are as wide as the box they stand in, up to 1.4 times
 * their size. The same input gives the same bytes. */
#ifndef BRISTLE_TOOLS_FIGURES_PLOT_INLINE_H
#define BRISTLE_TOOLS_FIGURES_PLOT_INLINE_H

#include <stdio.h>

#include "tools/figures/plot.h"

/* Writes one <svg> of width x height pixels, at least 200 x 160, with the id given, which is
 * unique on the page; the label is what a screen reader says, NULL: the panel's title, axes
 * and series. Ends the program when out of memory. */
void plot_inline(FILE *out, const struct plot_panel *panel, unsigned width, unsigned height,
                 const char *id, const char *label);

/* A series' line and marker, 34 x 14 pixels, as a legend shows them. */
void plot_swatch(FILE *out, unsigned style, enum plot_draw draw);

/* Writes the drawn points, thinned to at most 300 of a series, as CSV with the columns
 * panel,series,x,y. A panel or series without a title has its number instead. */
void plot_csv(FILE *out, const struct plot_panel *panels, size_t n);

/* Writes the style sheet of all panels, without the <style> element. Text has the page's colour and
 * font; prefers-color-scheme changes the colours for a dark background. */
void plot_inline_style(FILE *out);

#endif
