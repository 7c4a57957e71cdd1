/* Random parameters and signals: what a search feeds to the laws. */
#ifndef BRISTLE_PROPERTIES_SEARCH_DRAW_H
#define BRISTLE_PROPERTIES_SEARCH_DRAW_H

#include "properties/search/candidate.h"
#include "tools/base/rng.h"

/* c->p from the claim's domain: every parameter at an end of its range or at its default
 * now and then, otherwise log-uniform over wide ranges (with either sign where the range has
 * both) and uniform over narrow ones. Returns false when 1000 draws missed the
 * joint conditions. */
bool PREC(draw_parameters)(const struct model *model, const struct claim *claim, struct rng *rng,
                           struct candidate *c);

/* One to CANDIDATE_MAX_SEGMENTS segments, the fewer the more often; for a CYCLE_SIGNAL forth and
 * back, at lengths of the law with c->p. Segments: one in eight is a stop, others are holds, or
 * one in four ramps and waves in staircases; both signs; speeds log-uniform in 1e-9 to 1 m/s, one
 * in eight down to 1e-15; durations log-uniform in 1e-6 to 100 s, or such that the distance is
 * log-uniform in 1e-9 to 0.1 m (at most 1000 s). */
void PREC(draw_segments)(const struct model *model, enum signal_class signals, struct rng *rng,
                         struct candidate *c);

/* A small change of the signal's structure: a segment more, less, doubled, mirrored, exchanged
 * with its neighbour, or drawn anew. Not for a CYCLE_SIGNAL, which has but one. */
void PREC(draw_mutation)(const struct model *model, struct rng *rng, struct candidate *c);

/* The same in working precision: p[n_params] of the claim's domain; and a signal for a law with
 * these valid parameters, of which it returns the number of holds. */
bool PREC(draw_params)(const struct model *model, const struct claim *claim, struct rng *rng,
                       real p[]);
unsigned PREC(sample_signal)(const struct model *model, const real p[], enum signal_class signals,
                             struct rng *rng, struct hold holds[DRAW_MAX_HOLDS]);

#endif
