/* An opinion on witnesses that shares nothing with the checker: by the models' own code, in
 * double. */
#ifndef BRISTLE_PROPERTIES_FUZZ_CORRUPTION_ORACLE_H
#define BRISTLE_PROPERTIES_FUZZ_CORRUPTION_ORACLE_H

#include "properties/checker/witness.h"

enum opinion {
    SOUND, /* the witness shows a violation, and its claims are right, as far as double can tell */
    UNSOUND, /* certainly no violation, or wrong claims */
    BEYOND,  /* outside the ranges of the model's code, or hidden by rounding */
};

/* Judges a witness that the checker has confirmed. *why receives what is wrong with an unsound
 * one. */
enum opinion corruption_opinion(const struct witness *w, const char **why);

#endif
