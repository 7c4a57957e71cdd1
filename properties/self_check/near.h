/* Points of a law near its defaults, in motion, with speeds and lengths of its own
 * scale: where nothing over- or underflows, and all that the law does is seen. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_NEAR_H
#define BRISTLE_PROPERTIES_SELF_CHECK_NEAR_H

#include "properties/search/model_sample.h"

/* Point number `index` of what the label names. Laws with memory begin afresh, at the origin. */
void PREC(sample_near_defaults)(const struct model *model, struct model_sample *point,
                                const char *label, uint64_t seed, uint64_t index);

/* Another velocity and time. */
void PREC(near_turn)(const struct model *model, struct model_sample *point, const char *label,
                     uint64_t seed, uint64_t index);

#endif
