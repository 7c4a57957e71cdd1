/* Points of the law under test near its defaults, in motion, with speeds and lengths of its own
 * scale: where nothing over- or underflows, and all that the law does is seen. */
#ifndef BRISTLE_PROPERTIES_NEAR_H
#define BRISTLE_PROPERTIES_NEAR_H

#include "models/model.h"

struct near_point {
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory, *mem; /* mem: NULL for laws without; &memory */
};

/* Point number `index` of what the label names. Laws with memory begin afresh, at the origin. */
void near_draw(struct near_point *point, const char *label, uint64_t index);

/* A copy, with its own memory. */
void near_copy(struct near_point *to, const struct near_point *from);

/* Another velocity and time. */
void near_turn(struct near_point *point, const char *label, uint64_t index);

#endif
