/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_RATIO_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_RATIO_H

#include <arb.h>

#include "models/derived/law_graph.h"

/* Expressions that vanish with the velocity, as what they are over |v|: of v itself that is its
 * sign, also where v's ball holds zero. */
struct graph_ratio {
    const struct law_graph *law;
    arb_srcptr value; /* by node */
    arb_ptr ratio;
    const bool *varies; /* along a motion */
    bool *has_ratio;    /* ratio[i] holds node i over |v| */
    const signed char *side;
    int sign; /* of v */
};

/* Finds ratio[i], if there is one, from those of the arguments and all values. */
void graph_node_ratio(const struct graph_ratio *r, size_t i, slong prec);

#endif
