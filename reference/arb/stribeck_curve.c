/* Evaluates the Stribeck curve, also over a ball of velocities that has 0 in it. */
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

/* exp(-r^m) for every r in the ball, which has 0 in it: from its value at the largest to 1. */
static void near_standstill(arb_t g, const arb_t r, const arb_t m, slong prec)
{
    arb_t low, one;
    arb_init(low);
    arb_init(one);
    arb_get_abs_ubound_arf(arb_midref(low), r, prec);
    arb_pow(low, low, m, prec);
    arb_neg(low, low);
    arb_exp(low, low, prec);
    arb_one(one);
    arb_union(g, low, one, prec);
    arb_clear(one);
    arb_clear(low);
}

void arb_stribeck_curve(arb_t g, const arb_t v, const arb_t vs, const arb_t m, slong prec)
{
    arb_t r;
    arb_init(r);
    arb_div(r, v, vs, prec);
    arb_abs(r, r);
    if (certainly(ball_is_zero(r)))
        arb_one(g);
    else if (possibly(ball_is_zero(r)))
        near_standstill(g, r, m, prec);
    else {
        arb_pow(r, r, m, prec);
        arb_neg(r, r);
        arb_exp(g, r, prec);
    }
    arb_clear(r);
}
