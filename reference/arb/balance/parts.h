/* Sums that balances share. All in balls; out may not be an input unless it says so. */
#ifndef BRISTLE_REFERENCE_ARB_BALANCE_PARTS_H
#define BRISTLE_REFERENCE_ARB_BALANCE_PARTS_H

#include "reference/arb/balance/balance.h"

/* g = exp(-(theta/(1-theta))^m) and h = 1 - g >= 0: the Stribeck curve over V = vs. */
void balance_curve(arb_t g, arb_t h, const arb_t theta, const arb_t m, slong prec);

/* Sums and products that keep a sign which both operands have: balls that touch zero would
 * otherwise reach a little beyond it by rounding. Out may be an input. */
void balance_add(arb_t z, const arb_t x, const arb_t y, slong prec);
void balance_mul(arb_t z, const arb_t x, const arb_t y, slong prec);
void balance_addmul(arb_t z, const arb_t x, const arb_t y, slong prec);
void balance_submul(arb_t z, const arb_t x, const arb_t y, slong prec);
void balance_sqr(arb_t z, const arb_t x, slong prec);

/* 1 - x; and where it is known that x <= 1. Out may be an input. */
void balance_rest(arb_t t, const arb_t x, slong prec);
void balance_left(arb_t t, const arb_t x, slong prec);

/* The part of a polynomial storage beyond its first term: sum over k >= 1 of c_k w^(2k+1). */
void balance_higher(arb_t sum, const struct balance_box *box, int n, slong prec);

/* LuGre's family: dw/dtravel bound = 1 - e with e = alpha Fs w/G(v), F = Fs w + V theta/(1-theta)
 * [sigma1 (1-e) + sigma2], S = bound Fs sum of c_k w^(2k+2)/(2k+2). */
struct balance_lugre {
    arb_srcptr sigma1, sigma2, Fc, Fs, vs, m;
    arb_srcptr alpha; /* NULL: 1 */
};
void balance_lugre_excess(arb_t D, const struct balance_lugre *q, const struct balance_box *box,
                          int n_storage, const arb_t mu, slong prec);
/* dw/dtravel times bound G, where alpha is 1 if |w| is. */
void balance_lugre_inflow(arb_t r, const struct balance_lugre *q, const struct balance_box *box,
                          slong prec);

/* A force Fc + (Fs-Fc) g(v) + sigma2 v without a state; vs NULL: constant Fs = Fc, at V = 1 m/s. */
struct balance_static {
    arb_srcptr sigma2, Fc, Fs, m; /* sigma2, Fs NULL: 0, Fc */
    arb_srcptr vs;
};
void balance_static_excess(arb_t D, const struct balance_static *q, const struct balance_box *box,
                           const arb_t mu, slong prec);

#endif
