/* Only files of this room include this header. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_NODE_SERIES_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_NODE_SERIES_H

#include "reference/graph/graph_series.h"

/* One evaluation; y by node. */
struct node_series {
    const struct law_graph *law;
    acb_poly_struct *y;
    arb_srcptr p;
    const acb_poly_struct *v;
    const arb_struct *s;
    slong len, prec;
    const acb_struct *x;     /* states; NULL: they have no values */
    arb_srcptr memory;       /* discrete variables; NULL likewise */
    const signed char *side; /* by node; NULL: what is certain */
};

/* y <- what has no value; a number. */
void series_set_nowhere(acb_poly_t y);
void series_set_number(acb_poly_t y, const arb_t x);

/* Evaluates node i into e->y[i], from the series of its arguments there. */
void graph_node_series(struct node_series *e, size_t i);

#endif
