/* Expressions of a law's text as power series along a smooth velocity, in balls.
 *
 * The velocity is a series v(t): of length 1 and real, the values at a velocity; longer, the Taylor
 * coefficients along a motion; of length 1 with a complex ball, bounds over a disc. In the last two
 * |v| is s v and a choice is the one side that is certain: what may not be analytic is not finite.
 */
#ifndef BRISTLE_REFERENCE_GRAPH_GRAPH_SERIES_H
#define BRISTLE_REFERENCE_GRAPH_GRAPH_SERIES_H

#include <acb_poly.h>

#include "models/derived/law_graph.h"

/* Sets y[n] to the series of n expressions, of length len, at parameters p, along v of sign s = 1
 * or -1. Expressions have no symbols but these. */
void graph_series(acb_poly_struct y[], const struct law_graph *law, const expression of[],
                  unsigned n, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                  slong prec);

/* Bounds over a complex neighbourhood of a motion: sets y[n] to balls that hold the values of n
 * expressions for all velocities v and states x in complex balls, on the sides of their kinks that
 * `side` says (struct ball_point). A result is not finite where the function may not be analytic
 * there. */
struct disc_point {
    arb_srcptr p, memory; /* memory: discrete variables */
    const arb_struct *s;
    const acb_struct *v, *x;
    const signed char *side;
};
void graph_disc(acb_ptr y, const struct law_graph *law, const expression of[], unsigned n,
                const struct disc_point *at, slong prec);

#endif
