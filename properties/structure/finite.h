/* Finite rates and forces: no overflow, no division by zero, no function without a value. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_FINITE_H
#define BRISTLE_PROPERTIES_STRUCTURE_FINITE_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "properties/cover/reach.h"
#include "tools/base/decide.h"

/* A discrete variable whose magnitude is known to be at most a parameter. */
struct finite_limit {
    bool is_known;
    unsigned parameter;
};

/* Where the law is evaluated: parameters and states by index of the law, |v| up to the speed. */
struct finite_place {
    struct reach parameter[MODEL_MAX_PARAMS], state[MODEL_MAX_STATES];
    uint64_t whole; /* parameters that are whole numbers, by their bits */
    double speed;   /* m/s */
    struct finite_limit memory[MODEL_MAX_INTS + MODEL_MAX_REALS];
};

/* Returns YES when rates and force, evaluated in double as the equations say, operation by
 * operation, are finite: for all parameters of the place that the law admits, all speeds and states
 * of the place, all selections, and all values that discrete variables can come to have by events
 * there, whole ones among all of 64 bits. Else UNDECIDED. Parameters are cut into boxes where that
 * is needed. */
enum answer finite_prove(const struct law_graph *law, const struct finite_place *place);

#endif
