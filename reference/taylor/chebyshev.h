/* Inside general.h: polynomials in Chebyshev's basis, sum of c_k T_k(s) for s in [-1, 1], and the
 * interpolation of functions by them.
 *
 * The interpolant of degree n - 1 at n zeros of T_n misses a function that is analytic and at most
 * M in the ellipse with foci -1 and 1 and semi-axes (r +- 1/r)/2 by at most 4 M r^-(n-1)/(r - 1):
 * L. N. Trefethen, "Approximation Theory and Approximation Practice", SIAM, 2013, theorem 8.2.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_CHEBYSHEV_H
#define BRISTLE_REFERENCE_TAYLOR_CHEBYSHEV_H

#include <arb.h>
#include <stdbool.h>

/* Tables for polynomials of a degree, at its degree + 1 nodes -cos(pi j/degree), and for
 * interpolants at `samples` zeros of T_samples. */
struct chebyshev {
    slong degree, samples, prec;
    arb_ptr node, at_node;     /* node j; T_k(node j), row by row: degree + 1 each */
    arb_ptr sample, at_sample; /* sample j; T_k(sample j), row by row: samples each */
    double *transform;         /* from values at nodes to coefficients, row by row */
    double *slope;             /* of the polynomial at node j by its value at node k, likewise */
};

void chebyshev_init(struct chebyshev *t, slong degree, slong samples, slong prec);
void chebyshev_clear(struct chebyshev *t);

/* y <- the polynomial with n coefficients at s in [-1, 1], which is exact. */
void chebyshev_evaluate(arb_t y, arb_srcptr c, slong n, const arb_t s, slong prec);

/* d <- the n coefficients of the slope by s; d may not be c. */
void chebyshev_slope(arb_ptr d, arb_srcptr c, slong n, slong prec);

/* d <- the n + 1 coefficients of the integral from -1. */
void chebyshev_integral(arb_ptr d, arb_srcptr c, slong n, slong prec);

/* c <- the coefficients of the interpolant of t->samples values. */
void chebyshev_interpolant(arb_ptr c, arb_srcptr values, const struct chebyshev *t);

/* The same of the middles of values; rest <- how far, in [-1, 1], the interpolant of any values
 * within the balls is from that at most: Lebesgue's constant of n zeros of T_n is at most
 * 1 + (2/pi) log n (T. J. Rivlin, "Chebyshev polynomials", Wiley, 1990, section 1.4), where the
 * coefficients' radii would sum up to n times the values'. */
void chebyshev_interpolant_of_middles(arb_ptr c, mag_t rest, arb_srcptr values,
                                      const struct chebyshev *t);

/* sum <- a bound of |sum of c_k T_k| for k >= first in the ellipse of r = 2^log_r; 0: in [-1, 1].
 */
void chebyshev_size(mag_t sum, arb_srcptr c, slong first, slong n, slong log_r);

/* y <- what the polynomial is for all s in [middle - radius, middle + radius]. */
void chebyshev_range(arb_t y, arb_srcptr c, slong n, const arb_t middle, const mag_t radius,
                     slong prec);

/* error <- what interpolants at t->samples zeros miss, at most, of a function that is at most
 * `bound` in the ellipse of r = 2^log_r, log_r >= 1. */
void chebyshev_error(mag_t error, const mag_t bound, slong log_r, const struct chebyshev *t);

#endif
