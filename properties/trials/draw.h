/* Random parameters and signals for the search. */
#ifndef BRISTLE_PROPERTIES_TRIALS_DRAW_H
#define BRISTLE_PROPERTIES_TRIALS_DRAW_H

#include "properties/trials/candidate.h"
#include "tools/base/rng.h"

/* Draws c->p from the claim's domain: every parameter at an end of its range or at its default now
 * and then, otherwise log-uniform over wide ranges (with either sign where the range has both) and
 * uniform over narrow ones. Returns false when 1000 draws missed the joint conditions. */
bool PREC(draw_parameters)(const struct model *model, const struct claim *claim, struct rng *rng,
                           struct candidate *c);

/* Moves c->p, parameters of the claim's domain, to an edge of the domain: one parameter towards a
 * value drawn anew, or all of them, until the next number is outside; now and then back by a part
 * of the way. Mostly that is an edge of the claim's joint condition, if it has one, which no other
 * draw hits.
 * Returns false when no edge was found; c->p is as it was. */
bool PREC(draw_at_edge)(const struct model *model, const struct claim *claim, struct rng *rng,
                        struct candidate *c);

/* Moves one parameter to the edge of the claim's joint condition, from inside or outside, the
 * others kept. Returns false when no value of it, or every one, fulfils the condition; c->p is as
 * it was. */
bool PREC(move_to_edge)(const struct model *model, const struct claim *claim, unsigned param,
                        struct candidate *c);

/* Scales all parameters of one unit, drawn at random, by one factor, until the next number is
 * outside the claim's joint condition: values that are equal stay so. Returns false when that meets
 * no edge; c->p is as it was. */
bool PREC(draw_scaled_to_edge)(const struct model *model, const struct claim *claim,
                               struct rng *rng, struct candidate *c);

/* Draws parameters as draw_parameters does, and then about half of them as people write them: few
 * digits, whole numbers, powers of ten, eighths of their range, the value of another one of the
 * same unit; now and then at an edge of the domain. Parameters that are whole numbers stay so. */
bool PREC(draw_readable)(const struct model *model, const struct claim *claim, struct rng *rng,
                         struct candidate *c);

/* Sets a parameter that is a whole number, in turn, if there is one, to value number `index` of its
 * range, in an order in which the first few are far apart, and none comes twice before all have
 * come. Returns false when there is none, or that is outside the domain; c->p is as it was. */
bool PREC(draw_count)(const struct model *model, const struct claim *claim, unsigned index,
                      struct candidate *c);

/* Draws one to CANDIDATE_MAX_SEGMENTS segments, few more often than many; for a CYCLE_SIGNAL a
 * motion forth and back, at lengths of the law with c->p. Of the segments one in eight is a stop;
 * the others are holds, or, one in four, ramps and waves as staircases. Both signs; speeds
 * log-uniform in 1e-9 to 1 m/s, one in eight down to 1e-15; durations log-uniform in 1e-6 to 100 s,
 * or such that the distance is log-uniform in 1e-9 to 0.1 m (at most 1000 s). */
void PREC(draw_segments)(const struct model *model, enum signal_class signals, struct rng *rng,
                         struct candidate *c);

/* Makes a small change of the signal's structure: a segment more, less, doubled, mirrored,
 * exchanged with its neighbour, or drawn anew. Not for a CYCLE_SIGNAL, which has only one
 * structure. */
void PREC(draw_mutation)(const struct model *model, struct rng *rng, struct candidate *c);

/* In working precision: draw_params draws p[n_params] from the claim's domain (as draw_parameters);
 * sample_signal draws a signal for a law with these valid parameters and returns the number of
 * holds. */
bool PREC(draw_params)(const struct model *model, const struct claim *claim, struct rng *rng,
                       real p[]);
unsigned PREC(sample_signal)(const struct model *model, const real p[], enum signal_class signals,
                             struct rng *rng, struct hold holds[DRAW_MAX_HOLDS]);

#endif
