/* Power series of the terms that linear laws are made of: sums, powers, Stribeck curve, tanh. */
#include "reference/arb/linear.h"

#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

static void each(struct arb_linear *e, void (*act)(acb_poly_t))
{
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        act(e->b + i);
        act(e->k + i);
    }
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        act(e->f + q);
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            act(&e->c[q][i]);
    }
}

void arb_linear_init(struct arb_linear *e) { each(e, acb_poly_init); }

void arb_linear_clear(struct arb_linear *e) { each(e, acb_poly_clear); }

void arb_linear_zero(struct arb_linear *e) { each(e, acb_poly_zero); }

void arb_series_scale(acb_poly_t y, const acb_poly_t x, const arb_t a, slong prec)
{
    acb_poly_set(y, x);
    _acb_vec_scalar_mul_arb(y->coeffs, y->coeffs, y->length, a, prec);
}

void arb_series_add(acb_poly_t y, const arb_t a, slong prec)
{
    acb_t first;
    acb_init(first);
    acb_poly_get_coeff_acb(first, y, 0);
    acb_add_arb(first, first, a, prec);
    acb_poly_set_coeff_acb(y, 0, first);
    acb_clear(first);
}

/* r^m, which has a branch point at 0 unless m is a whole number; not finite where r may be there
 * or beyond. */
static void power(acb_poly_t y, const acb_poly_t r, const arb_t m, slong len, slong prec)
{
    acb_t first, exponent;
    acb_init(first);
    acb_init(exponent);
    acb_set_arb(exponent, m);
    acb_poly_get_coeff_acb(first, r, 0);
    if (ball_is_whole(m, 1, 64))
        acb_poly_pow_ui_trunc_binexp(y, r, (ulong)arf_get_si(arb_midref(m), ARF_RND_NEAR), len,
                                     prec);
    else if (certainly(ball_is_positive(acb_realref(first))))
        acb_poly_pow_acb_series(y, r, exponent, len, prec);
    else {
        acb_indeterminate(first);
        acb_poly_set_acb(y, first);
    }
    acb_clear(exponent);
    acb_clear(first);
}

void arb_series_stribeck(acb_poly_t g, const acb_poly_t v, const arb_t s, const arb_t vs,
                         const arb_t m, slong len, slong prec)
{
    acb_poly_t r;
    acb_t first;
    arb_t scale;
    acb_poly_init(r);
    acb_init(first);
    arb_init(scale);
    arb_div(scale, s, vs, prec);
    arb_series_scale(r, v, scale, prec);
    acb_poly_get_coeff_acb(first, v, 0);
    if (len == 1 && acb_is_real(first) && possibly(ball_is_zero(acb_realref(first)))) {
        arb_stribeck_curve(acb_realref(first), acb_realref(first), vs, m, prec);
        acb_poly_set_acb(g, first);
    } else {
        power(r, r, m, len, prec);
        acb_poly_neg(r, r);
        acb_poly_exp_series(g, r, len, prec);
    }
    arb_clear(scale);
    acb_clear(first);
    acb_poly_clear(r);
}
