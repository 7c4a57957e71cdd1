/* A random generator as a value, keyed by what it is used for: nothing is global, so results
 * depend on the seed only, never on the order or number of threads. */
#ifndef BRISTLE_TOOLS_BASE_RNG_H
#define BRISTLE_TOOLS_BASE_RNG_H

#include <math.h>
#include <stdint.h>

/* SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014. */
struct rng {
    uint64_t state; /* advanced by each draw */
};

/* Returns 64 random bits. */
static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A generator for number `index` of what `label` names, independent of others. */
static inline struct rng rng_keyed(uint64_t seed, const char *label, uint64_t index)
{
    struct rng rng = { seed };
    for (const char *c = label; *c; c++)
        rng.state = rng_next(&rng) ^ (unsigned char)*c;
    rng.state = rng_next(&rng) ^ index;
    rng.state = rng_next(&rng);
    return rng;
}

/* Uniform in [0, 1). */
static inline double rng_uniform(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* One of 0 .. n-1. */
static inline unsigned rng_below(struct rng *rng, unsigned n)
{
    return (unsigned)(rng_next(rng) % n);
}

/* Uniform in the logarithm, 0 < lo <= hi. */
static inline double rng_log_uniform(struct rng *rng, double lo, double hi)
{
    return lo * exp2(log2(hi / lo) * rng_uniform(rng));
}

/* Two normal deviates of mean 0 and standard deviation 1, independent of each other: G. E. P. Box,
 * M. E. Muller, Ann. Math. Statist. 29 (1958). 1 - u is never 0. */
static inline void rng_normal_pair(struct rng *rng, double pair[2])
{
    const double pi = 3.14159265358979323846;
    const double radius = sqrt(-2 * log(1 - rng_uniform(rng))), angle = 2 * pi * rng_uniform(rng);
    pair[0] = radius * cos(angle);
    pair[1] = radius * sin(angle);
}

#endif
