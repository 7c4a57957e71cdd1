/* Other searches for a counterexample, beside the search of properties/search/: global optimisers
 * of NLopt, under the same budget of simulations. */
#ifndef BRISTLE_BENCHMARKS_SPEED_RIVAL_SEARCH_H
#define BRISTLE_BENCHMARKS_SPEED_RIVAL_SEARCH_H

#include "properties/search/search.h"

/* NLopt's CRS2, ISRES, ESCH and DIRECT-L. */
enum rival { RIVAL_CRS2, RIVAL_ISRES, RIVAL_ESCH, RIVAL_DIRECT_L, RIVALS };

/* Draws a signal's structure and the other numbers that no optimiser varies, lets the optimiser
 * vary the rest for at most a thousand simulations, and begins anew. Samples, margins and what is
 * minimised are those of the search (properties/search/search.h), so is `examine`; `strategy` does
 * not count. */
enum search_end rival_search(const struct search *search, enum rival rival, unsigned *simulations);

#endif
