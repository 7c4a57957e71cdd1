/* Arithmetic of truncated power series with bounds for what they leave out. */
#include "reference/taylor/series.h"

void taylor_series_init(struct taylor_series *f)
{
    arb_poly_init(f->a);
    mag_init(f->bound);
}

void taylor_series_clear(struct taylor_series *f)
{
    mag_clear(f->bound);
    arb_poly_clear(f->a);
}

/* What the coefficients beyond len can add for |u| <= 1/4: bound 4^-len 4/3. */
static void remainder_of(mag_t r, const mag_t bound, slong len)
{
    mag_mul_2exp_si(r, bound, 1 - 2 * len);
}

void taylor_series_at(arb_t y, const struct taylor_series *f, const arb_t u, slong len, slong prec)
{
    mag_t r;
    mag_init(r);
    arb_poly_evaluate(y, f->a, u, prec);
    remainder_of(r, f->bound, len);
    arb_add_error_mag(y, r);
    mag_clear(r);
}

void taylor_series_end(arb_t u, int side)
{
    arb_set_si(u, side);
    arb_mul_2exp_si(u, u, -2);
}

void taylor_series_since_start(arb_t y, const struct taylor_series *f, const arb_t u, slong len,
                               slong prec)
{
    arb_t start;
    arb_init(start);
    taylor_series_end(start, -1);
    taylor_series_at(start, f, start, len, prec);
    taylor_series_at(y, f, u, len, prec);
    arb_sub(y, y, start, prec);
    arb_clear(start);
}

void taylor_series_mul(struct taylor_series *y, const struct taylor_series *f,
                       const struct taylor_series *g, slong len, slong prec)
{
    arb_poly_mullow_classical(y->a, f->a, g->a, len, prec);
    mag_mul(y->bound, f->bound, g->bound);
}

void taylor_series_add(struct taylor_series *y, const struct taylor_series *f, slong prec)
{
    arb_poly_add(y->a, y->a, f->a, prec);
    mag_add(y->bound, y->bound, f->bound);
}

void taylor_series_integrate(struct taylor_series *f, const arb_t reach, slong len, slong prec)
{
    mag_t r;
    mag_init(r);
    arb_poly_integral(f->a, f->a, prec);
    arb_poly_truncate(f->a, len);
    arb_poly_scalar_mul(f->a, f->a, reach, prec);
    arb_get_mag(r, reach);
    mag_mul(f->bound, f->bound, r);
    mag_clear(r);
}

void taylor_series_norm(mag_t sum, const arb_poly_t a, slong first, slong log_radius)
{
    mag_t term;
    mag_init(term);
    mag_zero(sum);
    for (slong k = first; k < a->length; k++) {
        arb_get_mag(term, a->coeffs + k);
        mag_mul_2exp_si(term, term, k * log_radius);
        mag_add(sum, sum, term);
    }
    mag_clear(term);
}

void taylor_series_sup(mag_t sup, const struct taylor_series *f, bool constant_too, slong len)
{
    mag_t rest;
    mag_init(rest);
    taylor_series_norm(sup, f->a, constant_too ? 0 : 1, -2);
    remainder_of(rest, f->bound, len);
    mag_add(sup, sup, rest);
    mag_clear(rest);
}
