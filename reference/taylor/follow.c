/* Follows states that have long forgotten their beginning by a polynomial
 * (reference/taylor/step.h). */
#include "reference/taylor/step.h"
#include "tools/base/decide.h"

enum { MAX_CORRECTIONS = 60 };

static void drop_radii(arb_poly_t a)
{
    for (slong k = 0; k < a->length; k++)
        mag_zero(arb_radref(a->coeffs + k));
}

/* Iterates w <- (b - w'/reach)/k until the changes stop shrinking. */
static void iterate(arb_poly_t w, const struct taylor_series *b, const struct taylor_series *k,
                    const struct taylor_step *m)
{
    arb_poly_t inverse, next, change;
    mag_t last, size;
    arb_poly_init(inverse);
    arb_poly_init(next);
    arb_poly_init(change);
    mag_init(last);
    mag_init(size);
    mag_inf(last);
    arb_poly_inv_series(inverse, k->a, m->len, m->prec);
    drop_radii(inverse);
    arb_poly_mullow_classical(w, b->a, inverse, m->len, m->prec);
    drop_radii(w);
    for (int i = 0; i < MAX_CORRECTIONS; i++) {
        arb_poly_derivative(next, w, m->prec);
        arb_poly_scalar_div(next, next, m->reach, m->prec);
        arb_poly_sub(next, b->a, next, m->prec);
        arb_poly_mullow_classical(next, next, inverse, m->len, m->prec);
        drop_radii(next);
        arb_poly_sub(change, next, w, m->prec);
        taylor_series_norm(size, change, 0, -2);
        if (mag_cmp(size, last) >= 0)
            break;
        mag_set(last, size);
        arb_poly_swap(w, next);
    }
    mag_clear(size);
    mag_clear(last);
    arb_poly_clear(change);
    arb_poly_clear(next);
    arb_poly_clear(inverse);
}

/* sup receives the largest |w'/reach - b + k w|. */
static void residual(mag_t sup, const struct taylor_series *w, const struct taylor_series *b,
                     const struct taylor_series *k, const struct taylor_step *m)
{
    struct taylor_series r, t;
    taylor_series_init(&r);
    taylor_series_init(&t);
    mag_t slope;
    mag_init(slope);
    taylor_series_mul(&r, k, w, m->len, m->prec);
    arb_poly_sub(r.a, r.a, b->a, m->prec);
    mag_add(r.bound, r.bound, b->bound);
    arb_poly_derivative(t.a, w->a, m->prec);
    arb_poly_scalar_div(t.a, t.a, m->reach, m->prec);
    arb_poly_add(r.a, r.a, t.a, m->prec);
    taylor_series_norm(slope, t.a, 0, 0);
    mag_add(r.bound, r.bound, slope);
    taylor_series_sup(sup, &r, true, m->len);
    mag_clear(slope);
    taylor_series_clear(&t);
    taylor_series_clear(&r);
}

bool taylor_step_follow(struct taylor_state *x, const struct taylor_series *b,
                        const struct taylor_series *k, const arb_t start,
                        const struct taylor_step *m)
{
    arb_t low, off, t;
    mag_t sup, size, power, decay;
    arb_init(low);
    arb_init(off);
    arb_init(t);
    mag_init(sup);
    mag_init(size);
    mag_init(power);
    mag_init(decay);
    struct taylor_series *w = &x->particular;
    iterate(w->a, b, k, m);
    taylor_series_norm(w->bound, w->a, 0, 0);
    arb_poly_get_coeff_arb(low, k->a, 0); /* min k */
    taylor_series_sup(sup, k, false, m->len);
    arb_add_error_mag(low, sup);
    bool ok = certainly(ball_is_positive(low));
    residual(sup, w, b, k, m);
    arb_get_mag_lower(power, low);
    if (ok)
        mag_div(sup, sup, power);
    else
        mag_inf(sup);
    taylor_series_end(t, -1); /* the polynomial is exact: no remainder */
    arb_poly_evaluate(off, w->a, t, m->prec);
    arb_get_mag(size, off);
    arb_sub(off, start, off, m->prec);
    arb_get_mag(x->error, off);
    mag_mul_2exp_si(size, size, -(m->prec - SMOOTH_LOST_BITS));
    ok = ok && mag_is_finite(sup) && mag_cmp(sup, size) <= 0;
    /* int |e| dt <= |e0|/min k + (to - from) sup */
    mag_div(x->error_sum, x->error, power);
    arb_get_mag(decay, m->reach);
    mag_mul_2exp_si(decay, decay, -1);
    mag_addmul(x->error_sum, decay, sup);
    arb_mul(t, low, m->reach, m->prec);
    arb_mul_2exp_si(t, t, -1);
    arb_neg(t, t);
    arb_exp(t, t, 64);
    arb_get_mag(decay, t);
    mag_mul(x->error_end, x->error, decay);
    mag_add(x->error_end, x->error_end, sup);
    mag_add(x->error, x->error, sup);
    mag_mul_2exp_si(size, size, 8);
    ok = ok && mag_cmp(x->error, size) <= 0; /* false until the beginning is forgotten */
    arb_poly_zero(x->homogeneous.a);
    mag_zero(x->homogeneous.bound);
    arb_zero(x->weight);
    mag_clear(decay);
    mag_clear(power);
    mag_clear(size);
    mag_clear(sup);
    arb_clear(t);
    arb_clear(off);
    arb_clear(low);
    return ok;
}
