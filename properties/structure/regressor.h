/* The regressor: F = U P as an identity. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_REGRESSOR_H
#define BRISTLE_PROPERTIES_STRUCTURE_REGRESSOR_H

#include "models/derived/law_graph.h"
#include "properties/workbench/fixed.h"
#include "tools/base/decide.h"

/* Returns YES when F = U P, with U and P as the law states them, for all velocities, selections,
 * states, discrete variables and parameters: both have one normal form, and both have a value
 * everywhere. Else UNDECIDED. */
enum answer regressor_prove(const struct law_graph *law);

/* The same for F = U P as the source prints it, at fixed parameters, for every velocity at which
 * its constant is fixed. */
enum answer regressor_prove_printed(const struct law_graph *law, const struct fixed *fixed);

#endif
