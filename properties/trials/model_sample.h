/* A law at one sample point: parameters, a velocity held for some time, states and memory. */
#ifndef BRISTLE_PROPERTIES_TRIALS_MODEL_SAMPLE_H
#define BRISTLE_PROPERTIES_TRIALS_MODEL_SAMPLE_H

#include "models/model.h"
#include "reference/experiments/exact.h"
#include "tools/base/rng.h"

struct model_sample {
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES];
    real v, s, h;               /* v: m/s; s: its sign; h: s */
    struct memory memory, *mem; /* mem: NULL for laws without memory, otherwise &memory */
};

/* Returns the travel over which the law's deflections change, m; a usual one for laws that have
 * none. */
real PREC(model_sample_length)(const struct model *model, const real p[]);

/* Draws x[n_states], each state uniformly from its range. That is up to its bound on either side,
 * for travel up to the law's length; where no bound is stated, it is what the state goes through
 * from zero along the first few of n >= 1 holds. A law with memory has states without bound at 0.
 */
void PREC(model_sample_states)(const struct model *model, const real p[], const struct hold holds[],
                               unsigned n, struct rng *rng, real x[]);

/* Copies a sample, with its own memory. */
void PREC(model_sample_copy)(struct model_sample *to, const struct model_sample *from);

/* Draws another velocity, within so many octaves of the law's own, and a time in which it travels
 * about the law's own length, within so many octaves, too. */
void PREC(model_sample_turn)(const struct model *model, struct rng *rng, double octaves,
                             struct model_sample *pt);

/* Draws sample number `index` of the law: any valid parameters, a velocity as in the signals but
 * not zero, states anywhere within their ranges. Where a guard has fired, its transition is made.
 * Returns false when no valid parameters were found. */
bool PREC(model_sample_draw)(const struct model *model, uint64_t index, struct model_sample *pt);

/* Moves the sample along some random holds, each a few of the law's lengths long: to states and
 * memory that a law with memory reaches from zero. The law must have a flow. */
void PREC(model_sample_walk)(const struct model *model, uint64_t index, struct model_sample *pt);

/* Makes the memory fit the states at that velocity: where a guard has fired, its transition is
 * made. */
void PREC(model_sample_settle)(const struct model *model, const real p[], real v, const real x[],
                               struct memory *mem);

#endif
