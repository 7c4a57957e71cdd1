/* Expressions of a law's text in ball arithmetic.
 *
 * Every result is an enclosure: the value of the expression, for every value in the input balls,
 * lies in the output ball. Where a condition is not decided over the balls, the result covers both
 * sides; where an expression may have no value, it is not finite. */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_BALL_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_BALL_H

#include <arb.h>

#include "models/derived/law_graph.h"

/* What the symbols stand for; NULL where the expressions have no such symbol, which then is not
 * finite. Discrete variables stand in memory as their values. */
struct ball_point {
    arb_srcptr p, x, memory;
    arb_srcptr variable;           /* GRAPH_TIME, s; GRAPH_END and on */
    const arb_struct *v, *s;       /* the velocity, m/s, and the selection of its sign */
    const arb_struct *travel, *v0; /* m; a reference velocity, m/s */
    /* By node: on which side of its kink a function is taken, also beyond it (graph_kinks.h); 0, or
     * NULL for all: where the balls are. */
    const signed char *side;
};

/* Evaluates n expressions into value[n], which must not overlap the point's balls; EXPRESSION_NONE
 * gives a ball that is not finite. */
void graph_ball(arb_ptr value, const struct law_graph *law, const expression of[], unsigned n,
                const struct ball_point *at, slong prec);

/* Evaluates an expression at n points that differ in their variables only: variable[k] at the k-th.
 */
void graph_ball_varied(arb_ptr value, const struct law_graph *law, expression e,
                       const struct ball_point *at, const arb_srcptr variable[], unsigned n,
                       slong prec);

#endif
