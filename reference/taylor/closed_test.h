/* Linear equations that have a closed solution, along a ramp, for tests of steps and ranges.
 *
 * Along v = v0 + a t the states x_i' = b_i - k_i x_i with k_i = kappa_i + lambda v and
 * b_i = w_i' + k_i w_i, w_i = 1/(A_i - v), are
 *
 *     x_i(t) = w_i(t) + (x_i(0) - w_i(0)) exp(-K_i),  K_i = kappa_i t + lambda (v0 t + a t^2/2).
 *
 * With c_qi = m_qi k_i/v and f_q = v - sum of c_qi w_i the integral of v (f_q + sum of c_qi x_i) is
 *
 *     E_q = (v^3 - v0^3)/(3 a) + sum of m_qi (x_i(0) - w_i(0)) (1 - exp(-K_i)).
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_CLOSED_TEST_H
#define BRISTLE_REFERENCE_TAYLOR_CLOSED_TEST_H

#include <criterion/criterion.h>

#include "reference/taylor/step.h"

enum { FINE = 1000, N = 2 };

/* The numbers, each of which may have a radius: those of the equations, of the velocity, and the
 * states at the beginning. */
enum { KAPPA, LAMBDA = KAPPA + N, POLE, V0 = POLE + N, A, X0, NUMBERS = X0 + N };

static const slong shares[N][N] = { { 1, 0 }, { 2, -1 } };

/* y <- y/(pole - v) */
static inline void divide_by_distance(acb_poly_t y, const arb_t pole, const acb_poly_t v, slong len,
                                      slong prec)
{
    acb_poly_t d;
    acb_poly_init(d);
    acb_poly_neg(d, v);
    arb_series_add(d, pole, prec);
    acb_poly_inv_series(d, d, len, prec);
    acb_poly_mullow(y, y, d, len, prec);
    acb_poly_clear(d);
}

/* Adds c = share k/v and f = -c w to part q. */
static inline void add_share(struct arb_linear *e, int q, int i, const acb_poly_t v,
                             const acb_poly_t w, slong len, slong prec)
{
    acb_poly_t t;
    arb_t share;
    acb_poly_init(t);
    arb_init(share);
    arb_set_si(share, shares[q][i]);
    acb_poly_inv_series(t, v, len, prec);
    acb_poly_mullow(t, t, &e->k[i], len, prec);
    arb_series_scale(&e->c[q][i], t, share, prec);
    acb_poly_mullow(t, &e->c[q][i], w, len, prec);
    acb_poly_sub(&e->f[q], &e->f[q], t, prec);
    arb_clear(share);
    acb_poly_clear(t);
}

static inline void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s,
                          slong len, slong prec)
{
    acb_poly_t w, slope;
    acb_poly_init(w);
    acb_poly_init(slope);
    (void)s;
    for (int i = 0; i < N; i++) {
        arb_series_scale(&e->k[i], v, p + LAMBDA, prec);
        arb_series_add(&e->k[i], p + KAPPA + i, prec);
        acb_poly_one(w);
        divide_by_distance(w, p + POLE + i, v, len, prec);
        acb_poly_mullow(slope, w, w, len, prec);
        arb_series_scale(slope, slope, p + A, prec);
        acb_poly_mullow(&e->b[i], &e->k[i], w, len, prec);
        acb_poly_add(&e->b[i], &e->b[i], slope, prec);
        for (int q = 0; q < N; q++)
            add_share(e, q, i, v, w, len, prec);
    }
    for (int q = 0; q < N; q++)
        acb_poly_add(&e->f[q], &e->f[q], v, prec);
    acb_poly_clear(slope);
    acb_poly_clear(w);
}

static const char *const states[] = { "x0", "x1", NULL }, *const parts[] = { "E0", "E1", NULL };
static const struct arb_law law = { .states = states, .parts = parts, .linear = linear };

/* w <- 1/(A_i - v); K <- kappa_i t + lambda (v0 t + a t^2/2) */
static inline void known(arb_t w, arb_t K, arb_srcptr p, int i, const arb_t v, const arb_t t)
{
    arb_t mean;
    arb_init(mean);
    arb_sub(w, p + POLE + i, v, FINE);
    arb_inv(w, w, FINE);
    arb_add(mean, p + V0, v, FINE);
    arb_mul_2exp_si(mean, mean, -1);
    arb_mul(K, p + LAMBDA, mean, FINE);
    arb_add(K, K, p + KAPPA + i, FINE);
    arb_mul(K, K, t, FINE);
    arb_clear(mean);
}

