/* The fuzz entry point, by the name and signature that libFuzzer expects. */
#ifndef BRISTLE_PROPERTIES_WITNESS_FUZZ_H
#define BRISTLE_PROPERTIES_WITNESS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Reads data[size] as a witness file and, when it is one, judges it. Aborts with the data on
 * stderr when what must hold for every input does not. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
