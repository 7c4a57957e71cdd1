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

/* Rounding in the terms of an expression is like a change of its inputs by so much, relatively. */
static const double NEIGHBOURHOOD = 32 * (double)R_EPSILON;

/* Changes number k of the sample, a parameter or a state, by NEIGHBOURHOOD: at a place where
 * something is about to happen, roundings tell whether it has happened, and the neighbours show
 * both. Returns false when the number does not change, being zero or whole. */
bool PREC(near_neighbour)(const struct model *model, struct model_sample *to,
                          const struct model_sample *from, unsigned k);

/* Returns how many neighbours there are. */
unsigned PREC(near_neighbours)(const struct model *model);

#endif
