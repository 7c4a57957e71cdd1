/* Passivity of laws without states: the force acts against the motion at every velocity. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_PASSIVE_H
#define BRISTLE_PROPERTIES_STRUCTURE_PASSIVE_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Returns YES when the law has no states, is odd, and F > 0 at every v > 0, for all parameters and
 * whatever it remembers: F v > 0 at all v != 0. Else UNDECIDED. */
enum answer passive_prove(const struct law_graph *law);

#endif
