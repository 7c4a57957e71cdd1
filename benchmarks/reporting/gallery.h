/* The page of all laws: their equations, parameters and claims from their texts, and a picture. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_GALLERY_H
#define BRISTLE_BENCHMARKS_REPORTING_GALLERY_H

#include <stdio.h>

#include "models/language/statements.h"
#include "models/model.h"

/* A law of Bristle and its text. */
struct gallery_law {
    char *source; /* what the text's file holds */
    struct text text;
    struct equations law;
    struct statements statements;
    const struct model *model;
};

/* Write what stands before the first law, with a list of all; and the section of a law, whose
 * picture lies at pictures/NAME.svg. */
void gallery_opening(FILE *out, const struct gallery_law laws[], size_t n);
void gallery_section(FILE *out, struct gallery_law *law);

/* Writes the picture of a law at its defaults, SVG: the steady force against the velocity, where it
 * is known; and of a law with states or memory the force against the position, moved forth and back
 * from rest. */
void gallery_picture(FILE *out, const struct model *model);

#endif
