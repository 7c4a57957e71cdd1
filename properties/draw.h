/* Random parameters and signals: what a search feeds to the laws.
 *
 * A generator is a value, keyed by what it is used for; nothing is global, so results
 * depend on the seed only, never on the order or number of threads.
 */
#ifndef BRISTLE_PROPERTIES_DRAW_H
#define BRISTLE_PROPERTIES_DRAW_H

#include <stdint.h>

#include "models/model.h"
#include "reference/exact.h"

/* SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014. */
struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [0, 1). */
static inline double rng_uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* A generator for trial number `index` of what `label` names, independent of others. */
struct rng PREC(rng_keyed)(uint64_t seed, const char *label, uint64_t index);

enum { DRAW_MAX_HOLDS = 8 };

/* p[n_params] from the claim's domain: every parameter at an end of its range or at its
 * default now and then, otherwise log-uniform over wide ranges and uniform over narrow
 * ones. Returns false when 1000 draws missed the joint conditions. */
bool PREC(draw_params)(const struct model *model, const struct claim *claim, struct rng *rng,
                       real p[]);

/* n holds of the signal class: stops, both signs, speeds log-uniform in 1e-9..1 m/s;
 * durations log-uniform in 1e-6..100 s, or such that the distance is log-uniform in
 * 1e-9..0.1 m (at most 1000 s). For laws that keep a memory of their travel a hold travels at
 * most 32 of their lengths, since every event on the way costs time. */
void PREC(draw_holds)(const struct model *model, const real p[], enum signal_class signals,
                      struct rng *rng, struct hold holds[], unsigned n);

/* The same with n from 1 to DRAW_MAX_HOLDS, which it returns; cycles have three holds. */
unsigned PREC(draw_signal)(const struct model *model, const real p[], enum signal_class signals,
                           struct rng *rng, struct hold holds[DRAW_MAX_HOLDS]);

#endif
