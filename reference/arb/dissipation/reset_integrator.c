/* The reset integrator: w = p s/p0. Below the limit F s = (1+a0) k p0 w + b v and p follows the
 * travel; at it, where p rests, F s = k p0. S = c0 (1+a0) k p^2/2. */
#include "reference/arb/dissipation/parts.h"
#include "tools/base/decide.h"

enum { K, P0, A0, B };

/* (1-theta) (1-c0) (1+a0) k p0 w + theta [b - mu (1-theta) k p0], V being 1 m/s; and the same at
 * the limit, (1-theta) k p0 (1 - mu theta). Where w reaches 1, the hull of the two. */
static void excess(arb_t D, const struct dissipation_box *box, const arb_t mu, slong prec)
{
    arb_srcptr p = box->p;
    arb_t below, at, left, t;
    arb_init(below);
    arb_init(at);
    arb_init(left);
    arb_init(t);
    dissipation_left(left, box->theta, prec);
    dissipation_mul(at, p + K, p + P0, prec);
    dissipation_mul(at, at, left, prec);
    arb_add_ui(below, p + A0, 1, prec);
    dissipation_mul(below, below, at, prec);
    dissipation_rest(t, box->c, prec);
    dissipation_mul(below, below, t, prec);
    dissipation_mul(below, below, box->w, prec);
    arb_set(t, p + B);
    dissipation_submul(t, mu, at, prec);
    dissipation_addmul(below, t, box->theta, prec);
    dissipation_mul(t, mu, box->theta, prec);
    dissipation_rest(t, t, prec);
    dissipation_mul(at, at, t, prec);
    arb_one(t);
    if (certainly(ball_less(box->w, t)))
        arb_set(D, below);
    else
        arb_union(D, below, at, prec);
    if (certainly(ball_is_nonnegative(below)) && certainly(ball_is_nonnegative(at)))
        dissipation_clip(D);
    arb_clear(t);
    arb_clear(left);
    arb_clear(at);
    arb_clear(below);
}

/* p rests at the limit, and otherwise follows the motion: inward at w = -1. */
static void inflow(arb_ptr r, const struct dissipation_box *box, slong prec)
{
    arb_t one, rests;
    arb_init(one);
    arb_init(rests);
    arb_one(one);
    if (certainly(ball_less(box->w, one)))
        arb_set(r, one);
    else if (certainly(ball_at_most(one, box->w)))
        arb_zero(r);
    else
        arb_union(r, one, rests, prec);
    arb_clear(rests);
    arb_clear(one);
}

static void speed(arb_t V, arb_srcptr p) { arb_one(V); }

const struct dissipation_inequality dissipation_reset_integrator = {
    .law = "reset_integrator",
    .has_excess = true,
    .has_inflow = true,
    .n_states = 1,
    .storage = "S = c0 (1+a0) k p^2/2",
    .n_storage = 1,
    .excess = excess,
    .inflow = inflow,
    .speed = speed,
};
