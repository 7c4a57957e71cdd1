/* From the costs of a state (one_state.h) to a signal that may give energy back. */
#ifndef BRISTLE_PROPERTIES_SEARCH_CHEAPEST_SIGNAL_H
#define BRISTLE_PROPERTIES_SEARCH_CHEAPEST_SIGNAL_H

#include "properties/search/candidate.h"
#include "properties/search/one_state.h"

/* Writes the segments of a signal that violates the property, PASSIVITY or DISSIPATION, as far as
 * the cells of the costs tell; the candidate's parameters stay. For passivity that is the cheapest
 * sequence of holds, of the fewest with which anything comes back; where that takes more than a
 * candidate has, the way to a cycle that pays, and the cycle in pulses, twice as often until it has
 * paid for the way. Returns false when there is no such signal within a candidate's segments;
 * may_repeat: and in pulses. */
bool PREC(cheapest_signal)(const struct one_state *law, const struct state_costs *costs,
                           enum property property, bool may_repeat, struct candidate *candidate);

#endif
