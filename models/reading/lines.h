/* The equations of a law as lines: definitions, rates, force, events, and what is demanded of the
 * parameters. */
#ifndef BRISTLE_MODELS_READING_LINES_H
#define BRISTLE_MODELS_READING_LINES_H

#include <stdio.h>

#include "models/language/equations.h"

/* Both live in the law's arena. */
struct reading_line {
    const char *text;  /* "dz/dt = v - sigma0*|v|/G*z" */
    const char *latex; /* "\dot z &= v - \frac{\sigma_0 \left|v\right|}{G} z" */
};

struct reading_lines {
    struct reading_line *of; /* to be freed */
    size_t n, room;
};

/* Returns the lines in the order of the text: first the names that declarations define. A name that
 * depends on the motion has what it depends on behind it: "G(v) = ...". */
struct reading_lines reading_lines(struct equations *law);

/* Writes the lines within 80 columns; as LaTeX, an align environment, which needs amsmath. */
void lines_write(FILE *out, const struct reading_lines *lines);
void lines_write_latex(FILE *out, const struct reading_lines *lines);

#endif
