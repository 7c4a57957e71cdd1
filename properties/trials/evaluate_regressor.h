/* Evaluates the linear parametrisation F = U P: whether U P gives the force, and whether the
 * entries of P can be told apart. Margins as in evaluate_property.h. */
#ifndef BRISTLE_PROPERTIES_TRIALS_EVALUATE_REGRESSOR_H
#define BRISTLE_PROPERTIES_TRIALS_EVALUATE_REGRESSOR_H

#include "properties/rigorous/excitation.h"
#include "properties/trials/evaluate_property.h"

/* Returns true for the properties that this file evaluates. */
bool PREC(evaluate_regressor_is)(enum property property);

/* As property_applicable and evaluate_property, for these properties. */
bool PREC(evaluate_regressor_applicable)(const struct model *model, enum property property);
struct margin PREC(evaluate_regressor)(const struct model *model, const real p[],
                                       enum property property, const struct hold holds[],
                                       unsigned n);

/* Writes the excitation of properties/rigorous/excitation.h for a law with these parameters. */
void PREC(excitation_signal)(const struct model *model, const real p[],
                             struct hold holds[/*EXCITATION_HOLDS*/]);

#endif
