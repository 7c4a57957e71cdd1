/* Sums and products that keep signs and what is not a number, and the terms that dissipation
 * inequalities share. */
#include "reference/arb/dissipation/parts.h"
#include "tools/base/decide.h"

void dissipation_clip(arb_t x)
{
    if (!arb_is_finite(x)) {
        arb_indeterminate(x);
        return;
    }
    if (certainly(ball_is_nonnegative(x)))
        return;
    if (certainly(ball_is_nonpositive(x))) {
        arb_zero(x);
        return;
    }
    arf_t high;
    arf_init(high);
    arb_get_ubound_arf(high, x, (slong)2 * MAG_BITS);
    arf_mul_2exp_si(high, high, -1);
    arf_get_mag(arb_radref(x), high);
    arf_set_mag(arb_midref(x), arb_radref(x));
    arf_clear(high);
}

void dissipation_add(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    const bool positive = certainly(ball_is_nonnegative(x)) && certainly(ball_is_nonnegative(y));
    arb_add(z, x, y, prec);
    if (positive)
        dissipation_clip(z);
}

void dissipation_mul(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    const bool positive =
        (certainly(ball_is_nonnegative(x)) && certainly(ball_is_nonnegative(y))) ||
        (certainly(ball_is_nonpositive(x)) && certainly(ball_is_nonpositive(y)));
    arb_mul(z, x, y, prec);
    if (positive)
        dissipation_clip(z);
}

void dissipation_addmul(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    arb_t t;
    arb_init(t);
    dissipation_mul(t, x, y, prec);
    dissipation_add(z, z, t, prec);
    arb_clear(t);
}

void dissipation_submul(arb_t z, const arb_t x, const arb_t y, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_neg(t, x);
    dissipation_mul(t, t, y, prec);
    dissipation_add(z, z, t, prec);
    arb_clear(t);
}

void dissipation_sqr(arb_t z, const arb_t x, slong prec)
{
    arb_sqr(z, x, prec);
    dissipation_clip(z);
}

void dissipation_rest(arb_t t, const arb_t x, slong prec)
{
    arb_sub_ui(t, x, 1, prec);
    arb_neg(t, t);
}

void dissipation_left(arb_t t, const arb_t x, slong prec)
{
    dissipation_rest(t, x, prec);
    dissipation_clip(t);
}

/* g and -h at one end of theta, with r = theta/(1 - theta): 1 and 0 at rest, 0 and -1 in the limit.
 */
static void curve_at(arb_t g, arb_t negative_h, const arf_t theta, const arb_t m, slong prec)
{
    arb_t r, rest;
    arb_init(r);
    arb_init(rest);
    arb_set_arf(r, theta);
    dissipation_rest(rest, r, prec);
    if (certainly(ball_is_nonpositive(r)) || certainly(ball_is_nonpositive(rest))) {
        const bool is_limit = certainly(ball_is_positive(r));
        arb_set_si(g, !is_limit);
        arb_set_si(negative_h, -is_limit);
    } else {
        arb_div(r, r, rest, prec);
        arb_pow(r, r, m, prec);
        arb_neg(r, r);
        arb_exp(g, r, prec);
        arb_expm1(negative_h, r, prec);
    }
    arb_clear(rest);
    arb_clear(r);
}

/* g falls and h rises with theta: their values at its ends suffice. */
void dissipation_curve(arb_t g, arb_t h, const arb_t theta, const arb_t m, slong prec)
{
    arb_t other_g, other_h;
    arf_t low, high;
    arb_init(other_g);
    arb_init(other_h);
    arf_init(low);
    arf_init(high);
    arb_get_interval_arf(low, high, theta, prec);
    curve_at(g, h, low, m, prec);
    curve_at(other_g, other_h, high, m, prec);
    arb_union(g, g, other_g, prec);
    arb_union(h, h, other_h, prec);
    arb_neg(h, h);
    dissipation_clip(h);
    dissipation_clip(g);
    arf_clear(high);
    arf_clear(low);
    arb_clear(other_h);
    arb_clear(other_g);
}

