/* The range of a polynomial in several variables over a box, by its Bernstein coefficients.
 *
 * G. T. Cargo, O. Shisha, "The Bernstein form of a polynomial", J. Res. Natl. Bur. Stand. 70B,
 * 79-81, 1966 (not confirmed against the paper): on [0, 1] a polynomial lies between the least and
 * the largest of its coefficients b_j = sum over k <= j of C(j, k)/C(degree, k) c_k, c_k those of
 * its powers. Several variables are taken one after the other. */
#ifndef BRISTLE_REFERENCE_DERIVED_BERNSTEIN_H
#define BRISTLE_REFERENCE_DERIVED_BERNSTEIN_H

#include <arb.h>
#include <stdbool.h>

struct bernstein_axis;

/* A polynomial in the making: open, the axes in turn, ready, its terms, its range; close. */
struct bernstein {
    struct bernstein_axis *axes;
    unsigned n_axes;
    arb_ptr coefficients;
    slong size;
    slong prec;
    bool is_finite;
};

void bernstein_open(struct bernstein *b, unsigned n_axes, slong prec);
void bernstein_close(struct bernstein *b);

/* BERNSTEIN_UNIT: what lies in the ball and in [0, 1]; BERNSTEIN_SHARE: x/(1 - x) of such an x, and
 * the polynomial is multiplied by (1 - x)^degree. */
enum bernstein_kind { BERNSTEIN_ANY, BERNSTEIN_UNIT, BERNSTEIN_SHARE };

/* The next variable, over a ball, to powers of at most `degree`. */
void bernstein_axis(struct bernstein *b, const arb_t x, unsigned degree, enum bernstein_kind kind);

/* Returns false when a variable is not finite or there are too many coefficients; then no terms can
 * be added. */
bool bernstein_ready(struct bernstein *b);

/* Adds c times powers of the variables. */
void bernstein_add(struct bernstein *b, const arb_t c, const unsigned char exponents[]);

/* Encloses the values over the box. The terms are used up. */
void bernstein_range(arb_t value, struct bernstein *b);

#endif
