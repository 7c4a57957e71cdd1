/* Other searches for a counterexample, beside the search of properties/search/: global optimisers
 * under the same budget of simulations. Each draws a signal's structure and the other numbers that
 * no optimiser varies, lets the optimiser vary the rest for at most RIVAL_AT_A_TIME simulations,
 * and begins anew. Samples, margins and what is minimised are those of the search
 * (properties/search/search.h), so is `examine`; `strategy` does not count. */
#ifndef BRISTLE_BENCHMARKS_SPEED_RIVAL_SEARCH_H
#define BRISTLE_BENCHMARKS_SPEED_RIVAL_SEARCH_H

#include <stdio.h>

#include "properties/search/search.h"

enum { RIVAL_AT_A_TIME = 1000 };

/* NLopt's CRS2, ISRES, ESCH and DIRECT-L. */
enum rival { RIVAL_CRS2, RIVAL_ISRES, RIVAL_ESCH, RIVAL_DIRECT_L, RIVALS };

enum search_end rival_search(const struct search *search, enum rival rival, unsigned *simulations);

/* The same with an optimiser in another program, which asks through `in` and is answered through
 * `out`, line by line. It asks `new`: the answer is `start` and the numbers to vary, in [0, 1]; or
 * numbers: the answer is `value` and what is to be minimised there. When the search is over the
 * answer to anything is `found` or `none`, and how many simulations were made; no parameters in the
 * domain is `none 0`. Ends with the input; returns false where a line is neither. */
bool rival_serve(const struct search *search, FILE *in, FILE *out);

#endif
