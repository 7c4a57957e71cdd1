/* Inside extrapolation.h: the two basic methods, each over one step. */
#ifndef BRISTLE_REFERENCE_SOLVERS_SUBSTEPS_H
#define BRISTLE_REFERENCE_SOLVERS_SUBSTEPS_H

#include "reference/solvers/extrapolation.h"

/* f(x), evaluated at the midpoints and without radii, which would only cost precision. */
void substeps_rate(struct extrapolation *e, arb_ptr f, arb_srcptr x);

/* The Jacobian at x, where f is e->f, by differences in the direction of motion. */
void substeps_jacobian(struct extrapolation *e, arb_srcptr x);

/* Returns true when H times the spectral radius of the Jacobian is certainly below that limit. */
bool substeps_radius_below(const struct extrapolation *e, double H, double limit);

/* x <- the result of m substeps of the linearly implicit Euler method from x0 over H, slope <- H
 * times the slope of the last one. Needs the Jacobian. */
void substeps_implicit(struct extrapolation *e, arb_srcptr x0, const arf_t H, int m, arb_ptr x,
                       arb_ptr slope);

/* x <- the result of Gragg's method from x0 over H: 2m substeps of the explicit midpoint rule, and
 * his smoothing at the end. */
void substeps_explicit(struct extrapolation *e, arb_srcptr x0, const arf_t H, int m, arb_ptr x);

/* d <- (I - h J)^-1 (H f(x1) - slope) with the matrix of the last implicit substeps. */
void substeps_end(struct extrapolation *e, arb_srcptr x1, const arf_t H, arb_srcptr slope,
                  arb_ptr d);

#endif
