/* Declarations of a law's text. Only the files of the elaboration include this header. */
#ifndef BRISTLE_MODELS_LANGUAGE_DECLARE_H
#define BRISTLE_MODELS_LANGUAGE_DECLARE_H

#include "models/language/scope.h"

/* Adds a declared name, with its quantities, to the scope and the law. */
void declare_name(struct scope *scope, const struct syntax *declaration);

/* Returns the modification of that name of a declaration or annotation, or NULL. */
const struct syntax *declare_modification(const struct syntax *of, const char *name);

/* Evaluates to a double, rounded to nearest: an expression without symbols. */
double declare_number(struct scope *scope, const struct syntax *syntax);

#endif
