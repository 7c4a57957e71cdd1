/* z of Bouc and Wen along the path xi = int |v| dt, in ball arithmetic: with u = z sgn(v)
 *
 *     du/dxi = A - (beta+gamma) u^n  for u >= 0,  A + (beta-gamma) |u|^n  for u < 0
 *
 * for A > 0, beta + gamma > 0 and n = 1 or 2.
 */
#ifndef BRISTLE_REFERENCE_ARB_BOUC_WEN_PATH_H
#define BRISTLE_REFERENCE_ARB_BOUC_WEN_PATH_H

#include <arb.h>
#include <stdbool.h>

/* Balls of the caller. */
struct bouc_wen_path {
    bool square;               /* n is 2 */
    arb_srcptr A, beta, gamma; /* gamma and beta in 1/m^n */
};

/* u1 and int u dxi, in m and m^2, after the path xi >= 0 in m from u in m; neither out may be an
 * input. Indeterminate where u may have run off to infinity. */
void arb_bouc_wen_path(arb_t u1, arb_t integral, const struct bouc_wen_path *q, const arb_t u,
                       const arb_t xi, slong prec);

#endif
