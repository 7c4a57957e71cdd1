/* Places at which laws are compared. Only deviation*.c include this header. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_PLACES_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_PLACES_H

#include "properties/self_check/deviation_values.h"
#include "tools/base/rng.h"

/* Which parameters and states of the implementation are the text's, by name. */
struct names {
    unsigned param[MODEL_MAX_PARAMS], state[MODEL_MAX_STATES], same[MODEL_MAX_STATES];
};

/* A place by the text and by the implementation, each with its own memory. */
struct place {
    struct law_at text, code;
};

/* Draws parameters: the defaults for the first numbers; then their whole ranges, ends included,
 * and the defaults again. Memories begin. Returns false when no valid parameters were found. */
bool PREC(place_begin)(const struct model *text, const struct model *code,
                       const struct names *names, unsigned number, struct rng *rng,
                       struct place *place);

/* Draws a velocity, its selection, a time, and states. */
void PREC(place_draw)(struct rng *rng, const struct names *names, struct place *place);

/* Draws another velocity and moves the states for the time by their rates, as an integrator does
 * that steps beyond an event. */
void PREC(place_step)(struct rng *rng, const struct names *names, struct place *place);

/* Makes the implementation's states and parameters those of the text. */
void PREC(place_copy)(const struct names *names, struct place *place);

#endif
