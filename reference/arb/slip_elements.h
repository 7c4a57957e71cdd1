/* Maxwell-slip elements whose force saturates, in ball arithmetic. Element i carries k_i y_i; all
 * are stretched by one zeta, within |y_i| <= W_i/k_i, and with f the sum of k_i y_i
 *
 *     dzeta/dxi = 1 - e,   e = sgn(w) |w|^n,   w = f/G,   n = 1 or 2
 *
 * While the same elements stick, of stiffness K together, w follows from itself alone along
 * tau = K xi/G. An element that is at its limit within its ball counts as slipping. The true f lies
 * between two solutions with the stiffness that is left: one begins with f as it is, and f rises no
 * slower than that; the other begins with the largest f at which the element can slip, which f does
 * not exceed before, and from where on both follow the same equation.
 */
#ifndef BRISTLE_REFERENCE_ARB_SLIP_ELEMENTS_H
#define BRISTLE_REFERENCE_ARB_SLIP_ELEMENTS_H

#include <arb.h>
#include <stdbool.h>

enum { SLIP_ELEMENTS_MAX = 4 };

/* Balls of the caller. */
struct slip_elements {
    int n;        /* number of elements */
    bool square;  /* the exponent is 2 */
    arb_srcptr k; /* N/m */
    arb_srcptr W; /* N */
    arb_srcptr G; /* N, at most the sum of W where f may be at it; NULL where only limits and */
                  /* forces are wanted */
};

/* The state vector of SLIP_SIZE balls: y_i, m; f, N, which the level draws to itself, so that f is
 * known better than by the y_i with all that they have gone through; the gain in zeta, m; and
 * int w dxi, m. */
enum { SLIP_FORCE = SLIP_ELEMENTS_MAX, SLIP_GAIN, SLIP_INTEGRAL, SLIP_SIZE };

/* W_i/k_i, m. */
void slip_elements_limit(arb_t limit, const struct slip_elements *e, int i, slong prec);

/* f by both y_i and f itself, or by the y_i where the two contradict; and e. */
void slip_elements_force(arb_t f, const struct slip_elements *e, arb_srcptr y, slong prec);
void slip_elements_power(arb_t power, const struct slip_elements *e, const arb_t w, slong prec);

/* zeta, m, at which the elements, stretched from rest, carry that force: the largest of
 * (force - held)/stiffness over what may slip and what stick, since the force is concave in zeta.
 */
void slip_elements_stretch(arb_t zeta, const struct slip_elements *e, const arb_t force,
                           slong prec);

/* Follows the path xi, m, in place; gain and integral are added to. */
void slip_elements_travel(arb_ptr at, const struct slip_elements *e, const arb_t xi, slong prec);

#endif
