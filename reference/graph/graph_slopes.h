/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_SLOPES_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_SLOPES_H

#include <arb.h>

#include "models/derived/law_graph.h"

/* Finds slopes of an expression by each node of which it is made, over the balls of all values: for
 * two points of the box the expression differs by the sum over the symbols of slope times
 * difference. slope[i] is not finite where the expression may jump, and 0 where it does not depend
 * on the node. side: as in struct ball_point. */
void graph_slopes(arb_ptr slope, arb_srcptr value, const struct law_graph *law, expression e,
                  const signed char *side, slong prec);

/* The same for the sum of weight[k] of[k], n of them: what they share counts once. */
void graph_slopes_of(arb_ptr slope, arb_srcptr value, const struct law_graph *law,
                     const expression of[], arb_srcptr weight, unsigned n, const signed char *side,
                     slong prec);

/* slope[k] <- the slope of node i, which is no choice, by its argument k over the balls of all
 * values. */
void graph_node_slopes(arb_ptr slope, arb_srcptr value, const struct graph_node *node, size_t i,
                       slong prec);

#endif
