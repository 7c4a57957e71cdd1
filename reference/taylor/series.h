/* Inside step.h: truncated power series in u with what they leave out, for |u| <= 1/4.
 *
 * A function that is analytic for |u| <= 1 and there at most M has coefficients at most M (Cauchy),
 * so that `len` of them leave at most M 4^-len 4/3: each gives two bits.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_SERIES_H
#define BRISTLE_REFERENCE_TAYLOR_SERIES_H

#include <arb_poly.h>
#include <stdbool.h>

/* A truncated series with real coefficients, and a bound of the function for |u| <= 1. */
struct taylor_series {
    arb_poly_t a;
    mag_t bound;
};

void taylor_series_init(struct taylor_series *f);
void taylor_series_clear(struct taylor_series *f);

/* u <- -1/4 or 1/4, by the sign of side. */
void taylor_series_end(arb_t u, int side);

/* y <- f(u); y <- f(u) - f(-1/4). */
void taylor_series_at(arb_t y, const struct taylor_series *f, const arb_t u, slong len, slong prec);
void taylor_series_since_start(arb_t y, const struct taylor_series *f, const arb_t u, slong len,
                               slong prec);

/* y <- f g; y <- y + f; f <- reach int_0^u f. */
void taylor_series_mul(struct taylor_series *y, const struct taylor_series *f,
                       const struct taylor_series *g, slong len, slong prec);
void taylor_series_add(struct taylor_series *y, const struct taylor_series *f, slong prec);
void taylor_series_integrate(struct taylor_series *f, const arb_t reach, slong len, slong prec);

/* sum <- sum |a_k| radius^k from k = first on, with radius = 2^log_radius. */
void taylor_series_norm(mag_t sum, const arb_poly_t a, slong first, slong log_radius);

/* sup <- the largest |f(u)| or, without the constant, |f(u) - f(0)|, for |u| <= 1/4. */
void taylor_series_sup(mag_t sup, const struct taylor_series *f, bool constant_too, slong len);

#endif
