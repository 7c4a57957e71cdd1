/* An independent way from a witness to its verdict, slow and plain, that shares only the laws'
 * equations with the checker.
 *
 * The equations, evaluated at points, are integrated along the signal by collocation in binary128
 * arithmetic, energies along with the states, from event to event. Nothing is enclosed. Everything
 * is done twice, by rules of different orders and tolerances, the second time with speeds and times
 * changed by more than rounding does. The difference of the two results, and what the steps leave,
 * is the error.
 *
 * This code states the signal's formulas (reference/inputs/signal.h), the meaning of the properties
 * (models/property_list.h) and of exact decimals once more, by itself. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_MINIATURE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_MINIATURE_H

#include <stdbool.h>

#include "models/property_list.h"
#include "reference/arb/law.h"

struct cJSON;

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad; /* binary128 where there is no other name for it */
#endif

/* MINI_PREC: bits of the laws' equations; MINI_BITS: bits with which decimals are read;
 * MINI_STATES: most states of a law. */
enum { MINI_PREC = 192, MINI_BITS = 256, MINI_STATES = 4 };

/* The verdict, and the functional in the property's unit, with an error of at most `error` as far
 * as two integrations tell. */
struct mini_verdict {
    enum { MINI_KEPT, MINI_VIOLATED, MINI_UNDECIDED } answer;
    quad functional, error;
    bool has_functional;
    const char *why; /* static text; undecided only */
};

/* Judges a valid witness in at most `steps` steps of integration, of which an event counts ten, for
 * each of the two. */
struct mini_verdict mini_judge(const struct cJSON *witness, long steps);
/* Returns the answer in a third of the time, by the coarser rule alone, which gives no error. */
int mini_guess(const struct cJSON *witness, long steps);
/* Returns 1 when the witness's claims hold the verdict's functional, -1 when they do not, 0 when
 * it is too close to tell or there are none. */
int mini_enclosed(const struct cJSON *witness, const struct mini_verdict *verdict);

/* Convert numbers: mini_get rounds the midpoint, mini_set is exact. */
quad mini_get(const arb_t x);
void mini_set(arb_t x, quad value);
/* Reads a decimal as a number without a radius. */
void mini_decimal(arb_t x, const char *text);

#endif
