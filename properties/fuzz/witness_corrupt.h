/* Random damage to witness files, for tests of the code that reads and judges them. */
#ifndef BRISTLE_PROPERTIES_FUZZ_WITNESS_CORRUPT_H
#define BRISTLE_PROPERTIES_FUZZ_WITNESS_CORRUPT_H

#include <stddef.h>

/* X(identifier, the change in words) */
#define CORRUPTION_LIST(X)                                                                         \
    X(CORRUPT_DIGIT, "another digit in a number")                                                  \
    X(CORRUPT_SIGN, "the other sign of a number")                                                  \
    X(CORRUPT_EXPONENT, "another exponent of a number")                                            \
    X(CORRUPT_LENGTH, "a digit or a point more or less in a number")                               \
    X(CORRUPT_DROP, "a segment less")                                                              \
    X(CORRUPT_DUPLICATE, "a segment twice")                                                        \
    X(CORRUPT_SWAP, "two segments exchanged")                                                      \
    X(CORRUPT_MERGE,                                                                               \
      "two segments made one, by the speed of the first and the time of the second")               \
    X(CORRUPT_MODEL, "another model's name")                                                       \
    X(CORRUPT_RETARGET, "another model, with the parameters that it has and 1 for the others")     \
    X(CORRUPT_PROPERTY, "another property")                                                        \
    X(CORRUPT_NAME, "a parameter under another name")                                              \
    X(CORRUPT_VALUES, "the values of two parameters exchanged")                                    \
    X(CORRUPT_X0, "another initial state")                                                         \
    X(CORRUPT_CLAIMS, "another digit in the claims, or their ends exchanged")                      \
    X(CORRUPT_BYTES, "random bytes in the text")

enum corruption {
#define X(id, what) id,
    CORRUPTION_LIST(X)
#undef X
        N_CORRUPTIONS
};

extern const char *const corruption_names[N_CORRUPTIONS];

/* Returns the witness text[size] with one such change, NUL-terminated and to be freed by the
 * caller; *new_size receives its length. Returns NULL when the witness has no place for the change,
 * or memory ran out. *state is a SplitMix64 state. */
char *witness_corrupt(const char *text, size_t size, enum corruption corruption,
                      unsigned long long *state, size_t *new_size);

#endif
