/* Only graph_tape.c includes this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_SPREAD_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_SPREAD_H

#include "reference/graph/graph_tape.h"

/* Bounds, in spread[t->end], how far each node may be from its value on the sides taken, where any
 * of the loose kinks may be on the other. Widens the values by it. */
void tape_find_spread(mag_ptr spread, struct graph_tape *t, slong prec);

#endif
