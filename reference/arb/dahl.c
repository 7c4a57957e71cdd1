/* Dahl's law in ball arithmetic: dz/dt = v - sigma0 |v| z/Fc, F = sigma0 z. Along the path
 * xi = int |v| dt it is linear, sigma0 z = s Fc + (sigma0 z0 - s Fc) exp(-sigma0 xi/Fc), and
 * int F dt = s Fc h - (Fc/|v|) (z1 - z0).
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { SIGMA0, FC };

static const char *const params[] = { "sigma0", "Fc", NULL };
static const char *const states[] = { "z", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + SIGMA0)))
        return "sigma0 > 0";
    return certainly(ball_is_positive(p + FC)) ? NULL : "Fc > 0";
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    arb_abs(rate, v);
    arb_mul(rate, rate, p + SIGMA0, prec);
    arb_div(rate, rate, p + FC, prec);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t k;
    arb_init(k);
    settling_rate(k, p, v, prec);
    arb_mul(k, k, x, prec);
    arb_sub(dx, v, k, prec);
    arb_clear(k);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_mul(F, p + SIGMA0, x, prec);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_div(x_bound, p + FC, p + SIGMA0, prec);
}

/* z moves to its bound, or stays at rest. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_set_si(slack_, certainly(ball_is_zero(v)));
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t limit, decay;
    arb_init(limit);
    arb_init(decay);
    bound(limit, p, prec);
    arb_mul(limit, limit, s, prec);
    settling_rate(decay, p, v, prec);
    arb_mul(decay, decay, h, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    arb_sub(x, x, limit, prec);
    arb_mul(x, x, decay, prec);
    arb_add(x, x, limit, prec);
    arb_clear(decay);
    arb_clear(limit);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_sub(part, x1, x0, prec);
    arb_abs(t, v);
    arb_div(part, part, t, prec);
    arb_mul(t, s, h, prec);
    arb_sub(part, t, part, prec);
    arb_mul(part, part, p + FC, prec);
    arb_clear(t);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_mul(F, p + FC, s, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_set(scale, p + FC);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_sqr(energy, x, prec);
    arb_mul(energy, energy, p + SIGMA0, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

static void break_away(arb_t F, arb_srcptr p, slong prec) { arb_set(F, p + FC); }

/* b = v, k = sigma0 |v|/Fc, c = sigma0. */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t rate;
    arb_init(rate);
    arb_div(rate, p + SIGMA0, p + FC, prec);
    arb_mul(rate, rate, s, prec);
    acb_poly_set(e->b, v);
    arb_series_scale(e->k, v, rate, prec);
    arb_series_add(&e->c[0][0], p + SIGMA0, prec);
    arb_clear(rate);
}

const struct arb_law arb_law_dahl = {
    .name = "dahl",
    .params = params,
    .states = states,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .slack = slack,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .linear = linear,
};
