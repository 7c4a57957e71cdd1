/* libFuzzer's mutations, every other time replaced by a corruption of a witness: changes of bytes
 * alone seldom leave a witness that can still be judged. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fuzz/witness_corrupt.h"

/* libFuzzer's own mutation, and the hook that it calls. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    unsigned long long state = seed;
    size_t new_size = 0;
    char *changed = NULL;
    if (seed % 4 != 0)
        changed = witness_corrupt((const char *)data, size,
                                  (enum corruption)(seed / 4 % N_CORRUPTIONS), &state, &new_size);
    if (!changed || new_size > max_size) {
        free(changed);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    memcpy(data, changed, new_size);
    free(changed);
    return new_size;
}
