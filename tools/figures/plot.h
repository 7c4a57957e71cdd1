/* Figures as SVG files, drawn by gnuplot (package gnuplot-nox) in a child process.
 *
 * The same input gives the same bytes. Colours are those of Okabe and Ito without the yellow,
 * which white paper swallows; every series differs from its neighbours by its dashes or
 * markers as well. The background is white, whatever page the figure is put into. Long series
 * are thinned to what a screen can show, extremes kept, so that a file stays below 400 KB; a
 * loop run through so often that this is not enough also loses rounds among its others.
 */
#ifndef BRISTLE_TOOLS_FIGURES_PLOT_H
#define BRISTLE_TOOLS_FIGURES_PLOT_H

#include <stdbool.h>
#include <stddef.h>

/* PLOT_REFERENCE is a wide pale line under the others, whatever its style; PLOT_BACKGROUND a thin
 * grey one, for what is there to be compared with. */
enum plot_draw { PLOT_LINE, PLOT_POINTS, PLOT_LINE_POINTS, PLOT_REFERENCE, PLOT_BACKGROUND };

/* A curve through (x[i], y[i]). Values that cannot be drawn break it: NaN, infinities, and
 * nonpositive values on a logarithmic axis. Arrays and texts belong to the caller. */
struct plot_series {
    const char *title; /* in the legend; NULL: not there */
    const double *x, *y;
    size_t n;
    unsigned style; /* 0, 1, 2, ...: colour, dashes and marker; equal numbers look the same */
    enum plot_draw draw;
};

/* One pair of axes. A label ends in its unit, "position x (m)": an axis of small or large
 * values then shows "position x (µm)", or "rate (10⁶/s)" where no prefix fits; without a
 * unit "(10⁶)". Where values differ in the fourth digit only, the label also says what was
 * subtracted. Texts are UTF-8 and mean themselves: no markup. */
struct plot_panel {
    const char *title; /* NULL: none */
    const char *x_label, *y_label;
    const struct plot_series *series;
    size_t n;
    bool log_x, log_y;
    /* Values that an axis shows at least, so that panels can be compared; lo >= hi: only those of
     * the series. */
    double x_lo, x_hi, y_lo, y_hi;
    const char *note; /* on a page, below the panel; NULL: none */
};

/* Writes the panels, left to right and top to bottom, under a common title; the footnote (the
 * command that reproduces the figure) stands below in small type; either may be NULL. The
 * figure is 900 px wide for one column and 300 px wider for each further one. A relative path
 * means the caller's directory; the file appears whole or not at all. A failure is one line
 * on stderr, exit 2. */
void plot_svg(const char *path, const char *title, const char *footnote,
              const struct plot_panel *panels, size_t n_panels, unsigned columns);

/* Powers of ten that have an SI prefix, which are multiples of 3. */
enum { PLOT_LEAST_PREFIX = -15, PLOT_LARGEST_PREFIX = 12 };

/* Returns the SI prefix for such a power: "m" for -3, "" for 0. */
const char *plot_prefix(int e);

/* Gives the panels the same axes: each shows what any of them shows. */
void plot_same_axes(struct plot_panel panels[], size_t n);

/* Ends the program in the same way if there is no gnuplot: to be called before long work. */
void plot_check(void);

/* Returns the command line as text for a footnote, "bazel run TARGET -- ARGUMENTS", quoted for a
 * shell, to be freed. */
char *plot_command(const char *target, int argc, char *const argv[]);

#endif
