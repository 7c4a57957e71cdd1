/* For tests that choose among many settings: numbers that look random, the same in every run. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_CHOICES_CHANCE_TEST_H
#define BRISTLE_BENCHMARKS_COMPARISON_CHOICES_CHANCE_TEST_H

#include <stddef.h>
#include <stdint.h>

/* Returns the same number in 0 to 1 for the same texts and number. */
static inline double chance(const char *a, const char *b, const char *c, unsigned salt)
{
    const char *const texts[] = { a, b, c };
    uint64_t hash = 0xcbf29ce484222325u + salt;
    for (size_t i = 0; i < 3; i++)
        for (const char *s = texts[i]; *s; s++)
            hash = (hash ^ (unsigned char)*s) * 0x100000001b3u;
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u;
    return (double)(hash >> 40) * 0x1p-24;
}

#endif
