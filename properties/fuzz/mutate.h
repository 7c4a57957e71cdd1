/* Random inputs from given ones. */
#ifndef BRISTLE_PROPERTIES_FUZZ_MUTATE_H
#define BRISTLE_PROPERTIES_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct sample {
    uint8_t *data;
    size_t size;
};

/* Returns one of the n samples, to be freed, changed up to eight times: bytes, numbers, and words
 * of any of the samples. *state is a SplitMix64 state. */
struct sample mutate(const struct sample samples[], size_t n, unsigned long long *state);

#endif
