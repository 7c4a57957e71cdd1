/* The text of a law with other defaults: those that were found. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_FITTED_TEXT_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_FITTED_TEXT_H

#include "models/model.h"

/* Returns the text with the values p as the defaults of the model's parameters, and the model's
 * name with "_fitted" behind it; to be freed. Elements of an array have the numbers behind its
 * name. Words beside a value say that it was found. NULL: a parameter is not in the text as a
 * default of its own. */
char *fitted_text(const char *text, const struct model *model, const double p[]);

#endif
