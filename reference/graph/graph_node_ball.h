/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_NODE_BALL_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_NODE_BALL_H

#include "reference/graph/graph_ball.h"

/* Evaluates node i of a law's graph into value[i], from the values of its arguments there. at: what
 * symbols stand for. */
void graph_node_ball(arb_ptr value, const struct law_graph *law, size_t i,
                     const struct ball_point *at, slong prec);

/* x^y; indeterminate where it may have no value. */
void ball_power(arb_t z, const arb_t x, const arb_t y, slong prec);

#endif
