/* Random numbers for tests, repeatable: Bazel's --runs_per_test gives every run another seed,
 * single runs use seed 0. */
#ifndef BRISTLE_TOOLS_TESTING_TEST_RANDOM_H
#define BRISTLE_TOOLS_TESTING_TEST_RANDOM_H

#include <stdlib.h>

/* The seed of this run: TEST_RANDOM_SEED, or 0. */
static inline unsigned long long test_seed(void)
{
    const char *text = getenv("TEST_RANDOM_SEED");
    return text ? strtoull(text, NULL, 10) : 0;
}

/* Uniform in [0, 1); state begins as the seed. SplitMix64, as in tools/base/rng.h. */
static inline double test_uniform(unsigned long long *state)
{
    unsigned long long z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