void dissipation_higher(arb_t sum, const struct dissipation_box *box, int n, slong prec)
{
    arb_t square;
    arb_init(square);
    dissipation_sqr(square, box->w, prec);
    arb_zero(sum);
    for (int k = n - 1; k >= 1; k--) {
        dissipation_add(sum, sum, box->c + k, prec);
        dissipation_mul(sum, sum, square, prec);
    }
    dissipation_mul(sum, sum, box->w, prec);
    arb_clear(square);
}

/* g <- Fc + (Fs-Fc) g. */
static void make_level(arb_t g, const arb_t Fc, const arb_t Fs, slong prec)
{
    arb_t rise;
    arb_init(rise);
    arb_sub(rise, Fs, Fc, prec);
    dissipation_clip(rise); /* valid parameters have Fs >= Fc */
    dissipation_mul(g, g, rise, prec);
    dissipation_add(g, g, Fc, prec);
    arb_clear(rise);
}

/* (1-theta) Fs [(1-c0) w + (c0 alpha Fs/G - mu theta) w^2 - (1-e) sum of c_k w^(2k+1)]
 * + vs theta [sigma1 (1-e) + sigma2]; with a ramp mu is taken from what is damped, since in the
 * elastic range nothing else pays. */
void dissipation_lugre_excess(arb_t D, const struct dissipation_lugre *q,
                              const struct dissipation_box *box, int n_storage, const arb_t mu,
                              slong prec)
{
    arb_t g, h, e, t, sum;
    arb_init(g);
    arb_init(h);
    arb_init(e);
    arb_init(t);
    arb_init(sum);
    dissipation_curve(g, h, box->theta, q->m, prec);
    make_level(g, q->Fc, q->Fs, prec);
    arb_div(e, q->Fs, g, prec);
    if (q->alpha)
        dissipation_mul(e, e, q->alpha, prec);
    dissipation_sqr(h, box->w, prec);
    dissipation_mul(sum, e, box->c, prec);
    if (!q->alpha)
        dissipation_submul(sum, mu, box->theta, prec);
    dissipation_mul(sum, sum, h, prec);
    arb_sub_ui(t, box->c, 1, prec);
    dissipation_submul(sum, t, box->w, prec);
    dissipation_mul(e, e, box->w, prec);
    dissipation_rest(e, e, prec); /* 1 - e */
    dissipation_higher(h, box, n_storage, prec);
    dissipation_submul(sum, h, e, prec);
    dissipation_mul(sum, sum, q->Fs, prec);
    dissipation_left(t, box->theta, prec);
    dissipation_mul(sum, sum, t, prec);
    dissipation_mul(e, e, q->sigma1, prec);
    dissipation_add(e, e, q->sigma2, prec);
    dissipation_mul(e, e, q->vs, prec);
    if (q->alpha) {
        dissipation_sqr(h, box->w, prec);
        dissipation_mul(h, h, q->Fs, prec);
        dissipation_mul(h, h, mu, prec);
        dissipation_submul(e, h, t, prec);
    }
    dissipation_mul(e, e, box->theta, prec);
    dissipation_add(D, sum, e, prec);
    arb_clear(sum);
    arb_clear(t);
    arb_clear(e);
    arb_clear(h);
    arb_clear(g);
}

/* Fs (1-w) - (Fs-Fc) h: at w = 1 what is left has a sign. */
void dissipation_lugre_inflow(arb_t r, const struct dissipation_lugre *q,
                              const struct dissipation_box *box, slong prec)
{
    arb_t g, h;
    arb_init(g);
    arb_init(h);
    dissipation_curve(g, h, box->theta, q->m, prec);
    arb_sub(g, q->Fs, q->Fc, prec);
    dissipation_clip(g);
    dissipation_mul(h, h, g, prec);
    dissipation_left(r, box->w, prec);
    dissipation_mul(r, r, q->Fs, prec);
    arb_sub(r, r, h, prec);
    arb_clear(h);
    arb_clear(g);
}
