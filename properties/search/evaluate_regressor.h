/* Trials of the linear parametrisation F = U P: does it give the force, and can the entries of
 * P be told apart? Margins as in evaluate_property.h. */
#ifndef BRISTLE_PROPERTIES_SEARCH_EVALUATE_REGRESSOR_H
#define BRISTLE_PROPERTIES_SEARCH_EVALUATE_REGRESSOR_H

#include "properties/checker/excitation.h"
#include "properties/search/evaluate_property.h"

/* Whether the property is one of these. */
bool PREC(evaluate_regressor_is)(enum property property);

/* As property_applicable and trial, for these properties. */
bool PREC(evaluate_regressor_applicable)(const struct model *model, enum property property);
struct margin PREC(evaluate_regressor)(const struct model *model, const real p[],
                                       enum property property, const struct hold holds[],
                                       unsigned n);

/* The excitation for a law, from whatever state it is in. */
void PREC(excitation_signal)(const struct model *model, const real p[],
                             struct hold holds[/*EXCITATION_HOLDS*/]);

#endif