/* The states at t, and the energies from 0 until then, in closed form. */
static inline void solve(arb_ptr x, arb_ptr energy, arb_srcptr p, const arb_t t)
{
    arb_t v, w, K, begin, none;
    arb_init(v);
    arb_init(w);
    arb_init(K);
    arb_init(begin);
    arb_init(none);
    arb_mul(v, p + A, t, FINE);
    arb_add(v, v, p + V0, FINE);
    arb_pow_ui(w, v, 3, FINE);
    arb_pow_ui(K, p + V0, 3, FINE);
    arb_sub(w, w, K, FINE);
    arb_div(w, w, p + A, FINE);
    for (int q = 0; q < N; q++)
        arb_div_ui(energy + q, w, 3, FINE);
    for (int i = 0; i < N; i++) {
        known(begin, K, p, i, p + V0, none);
        arb_sub(begin, p + X0 + i, begin, FINE);
        known(w, K, p, i, v, t);
        arb_neg(K, K);
        arb_exp(K, K, FINE);
        arb_mul(x + i, begin, K, FINE);
        arb_sub(K, begin, x + i, FINE); /* (x(0) - w(0)) (1 - exp(-K)) */
        arb_add(x + i, x + i, w, FINE);
        for (int q = 0; q < N; q++)
            arb_addmul_si(energy + q, K, shares[q][i], FINE);
    }
    arb_clear(none);
    arb_clear(begin);
    arb_clear(K);
    arb_clear(w);
    arb_clear(v);
}

/* A step from 0 to `duration`, the numbers of its box, and a point of that. */
struct trial {
    arb_ptr box, point;
    arb_t from, to;
    struct arb_segment segment;
    struct taylor_step step;
};

/* v rises by a quarter, so that v and A - v are positive in the disc, too. */
static inline void open_trial(struct trial *m, double kappa, double lambda, double duration,
                              slong prec)
{
    const double numbers[NUMBERS] = {
        kappa, 1.5 * kappa, lambda, 2, 2.5, 1, 0.25 / duration, 0.5, 2
    };
    m->box = _arb_vec_init(NUMBERS);
    m->point = _arb_vec_init(NUMBERS);
    arb_init(m->from);
    arb_init(m->to);
    arb_set_d(m->to, duration);
    for (int k = 0; k < NUMBERS; k++)
        arb_set_d(m->box + k, numbers[k]);
    arb_segment_init(&m->segment);
    taylor_step_init(&m->step, &law, m->box, prec);
}

static inline void close_trial(struct trial *m)
{
    taylor_step_clear(&m->step);
    arb_segment_clear(&m->segment);
    arb_clear(m->to);
    arb_clear(m->from);
    _arb_vec_clear(m->point, NUMBERS);
    _arb_vec_clear(m->box, NUMBERS);
}

/* Gives number `wide` of the box a relative radius, and takes an end of it as the point. */
static inline void widen(struct trial *m, int wide, double radius, int side)
{
    arb_t off;
    arb_init(off);
    _arb_vec_set(m->point, m->box, NUMBERS);
    if (wide < NUMBERS) {
        arb_set_d(off, radius);
        arb_mul(off, off, m->box + wide, FINE);
        arb_add_error(m->box + wide, off);
        arb_addmul_si(m->point + wide, off, side, FINE);
    }
    arb_clear(off);
    arb_ptr v = _arb_vec_init(2); /* v0 and v0 + a t */
    arb_set(v, m->box + V0);
    arb_mul(v + 1, m->box + A, m->to, FINE);
    arb_add(v + 1, v + 1, v, FINE);
    arb_segment_set(&m->segment, SIGNAL_RAMP, v, m->to, FINE);
    arb_set(m->segment.q + 1, m->box + A); /* and not as a difference of balls */
    _arb_vec_clear(v, 2);
}

static inline void expect_in(arb_srcptr box, arb_srcptr is, const char *what, int wide, double at)
{
    for (int i = 0; i < N; i++)
        cr_expect(arb_contains(box + i, is + i),
                  "number %d wide, at %g: %s %d is %.17g +- %g, and should hold %.17g", wide, at,
                  what, i, arf_get_d(arb_midref(box + i), ARF_RND_NEAR),
                  mag_get_d(arb_radref(box + i)), arf_get_d(arb_midref(is + i), ARF_RND_NEAR));
}

#endif
