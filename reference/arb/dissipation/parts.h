/* Sums that dissipation inequalities share. All numbers are balls; out may not be an input unless a
 * comment says so. */
#ifndef BRISTLE_REFERENCE_ARB_DISSIPATION_PARTS_H
#define BRISTLE_REFERENCE_ARB_DISSIPATION_PARTS_H

#include "reference/arb/dissipation/dissipation.h"

/* g = exp(-(theta/(1-theta))^m) and h = 1 - g >= 0: the Stribeck curve over V = vs. */
void dissipation_curve(arb_t g, arb_t h, const arb_t theta, const arb_t m, slong prec);

/* Sums and products that keep a sign which both operands have: balls that touch zero would
 * otherwise reach a little beyond it by rounding. Out may be an input. */
void dissipation_add(arb_t z, const arb_t x, const arb_t y, slong prec);
void dissipation_mul(arb_t z, const arb_t x, const arb_t y, slong prec);
void dissipation_addmul(arb_t z, const arb_t x, const arb_t y, slong prec);
void dissipation_submul(arb_t z, const arb_t x, const arb_t y, slong prec);
void dissipation_sqr(arb_t z, const arb_t x, slong prec);

/* dissipation_rest: 1 - x. dissipation_left: 1 - x where it is known that x <= 1. Out may be an
 * input. */
void dissipation_rest(arb_t t, const arb_t x, slong prec);
void dissipation_left(arb_t t, const arb_t x, slong prec);

/* The part of a polynomial storage beyond its first term: sum over k >= 1 of c_k w^(2k+1). */
void dissipation_higher(arb_t sum, const struct dissipation_box *box, int n, slong prec);

/* LuGre's family: dw/dtravel bound = 1 - e with e = alpha Fs w/G(v), F = Fs w + V theta/(1-theta)
 * [sigma1 (1-e) + sigma2], S = bound Fs sum of c_k w^(2k+2)/(2k+2). */
struct dissipation_lugre {
    arb_srcptr sigma1, sigma2, Fc, Fs, vs, m;
    arb_srcptr alpha; /* NULL: 1 */
};
void dissipation_lugre_excess(arb_t D, const struct dissipation_lugre *q,
                              const struct dissipation_box *box, int n_storage, const arb_t mu,
                              slong prec);
/* dw/dtravel times bound G, where alpha is 1 if |w| is. */
void dissipation_lugre_inflow(arb_t r, const struct dissipation_lugre *q,
                              const struct dissipation_box *box, slong prec);

#endif
