/* An opinion on witnesses that shares nothing with the checker: the models' own code, in double. */
#ifndef BRISTLE_PROPERTIES_FUZZ_CORRUPTION_ORACLE_H
#define BRISTLE_PROPERTIES_FUZZ_CORRUPTION_ORACLE_H

#include "properties/checker/witness.h"

enum opinion {
    SOUND, /* the witness shows a violation, and its claims are right, as far as double can tell */
    UNSOUND, /* it does not, or they are not, for certain */
    BEYOND,  /* outside the ranges for which the model's code is made, or rounding hides all */
};

/* On a witness that the checker has confirmed. *why says what is wrong with an unsound one. */
enum opinion corruption_opinion(const struct witness *w, const char **why);

#endif
