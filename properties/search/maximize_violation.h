/* From a violation to a deeper one. */
#ifndef BRISTLE_PROPERTIES_SEARCH_MAXIMIZE_VIOLATION_H
#define BRISTLE_PROPERTIES_SEARCH_MAXIMIZE_VIOLATION_H

#include "properties/search/search.h"
#include "properties/search/shrink.h"

/* Deepens what a search found: as it was found, and then with fewer segments, which leaves less to
 * vary; where the rounding of single precision still hides it, also against that rounding.
 * *firmest is the deepest one beyond that rounding (counterexample_robust), or else the
 * deepest. A violation that is within the code's own rounding stays as it is, with a margin of
 * 1. */
void PREC(maximize_violation)(const struct search *search, const struct candidate *found,
                              const struct sample *sample, struct counterexample *deepest,
                              struct counterexample *firmest);

#endif
