/* A law at some point: parameters, a velocity held for some time, states and what it remembers. */
#ifndef BRISTLE_PROPERTIES_SEARCH_MODEL_SAMPLE_H
#define BRISTLE_PROPERTIES_SEARCH_MODEL_SAMPLE_H

#include "models/model.h"
#include "tools/base/rng.h"

struct model_sample {
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES];
    real v, s, h;               /* m/s; its sign; s */
    struct memory memory, *mem; /* mem: NULL for laws without, otherwise &memory */
};

/* The travel over which the law's deflections change, and for laws without any a usual one. m */
real PREC(model_sample_length)(const struct model *model, const real p[]);

/* A copy, with its own memory. */
void PREC(model_sample_copy)(struct model_sample *to, const struct model_sample *from);

/* Another velocity, around the law's own, held for a time in which it travels around the law's own
 * length, within so many octaves. */
void PREC(model_sample_turn)(const struct model *model, struct rng *rng, double octaves,
                             struct model_sample *pt);

/* The index-th random point of the law: any valid parameters, a velocity as in the signals but
 * moving, states anywhere within their bounds; where a guard has fired its transition is made.
 * Returns false when no valid parameters were found. */
bool PREC(model_sample_draw)(const struct model *model, uint64_t index, struct model_sample *pt);

/* Goes on along some random holds, each for a few of the law's lengths: where a law with a memory
 * gets to by itself. The law has a flow. */
void PREC(model_sample_walk)(const struct model *model, uint64_t index, struct model_sample *pt);

/* The memory that belongs to those states at that velocity: where a guard has fired, its transition
 * is made. */
void PREC(model_sample_settle)(const struct model *model, const real p[], real v, const real x[],
                               struct memory *mem);

#endif
