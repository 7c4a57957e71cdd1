/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_TAPE_FACTS_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_TAPE_FACTS_H

#include "reference/graph/graph_tape.h"

/* As graph_tape_sign_by_speed, of the gap of a kink. */
int tape_gap_by_speed(const struct graph_tape *t, expression kink);

/* Finds out which nodes are 0 whatever the motion: those that have as a factor what is 0 until an
 * event. */
void tape_find_zeros(struct graph_tape *t);

/* Takes the states that are exactly 0, and leaves out those whose rates are not, until all that are
 * left stay: x = 0 is then a motion, and the only one where rates are bounded by multiples of |x|.
 * x NULL: none are. */
void tape_find_rests(struct graph_tape *t, arb_srcptr x);

#endif
