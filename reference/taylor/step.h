/* One step along a smooth motion of a law with linear equations.
 *
 * All functions of time are power series in u about the middle of the step, t = centre + reach u,
 * |u| <= 1/4, with their errors (reference/taylor/series.h).
 *
 * A state whose relaxation the step resolves is x = x_p + C x_h, x_h the solution of x' = -k x with
 * x_h(0) = 1 and x_p that of x' = b - k x with x_p(0) = 0, each by the recursion of its
 * coefficients, C from the beginning of the step: the radius of x decays as x does. One that has
 * long forgotten its beginning, with k the fastest thing around, follows a polynomial w (Fraenkel's
 * iteration w <- (b - w')/k) up to an error e with e' = -k e - r, r = w' - b + k w:
 * |e| <= |e0| exp(-int k) + max|r|/min k. Such a step may be many relaxation times long.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_STEP_H
#define BRISTLE_REFERENCE_TAYLOR_STEP_H

#include "reference/arb/linear.h"
#include "reference/taylor/segment.h"
#include "reference/taylor/series.h"

/* Bits that are lost from a law's functions to its solutions where these grow. */
enum { SMOOTH_LOST_BITS = 40 };

/* A state over the step. */
struct taylor_state {
    bool follows; /* x follows w, in `particular`; the homogeneous part is 0 */
    struct taylor_series particular, homogeneous;
    arb_t weight; /* C */
    mag_t error;  /* of w: at u > -1 at most error, at u = 1 at most error_end */
    mag_t error_end;
    mag_t error_sum; /* int |e| dt */
};

/* A part of the energy over the step: E(u) - E(-1/4) = [own] + sum C_i [by_state_i], each taken
 * between -1/4 and u, and at most error more. */
struct taylor_energy {
    struct taylor_series own, by_state[ARB_LINEAR_STATES];
    mag_t error;
};

/* A step, and what is kept from one step to the next. */
struct taylor_step {
    const struct arb_law *law;
    arb_srcptr p;
    int n_states, n_parts;
    slong len, prec;                         /* coefficients kept, bits */
    arb_t from, to;                          /* exact */
    arb_t centre, reach, s;                  /* reach: twice the length */
    struct arb_linear values, discs, series; /* at the centre, over the disc, along the step */
    struct taylor_series v;
    struct taylor_state states[ARB_LINEAR_STATES];
    struct taylor_energy parts[ARB_LINEAR_PARTS];
    /* Of b, k, f, c in that order, and of v: their largest magnitudes so far. */
    mag_ptr scale;
    double relaxed[ARB_LINEAR_STATES]; /* int k dt since taylor_step_begin, roughly */
    double enough[ARB_LINEAR_STATES];  /* value of `relaxed` at which following is tried (again) */
};

void taylor_step_init(struct taylor_step *m, const struct arb_law *law, arb_srcptr p, slong prec);
void taylor_step_clear(struct taylor_step *m);

/* Tells that the next step has equations or states that are new: no state has forgotten its
 * beginning. */
void taylor_step_begin(struct taylor_step *m);

/* Sets the step to go from `from` to `to` at sign s of v. Returns false where it is too long for
 * good bounds. */
bool taylor_step_try(struct taylor_step *m, const struct arb_segment *segment, int sign,
                     const arb_t from, const arb_t to);

/* Solves the equations over a step that taylor_step_try accepted, from the states x. Returns false
 * where the solutions have no good bounds. */
bool taylor_step_solve(struct taylor_step *m, const struct arb_segment *segment, arb_srcptr x);

/* Lets x follow the polynomial of its equation x' = b - k x over the step. Returns false where the
 * error would exceed 2^-bits of that polynomial, with the bits asked for. */
bool taylor_step_follow(struct taylor_state *x, const struct taylor_series *b,
                        const struct taylor_series *k, const arb_t start,
                        const struct taylor_step *m);

/* Writes the states at u, within [-1/4, 1/4], to x, and energy0 plus the energies since the step's
 * beginning to energy. energy may be NULL. */
void taylor_step_at(const struct taylor_step *m, const arb_t u, arb_ptr x, arb_srcptr energy0,
                    arb_ptr energy);

#endif
