/* Laws whose equations are linear in their states while v has one sign s:
 *
 *     dx_i/dt = b_i - k_i x_i,   k_i >= 0,   part q of F = f_q + sum_i c_qi x_i
 *
 * with b, k, f and c analytic functions of v. A law states them once, as power series, that is
 * given the series of v(t): of length 1, the values at a v; longer, the Taylor coefficients along a
 * motion; and of length 1 with a complex ball, bounds over a disc, from which
 * reference/taylor/series.h has the errors of its truncated series. A result is not finite where
 * the function may not be analytic.
 */
#ifndef BRISTLE_REFERENCE_ARB_LINEAR_H
#define BRISTLE_REFERENCE_ARB_LINEAR_H

#include <acb_poly.h>

#include "reference/arb/law.h"

/* Most states and parts of a force. */
enum { ARB_LINEAR_STATES = 2, ARB_LINEAR_PARTS = 4 };

/* The coefficients as power series: b and k by state, f by part of F, c by part and state. */
struct arb_linear {
    acb_poly_struct b[ARB_LINEAR_STATES], k[ARB_LINEAR_STATES];
    acb_poly_struct f[ARB_LINEAR_PARTS];
    acb_poly_struct c[ARB_LINEAR_PARTS][ARB_LINEAR_STATES];
};

void arb_linear_init(struct arb_linear *e);
void arb_linear_clear(struct arb_linear *e);

/* Sets all series to zero. */
void arb_linear_zero(struct arb_linear *e);

/* y <- a x; y <- y + a. */
void arb_series_scale(acb_poly_t y, const acb_poly_t x, const arb_t a, slong prec);
void arb_series_add(acb_poly_t y, const arb_t a, slong prec);

/* g = exp(-|v/vs|^m), where |v| = s v. */
void arb_series_stribeck(acb_poly_t g, const acb_poly_t v, const arb_t s, const arb_t vs,
                         const arb_t m, slong len, slong prec);

#endif
