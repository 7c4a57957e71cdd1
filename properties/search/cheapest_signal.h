/* From the costs of a state (one_state.h) to a signal that may give energy back. */
#ifndef BRISTLE_PROPERTIES_SEARCH_CHEAPEST_SIGNAL_H
#define BRISTLE_PROPERTIES_SEARCH_CHEAPEST_SIGNAL_H

#include "properties/search/one_state.h"
#include "properties/trials/candidate.h"

/* What a signal may consist of: three holds, as few of them as give something back; as many as a
 * candidate has, those that give most back; or the way to a cycle that pays, and pulses that go
 * through it 2, 4, 8 ... times, until that has paid for the way. */
enum signal_length { SIGNAL_SHORT, SIGNAL_LONG, SIGNAL_REPEATED, N_SIGNAL_LENGTHS };

/* Writes the segments of a signal that violates the property, PASSIVITY or DISSIPATION (for which
 * the length does not matter), as far as the cells of the costs tell; the candidate's parameters
 * stay. Returns false when there is none. */
bool PREC(cheapest_signal)(const struct one_state *law, const struct state_costs *costs,
                           enum property property, enum signal_length length,
                           struct candidate *candidate);

#endif
