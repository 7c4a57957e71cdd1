/* What a law dissipates, over boxes of velocities, states and parameters: the sums that proofs of
 * passivity and of state bounds evaluate.
 *
 * With a stored energy S(x) >= 0, S(0) = 0, a law is dissipative if D = (F v - dS/dt)/|v| >= 0 at
 * every velocity and state. Laws are odd, and so it is enough to take v > 0, with states in the
 * direction of motion. All velocities, and their limit, are the box 0 <= theta <= 1:
 *
 *     v = V theta/(1 - theta),   V a speed of the law                  (1)
 *     w_i = x_i/bound_i in [-1, 1]                                     (2)
 *
 * The sums come from the law's text (models/derived/balance.h), or are written by hand such that
 * signs show: where two terms cancel at a place at which D vanishes, they have been cancelled. A
 * test holds them against rate and force of reference/arb/law.h.
 */
#ifndef BRISTLE_REFERENCE_ARB_DISSIPATION_DISSIPATION_H
#define BRISTLE_REFERENCE_ARB_DISSIPATION_DISSIPATION_H

#include <arb.h>
#include <stdbool.h>

struct law_graph; /* models/derived/law_graph.h */

enum { DISSIPATION_MAX_STATES = 2, DISSIPATION_MAX_STORAGE = 4 };

/* A box. The parameters come in the order of the law of the same name; they are valid. */
struct dissipation_box {
    arb_srcptr p, c; /* c: the storage's coefficients */
    arb_srcptr theta, w;
};

/* The dissipation inequality of a law. The functions are NULL where it comes from the law's text.
 */
struct dissipation_inequality {
    const char *law;              /* NULL: there is none */
    const struct law_graph *text; /* where it comes from; NULL: by hand */
    int n_states;                 /* that w has */
    /* S as a formula of the states and of the coefficients c0, c1, ... (1, 0, ... is the storage
     * that the law declares, where it declares one), a sum of c_k w^(2k+2)/(2k+2); NULL: S = 0. */
    const char *storage;
    int n_storage;
    /* S is the integral over w of a positive weight times the derivative of that sum. */
    bool weighted;
    /* has_excess: D has been found, for storages as above. has_inflow: so have the
     * rates at the bounds of states. */
    bool has_excess, has_inflow;
    /* (1 - theta) (D - mu theta E) in N, with E >= 0, and E > 0 wherever w_0 > 0: a force of the
     * law, or that times a power of w_0. It is affine in c. With mu > 0 it shows that motion costs
     * energy, not only that it brings none, since w_0 at 0 does not stay there, but rises first. */
    void (*excess)(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec);
    /* dw_i/dt times positive factors, by state. */
    void (*inflow)(arb_ptr r, const struct dissipation_box *box, slong prec);
    /* V of (1), m/s. */
    void (*speed)(arb_t V, arb_srcptr p);
};

/* Encloses D - mu theta E >= 0 over a box, times positive factors. */
void dissipation_excess(const struct dissipation_inequality *q, arb_t D,
                        const struct dissipation_box *box, const arb_t mu, slong prec);

/* (1 - theta) (D - mu theta E) at a point, N; theta is kept off 0 and 1 by 2^-40. */
void dissipation_value(const struct dissipation_inequality *q, arb_t D,
                       const struct dissipation_box *point, const arb_t mu, slong prec);

/* That as an affine function of the coefficients, whatever c is: row[0] without a storage,
 * row[1 + k] what a unit of c_k adds. */
void dissipation_row(const struct dissipation_inequality *q, arb_ptr row,
                     const struct dissipation_box *point, const arb_t mu, slong prec);

/* Encloses how state i moves inwards at the face w_i = side, 1 or -1, times positive factors; w_i
 * of the box must be `side`. */
void dissipation_inflow(const struct dissipation_inequality *q, arb_t r,
                        const struct dissipation_box *box, int i, int side, slong prec);

void dissipation_speed(const struct dissipation_inequality *q, arb_t V, arb_srcptr p, slong prec);

/* Cuts off what lies below 0 from a ball whose number is known to be >= 0; the lower end is exactly
 * 0 if it was cut. A ball that is not finite says nothing, and becomes indeterminate. */
void dissipation_clip(arb_t x);

/* Returns the dissipation inequality of a law: by hand, or from the text of a law that is built in
 * or opened (reference/derived/graph_law.h). */
struct dissipation_inequality dissipation_find(const char *law);

#endif
