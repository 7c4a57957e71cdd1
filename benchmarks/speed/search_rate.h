/* How many simulations a search makes a second and core, one by one and in lanes. */
#ifndef BRISTLE_BENCHMARKS_SPEED_SEARCH_RATE_H
#define BRISTLE_BENCHMARKS_SPEED_SEARCH_RATE_H

#include <stdio.h>

#include "properties/plugin/law_choice.h"

/* Simulations a second of a thread's own time; medians of five batches. */
struct search_rate {
    double drawn;    /* drawn at random and evaluated one by one */
    double alone;    /* of those, evaluating by itself */
    double in_lanes; /* 0: the law or the property has no lanes */
    double holds;    /* of a simulation, on average */
};

struct search_rate search_rate_measure(const struct law_choice *law, enum property property);

void search_rate_print(FILE *out, const struct model *model, enum property property,
                       const struct search_rate *rate);

#endif
