/* Finite rates and forces: no overflow, no division by zero, no function without a value. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_FINITE_H
#define BRISTLE_PROPERTIES_STRUCTURE_FINITE_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "properties/cover/reach.h"
#include "tools/base/decide.h"

/* Where the law is evaluated: parameters and states by index of the law, |v| up to the speed. */
struct finite_place {
    struct reach parameter[MODEL_MAX_PARAMS], state[MODEL_MAX_STATES];
    uint64_t whole; /* parameters that are whole numbers, by their bits */
    double speed;   /* m/s */
};

/* Returns YES when rates and force, evaluated in double as the equations say, operation by
 * operation, are finite: for all parameters of the place that the law admits, all speeds and states
 * of the place, all selections, and all values that discrete variables can come to have by events
 * there. Else UNDECIDED. Parameters are cut into boxes where that is needed. */
enum answer finite_prove(const struct law_graph *law, const struct finite_place *place);

#endif
