/* What follows from a law that was found: the motion to measure next, the parameters that keep it
 * passive and what they cost, and with which steps methods keep it so. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_ADVICE_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_ADVICE_H

#include <stdio.h>

#include "properties/fitting/design.h"
#include "properties/identification/ranking.h"

/* Parameters of a law where a claim about it is made. */
struct kept {
    const struct claim *claim; /* NULL: no claim is made that those found are outside of */
    struct law_fit fit;        /* the best inside; is_finished false: none was found */
    double held_out;           /* N, as of struct ranked */
};

/* Fits the law again where its claim of passivity is made, if it is outside. */
void advice_keep_passive(const struct ranked *law, const struct measured *measured,
                         struct kept *kept);

/* The largest step, in s, of ten to the minus two to six, with which a method of fixed steps keeps
 * passivity in that many trials; 0: none. */
struct method_step {
    const char *method;
    double step;
};

enum { ADVICE_METHODS = 5 };

/* Fills step[] for the law at its parameters. Returns how many methods there are; 0: the law is not
 * passive there. */
unsigned advice_steps(const struct ranked *law, unsigned trials, unsigned jobs,
                      struct method_step step[ADVICE_METHODS]);

/* Write each for people. */
void advice_write_kept(FILE *out, const struct ranked *law, const struct kept *kept);
void advice_write_design(FILE *out, const struct ranked *law, const struct design *design);
void advice_write_steps(FILE *out, const struct method_step step[], unsigned n);

#endif
