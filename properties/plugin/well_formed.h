/* Whether the table of a law can be worked with at all, before anything is computed with it. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_WELL_FORMED_H
#define BRISTLE_PROPERTIES_PLUGIN_WELL_FORMED_H

#include "models/model.h"

enum { WELL_FORMED_TEXT = 256 };

/* Looks at names, counts, ranges, the functions that need each other, claims, and at the defaults,
 * for which it calls validate. Returns false with what is wrong as one line. */
bool PREC(well_formed)(const struct model *model, char problem[WELL_FORMED_TEXT]) MUST_CHECK;

#endif
