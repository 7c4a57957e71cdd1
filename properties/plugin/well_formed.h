/* Checks whether a law's table can be used at all, before anything is computed with it. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_WELL_FORMED_H
#define BRISTLE_PROPERTIES_PLUGIN_WELL_FORMED_H

#include "models/model.h"

enum { WELL_FORMED_TEXT = 256 };

/* Checks names, counts, ranges, the functions that need each other, claims, and the defaults, for
 * which it calls validate. Returns false, with one line in problem, at the first mistake. */
bool PREC(well_formed)(const struct model *model, char problem[WELL_FORMED_TEXT]) MUST_CHECK;

/* The same, of an implementation of a text, which may leave its claims to the text. */
bool PREC(well_formed_code)(const struct model *model, char problem[WELL_FORMED_TEXT]) MUST_CHECK;

#endif
