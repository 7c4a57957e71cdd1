/* The parts of plot_svg that need no gnuplot, separate for its tests. */
#ifndef BRISTLE_TOOLS_FIGURES_PLOT_PARTS_H
#define BRISTLE_TOOLS_FIGURES_PLOT_PARTS_H

#include <stdio.h>

#include "tools/figures/plot.h"

/* An axis from lo to hi; it shows (value - offset)/scale. */
struct plot_axis {
    double lo, hi, offset, scale;
    bool log, empty; /* empty: no values */
    unsigned labels; /* at most so many; 0: up to eight, or gnuplot's choice */
    char label[256];
};

/* Fits the axis to values from lo to hi (lo > hi: none), widened at both ends by the fraction
 * margin of its length, and makes its label with prefix or power and offset. */
void plot_axis_fit(struct plot_axis *axis, const char *label, bool log, double lo, double hi,
                   double margin);

/* Whether the axis can show the value, and its position: 0 at lo, 1 at hi. */
bool plot_axis_shows(const struct plot_axis *axis, double value);
double plot_axis_position(const struct plot_axis *axis, double value);

/* More than a double has decades. */
enum { PLOT_MOST_TICKS = 640 };

/* A tick: its value, what stands at it, and, of a logarithmic axis, its value as gnuplot reads it.
 * A small tick has neither label nor grid. */
struct plot_tick {
    double at;
    bool is_small;
    char label[96], number[32];
};

/* The ticks of the axis, in rising order; returns how many there are. */
size_t plot_axis_ticks(const struct plot_axis *axis, struct plot_tick ticks[PLOT_MOST_TICKS]);

/* Writes gnuplot's commands for range and ticks of the axis `name`, "x" or "y". */
void plot_axis_script(FILE *out, const char *name, const struct plot_axis *axis);

/* The drawn points of a series, in order; PLOT_BREAK interrupts the line. */
#define PLOT_BREAK ((size_t)-1)
struct plot_kept {
    size_t *at, n, capacity;
};

/* Keeps at most limit (>= 16) points of a series for width x height pixels. Free kept.at. */
struct plot_kept plot_thin(const struct plot_series *series, const struct plot_axis *x,
                           const struct plot_axis *y, double width, double height, size_t limit);

/* Finds the lowest and highest of the values that an axis of the panel can show, over all series
 * (lo > hi: none) and what it shows at least. Returns true when no series ever goes to the left. */
bool plot_extent(const struct plot_panel *panel, bool of_x, double *lo, double *hi);

/* Writes a series as gnuplot's data, thinned for width x height pixels. */
void plot_data(FILE *out, const struct plot_series *s, const struct plot_axis *x,
               const struct plot_axis *y, double width, double height, size_t limit);

/* Return whether the series has a line, and whether it has markers. */
bool plot_has_line(const struct plot_series *s);
bool plot_has_points(const struct plot_series *s);

/* Returns how far to the front a series is drawn: references at 0, the background at 1, all others
 * at PLOT_LAYERS - 1. */
enum { PLOT_LAYERS = 3 };
unsigned plot_layer(const struct plot_series *s);

/* Writes at most n bytes of text as a quoted string of gnuplot. Control characters become blanks,
 * and bytes that are not UTF-8, which SVG cannot hold, question marks. */
void plot_quote(FILE *out, const char *text, size_t n);

/* Returns the length in bytes of the next line of text when wrapped at blanks to that many
 * characters. */
size_t plot_wrap(const char *text, size_t characters);

/* Writes the whole script, data included. */
void plot_script(FILE *out, const char *title, const char *footnote,
                 const struct plot_panel *panels, size_t n_panels, unsigned columns);

/* Copies gnuplot's SVG with the title given, without the parts that name the gnuplot that made it.
 * Returns false if the SVG is not complete. */
bool plot_clean(FILE *svg, FILE *out, const char *title);

/* Returns the length of the UTF-8 sequence at s, or 0. */
size_t plot_utf8_length(const char *s);

/* Writes at most n bytes of text for use between an XML element's tags or in a quoted attribute:
 * control characters become blanks, bytes that are not UTF-8 question marks. */
void plot_escape(FILE *out, const char *text, size_t n);

/* Returns a file without a name, which disappears however the program ends. */
FILE *plot_scratch(void);

/* Runs gnuplot without a shell and without the user's settings; the SVG can then be read from its
 * beginning. Ends the program with one line on stderr, exit 2, on failure. */
void plot_run(FILE *script, FILE *svg);

#endif
