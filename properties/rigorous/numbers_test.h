/* A law of given numbers, whose functions miss the limit of a property by given excesses along
 * signals of three holds. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_NUMBERS_TEST_H
#define BRISTLE_PROPERTIES_RIGOROUS_NUMBERS_TEST_H

#include "models/property_list.h"
#include "reference/arb/law.h"

enum {
    NUMBERS_HOLDS = 3,
    NUMBERS_UNIT = -100, /* excesses are multiples of 2^NUMBERS_UNIT */
    NUMBERS_SCALE = 8,   /* the scale of all forces is 2^NUMBERS_SCALE N */
};

/* An excess: any number from lo to hi, in units. */
struct excess {
    int lo, hi;
};

/* The property that is asked for, and its excess over each hold. */
extern struct given {
    enum property property;
    struct excess excess[NUMBERS_HOLDS];
} given;

extern const struct arb_law numbers_law;

/* Returns the number of the hold that has the velocity, also in other runs (numbers_test.c). */
slong numbers_hold_at(const arb_t v);

/* The signal, as struct rigorous_case loads it: hold i is at 32^i m/s for 1 s. */
void numbers_load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h);

#endif
