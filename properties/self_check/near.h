/* Samples of a law near its defaults, in motion, with speeds and lengths of its own scale: nothing
 * over- or underflows there, and everything that the law does occurs. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_NEAR_H
#define BRISTLE_PROPERTIES_SELF_CHECK_NEAR_H

#include "properties/trials/model_sample.h"

/* Draws sample number `index` for the check that the label names. Laws with memory start at the
 * origin. */
void PREC(sample_near_defaults)(const struct model *model, struct model_sample *point,
                                const char *label, uint64_t seed, uint64_t index);

/* Draws another velocity and time. */
void PREC(near_turn)(const struct model *model, struct model_sample *point, const char *label,
                     uint64_t seed, uint64_t index);

#endif
