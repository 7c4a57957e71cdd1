/* Only graph_tape.c includes this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_DIRECTION_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_DIRECTION_H

#include <arb.h>

#include "models/derived/law_graph.h"

/* Finds slopes of node i along a direction, from those of its arguments and all values: for two
 * points of the box that differ by some multiple of the direction, the node differs by that
 * multiple of along[i]. Not finite where it may jump. side: as in struct ball_point. */
void graph_node_along(arb_ptr along, arb_srcptr value, const struct law_graph *law, size_t i,
                      const signed char *side, slong prec);

#endif
