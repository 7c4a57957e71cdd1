/* LuGre in ball arithmetic. Canudas de Wit et al. 1995, with G(v) in N:
 *
 *     dz/dt = v - sigma0 |v| z/G,   F = sigma0 z + sigma1 dz/dt + sigma2 v
 *
 * The work at held v follows from the equation itself: integrating it over the step
 * gives int z dt = (v h - (z1-z0)) G/(sigma0 |v|).
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M };

static const char *const params[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", "vs", "m", NULL };
static const char *const states[] = { "z", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + SIGMA0)))
        return "sigma0 > 0";
    if (!certainly(ball_is_nonnegative(p + SIGMA1)))
        return "sigma1 >= 0";
    if (!certainly(ball_is_nonnegative(p + SIGMA2)))
        return "sigma2 >= 0";
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + VS)))
        return "vs > 0";
    return certainly(ball_is_positive(p + M)) ? NULL : "m > 0";
}

static void level(arb_t G, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t span;
    arb_init(span);
    arb_stribeck_curve(G, v, p + VS, p + M, prec);
    arb_sub(span, p + FS, p + FC, prec);
    arb_mul(G, G, span, prec);
    arb_add(G, G, p + FC, prec);
    arb_clear(span);
}

/* The relaxation rate sigma0 |v|/G, 1/s. */
static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_abs(rate, v);
    arb_mul(rate, rate, p + SIGMA0, prec);
    arb_div(rate, rate, G, prec);
    arb_clear(G);
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

static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t sum;
    arb_init(sum);
    rate(dx, p, v, s, x, prec);
    arb_mul(sum, p + SIGMA0, x, prec);
    arb_addmul(sum, p + SIGMA1, dx, prec);
    arb_addmul(sum, p + SIGMA2, v, prec);
    arb_swap(F, sum);
    arb_clear(sum);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t dz;
    arb_init(dz);
    phase(F, dz, p, v, s, x, NULL, prec);
    arb_clear(dz);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t z_ss, decay;
    arb_init(z_ss);
    arb_init(decay);
    settling_rate(decay, p, v, prec);
    arb_mul(decay, decay, h, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    level(z_ss, p, v, prec);
    arb_mul(z_ss, z_ss, s, prec);
    arb_div(z_ss, z_ss, p + SIGMA0, prec);
    arb_sub(x, x, z_ss, prec);
    arb_mul(x, x, decay, prec);
    arb_add(x, x, z_ss, prec);
    arb_clear(decay);
    arb_clear(z_ss);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t travel, dz, k;
    arb_init(travel);
    arb_init(dz);
    arb_init(k);
    arb_mul(travel, v, h, prec);
    arb_sub(dz, x1, x0, prec);
    settling_rate(k, p, v, prec);
    arb_sub(part, travel, dz, prec);
    arb_div(part, part, k, prec);
    arb_mul(part, part, p + SIGMA0, prec);
    arb_addmul(part, p + SIGMA1, dz, prec);
    arb_addmul(part, p + SIGMA2, travel, prec);
    arb_clear(k);
    arb_clear(dz);
    arb_clear(travel);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_mul(F, G, s, prec);
    arb_addmul(F, p + SIGMA2, v, prec);
    arb_clear(G);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_div(x_bound, p + FS, p + SIGMA0, prec);
}

/* 1 - G/Fs = (1 - g) (Fs - Fc)/Fs, of which no factor is negative; at rest z stays. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t span;
    arb_init(span);
    arb_one(slack_);
    if (!certainly(ball_is_zero(v))) {
        arb_stribeck_curve(slack_, v, p + VS, p + M, prec);
        arb_sub_ui(slack_, slack_, 1, prec);
        arb_sub(span, p + FC, p + FS, prec);
        arb_mul(slack_, slack_, span, prec);
        arb_div(slack_, slack_, p + FS, prec);
        arb_nonnegative_part(slack_, slack_);
    }
    arb_clear(span);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t G, slope;
    arb_init(G);
    arb_init(slope);
    level(G, p, v, prec);
    arb_div(slope, p + FS, G, prec);
    arb_add_ui(slope, slope, 1, prec);
    arb_mul(slope, slope, p + SIGMA1, prec);
    arb_add(slope, slope, p + SIGMA2, prec);
    arb_abs(scale, v);
    arb_mul(scale, scale, slope, prec);
    arb_add(scale, scale, p + FS, prec);
    arb_clear(slope);
    arb_clear(G);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_sqr(energy, x, prec);
    arb_mul(energy, energy, p + SIGMA0, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

static void break_away(arb_t F, arb_srcptr p, slong prec) { arb_set(F, p + FS); }

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_set(u, x);
    rate(u + 1, p, v, s, x, prec);
    arb_set(u + 2, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    _arb_vec_set(coefficient, p + SIGMA0, SIGMA2 - SIGMA0 + 1);
}

/* b = v, k = sigma0 |v|/G, c = sigma0 - sigma1 k, f = (sigma1 + sigma2) v. */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    acb_poly_t G;
    arb_t t;
    acb_poly_init(G);
    arb_init(t);
    arb_series_stribeck(G, v, s, p + VS, p + M, len, prec);
    arb_sub(t, p + FS, p + FC, prec);
    arb_series_scale(G, G, t, prec);
    arb_series_add(G, p + FC, prec);
    arb_mul(t, p + SIGMA0, s, prec);
    arb_series_scale(e->k, v, t, prec);
    acb_poly_div_series(e->k, e->k, G, len, prec);
    acb_poly_set(e->b, v);
    arb_neg(t, p + SIGMA1);
    arb_series_scale(&e->c[0][0], e->k, t, prec);
    arb_series_add(&e->c[0][0], p + SIGMA0, prec);
    arb_add(t, p + SIGMA1, p + SIGMA2, prec);
    arb_series_scale(e->f, v, t, prec);
    arb_clear(t);
    acb_poly_clear(G);
}

const struct arb_law arb_law_lugre = {
    .name = "lugre",
    .params = params,
    .states = states,
    .validate = validate,
    .rate = rate,
    .force = force,
    .phase = phase,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .slack = slack,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
    .linear = linear,
};
