/* Solves dw/dtau = 1 - sgn(w) |w|^n in closed form, for n = 1 and n = 2. */
#include "reference/arb/slip_saturation.h"

/* q = (1-w)/(1+w) of max(w, 0), so that w = (1-q)/(1+q) there; q = 1 for w <= 0. */
static void quotient(arb_t q, const arb_t w, slong prec)
{
    arb_t above, t;
    arb_init(above);
    arb_init(t);
    arb_max(above, w, above, prec);
    arb_add_ui(t, above, 1, prec);
    arb_sub_ui(above, above, 1, prec);
    arb_neg(above, above);
    arb_div(q, above, t, prec);
    arb_clear(t);
    arb_clear(above);
}

/* a >= 0 with min(w, 0) = -tan a. */
static void angle(arb_t a, const arb_t w, slong prec)
{
    arb_t below;
    arb_init(below);
    arb_min(below, w, below, prec);
    arb_atan(a, below, prec);
    arb_neg(a, a);
    arb_clear(below);
}

/* n = 2. Below 0 an angle falls with tau, above q decays at twice its rate; either is nothing
 * where the other is. */
static void saturate_square(arb_t end, arb_t integral, const arb_t w, const arb_t tau, slong prec)
{
    arb_t a, left, beyond, q, t, u;
    arb_init(a);
    arb_init(left);
    arb_init(beyond);
    arb_init(q);
    arb_init(t);
    arb_init(u);
    angle(a, w, prec);
    quotient(q, w, prec);
    arb_sub(t, tau, a, prec);
    arb_max(beyond, t, beyond, prec);
    arb_neg(t, t);
    arb_max(left, t, left, prec);
    /* int w dtau = ln[cos a/cos left] + beyond + ln[(1+q exp(-2 beyond))/(1+q)] */
    arb_cos(t, a, prec);
    arb_cos(u, left, prec);
    arb_div(t, t, u, prec);
    arb_add_ui(u, q, 1, prec);
    arb_div(t, t, u, prec);
    arb_mul_si(u, beyond, -2, prec);
    arb_exp(u, u, prec);
    arb_mul(q, q, u, prec);
    arb_add_ui(u, q, 1, prec);
    arb_mul(t, t, u, prec);
    arb_log(t, t, prec);
    arb_add(integral, t, beyond, prec);
    /* end = (1-q)/(1+q) - tan left */
    arb_sub_ui(t, q, 1, prec);
    arb_div(t, t, u, prec);
    arb_tan(u, left, prec);
    arb_add(t, t, u, prec);
    arb_neg(end, t);
    arb_clear(u);
    arb_clear(t);
    arb_clear(q);
    arb_clear(beyond);
    arb_clear(left);
    arb_clear(a);
}

void slip_saturate(arb_t end, arb_t integral, const struct slip_elements *e, const arb_t w,
                   const arb_t tau, slong prec)
{
    if (e->square) {
        saturate_square(end, integral, w, tau, prec);
        return;
    }
    /* n = 1: 1 - w decays, and w dtau = dtau - dw. */
    arb_t decay, t;
    arb_init(decay);
    arb_init(t);
    arb_neg(decay, tau);
    arb_exp(decay, decay, prec);
    arb_sub_ui(t, w, 1, prec);
    arb_mul(decay, decay, t, prec);
    arb_sub(t, t, decay, prec);
    arb_add(integral, tau, t, prec);
    arb_add_ui(end, decay, 1, prec);
    arb_clear(t);
    arb_clear(decay);
}

void slip_path_to(arb_t tau, const struct slip_elements *e, const arb_t w, const arb_t end,
                  const arb_t most, slong prec)
{
    arb_t t, u;
    arb_init(t);
    arb_init(u);
    if (e->square) {
        quotient(t, w, prec);
        quotient(u, end, prec);
    } else {
        arb_sub_ui(t, w, 1, prec);
        arb_sub_ui(u, end, 1, prec);
    }
    arb_div(t, t, u, prec);
    arb_log(t, t, prec);
    if (e->square) {
        arb_mul_2exp_si(t, t, -1);
        angle(u, w, prec);
        arb_add(t, t, u, prec);
        angle(u, end, prec);
        arb_sub(t, t, u, prec);
    }
    arb_zero(u);
    if (arb_is_finite(t)) {
        arb_max(t, t, u, prec);
        arb_min(tau, t, most, prec);
    } else
        arb_union(tau, u, most, prec);
    arb_clear(u);
    arb_clear(t);
}
