/* Only values.c includes this header. */
#ifndef BRISTLE_MODELS_DERIVED_FORCE_SCALE_H
#define BRISTLE_MODELS_DERIVED_FORCE_SCALE_H

#include "models/language/statements.h"

/* Returns the summed magnitudes of the terms of the force, over states within their bounds, of a
 * state without bound up to the travel; EXPRESSION_NONE: not known. */
expression force_scale(struct equations *law, const struct statements *statements);

#endif
