/* Inside general.h: coordinates in which the errors of coupled states grow each by itself, or by
 * those of later ones.
 *
 * Errors e of the states are to_x y. Where states act on one another both ways, as those of a chain
 * of elements that share a force, to_x is orthogonal but for rounding, and makes the rates' slopes
 * upper triangular at the middle of the step (Schur); elsewhere it is the unit matrix. Bounds of y
 * are kept from step to step: a box about them in x would grow with each
 * (R. J. Lohner, "Enclosing the solutions of ordinary initial and boundary value problems", 1987).
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_FRAME_H
#define BRISTLE_REFERENCE_TAYLOR_FRAME_H

#include <arb_mat.h>
#include <stdbool.h>

struct frame {
    slong n;
    bool is_unit;
    arb_mat_t to_x, to_y; /* exact; its inverse in balls */
    /* The last state that has been handed on: within rest of the middles of x, and old_to_x y. */
    bool has_kept, is_stale; /* stale: a state that the last frame mixes with others has been set */
    arb_ptr x;
    mag_ptr y, rest;
    arb_mat_t old_to_x, old; /* the second are the coordinates that y were found in */
};

void frame_init(struct frame *f, slong n);
void frame_clear(struct frame *f);

/* Chooses coordinates for slopes[i * n + j], about df_i/dx_j. */
void frame_choose(struct frame *f, const double slopes[]);

/* Bounds of errors in x from those in y, and back; they may not be the same array. */
void frame_to_x(mag_ptr x, const struct frame *f, mag_srcptr y);
void frame_to_y(mag_ptr y, const struct frame *f, mag_srcptr x);

/* The direction, in x, of y_j, or of that of the state handed on; and of the sum of weights times
 * the rates of x, which is the rate of y_i, the weights. */
void frame_direction(arb_ptr x, const struct frame *f, slong j);
void frame_old_direction(arb_ptr x, const struct frame *f, slong j);
arb_srcptr frame_weights(const struct frame *f, slong i);

/* Returns true when x is the state that was handed on last, within `rest` of the middles and
 * old_to_x y. */
bool frame_is_kept(const struct frame *f, arb_srcptr x);

/* Bounds y from the states x and where an approximation begins, exact. */
void frame_start(mag_ptr y, const struct frame *f, arb_srcptr x, arb_srcptr begin, slong prec);

/* Keeps what is known of the states x, which are handed on: middles but for rest, and y. */
void frame_keep(struct frame *f, arb_srcptr x, mag_srcptr rest, mag_srcptr y);

/* Takes what another frame of as many states keeps. */
void frame_take(struct frame *f, const struct frame *of);

/* Keeps what is known of the state that was handed on through a short time in which state i has
 * changed by change[i] from before[i], or has been set anew. */
void frame_carry(struct frame *f, arb_srcptr before, arb_srcptr after, arb_srcptr change,
                 const bool was_set[], slong prec);

#endif
