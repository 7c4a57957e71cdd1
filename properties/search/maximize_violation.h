/* From a violation to a larger one. */
#ifndef BRISTLE_PROPERTIES_SEARCH_MAXIMIZE_VIOLATION_H
#define BRISTLE_PROPERTIES_SEARCH_MAXIMIZE_VIOLATION_H

#include "properties/search/search.h"
#include "properties/search/shrink.h"

/* Enlarges the violation that a search found: first as found, then with fewer segments, which
 * leaves fewer numbers to vary; while single precision's rounding still hides the violation, also
 * against that rounding. *deepest is the counterexample with the smallest margin; *firmest has the
 * smallest margin among those beyond single precision's rounding (counterexample_robust), or equals
 * *deepest if there is none. A violation within the rounding of the working precision stays as it
 * is, with a margin of 1. */
void PREC(maximize_violation)(const struct search *search, const struct candidate *found,
                              const struct sample *sample, struct counterexample *deepest,
                              struct counterexample *firmest);

#endif
