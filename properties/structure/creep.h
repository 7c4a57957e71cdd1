/* Creep: a law without states that holds nothing at rest. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_CREEP_H
#define BRISTLE_PROPERTIES_STRUCTURE_CREEP_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Returns YES when the law has no states, is odd, F = 0 at rest, and 0 <= F <= R v at v > 0 with
 * its stated resistance R, for all parameters: |F| <= R |v|. F is bounded by tanh x <= x, atan x <=
 * x and exp(-x) <= 1 for x >= 0. Else UNDECIDED. */
enum answer creep_prove(const struct law_graph *law);

#endif
