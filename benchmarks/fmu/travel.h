/* A step of a law from its velocity to another, in parts no longer than a method bears. */
#ifndef BRISTLE_BENCHMARKS_FMU_TRAVEL_H
#define BRISTLE_BENCHMARKS_FMU_TRAVEL_H

#include <math.h>

#include "benchmarks/fmu/law.h"

/* Most parts of a step. */
static const double travel_most = 1e7;

/* Takes a step of h seconds, over which the velocity is linear from the present one to v1, in equal
 * parts of at most `longest` seconds (0: in one). Returns false, and takes none, where these would
 * be more than travel_most. */
static inline bool law_travel(struct law_instant *now, double h, double v1, double longest)
{
    const double n = longest > 0 ? fmax(1, ceil(h / longest)) : 1, v0 = now->v;
    if (!(n <= travel_most))
        return false;
    for (uint32_t k = 1; k <= (uint32_t)n; k++)
        law_advance(now, h / n, k < n ? v0 + (v1 - v0) * (k / n) : v1);
    return true;
}

#endif
