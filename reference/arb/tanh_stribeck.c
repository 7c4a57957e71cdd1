/* The tanh-Stribeck law in ball arithmetic, as Simscape's block "Translational Friction" states it:
 *
 *     F = sqrt(2e) (Fs-Fc) exp(-(v/v_St)^2) v/v_St + Fc tanh(v/v_Coul) + sigma2 v
 *     v_St = v_brk sqrt(2),   v_Coul = v_brk/10
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { FC, FS, V_BRK, SIGMA2 };

static const char *const params[] = { "Fc", "Fs", "v_brk", "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + V_BRK)))
        return "v_brk > 0";
    return certainly(ball_is_nonnegative(p + SIGMA2)) ? NULL : "sigma2 >= 0";
}

/* sqrt(2e) (Fs-Fc) */
static void peak_factor(arb_t B, arb_srcptr p, slong prec)
{
    arb_t span;
    arb_init(span);
    arb_sub(span, p + FS, p + FC, prec);
    arb_const_e(B, prec);
    arb_mul_2exp_si(B, B, 1);
    arb_sqrt(B, B, prec);
    arb_mul(B, B, span, prec);
    arb_clear(span);
}

/* v/v_St */
static void relative_speed(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t v_st;
    arb_init(v_st);
    arb_sqrt_ui(v_st, 2, prec);
    arb_mul(v_st, v_st, p + V_BRK, prec);
    arb_div(r, v, v_st, prec);
    arb_clear(v_st);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t sum, r, t;
    arb_init(sum);
    arb_init(r);
    arb_init(t);
    relative_speed(r, p, v, prec);
    arb_sqr(t, r, prec);
    arb_neg(t, t);
    arb_exp(t, t, prec);
    arb_mul(sum, t, r, prec);
    peak_factor(t, p, prec);
    arb_mul(sum, sum, t, prec);
    arb_mul_ui(t, v, 10, prec);
    arb_div(t, t, p + V_BRK, prec);
    arb_tanh(t, t, prec);
    arb_addmul(sum, t, p + FC, prec);
    arb_addmul(sum, p + SIGMA2, v, prec);
    arb_swap(F, sum);
    arb_clear(t);
    arb_clear(r);
    arb_clear(sum);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    steady_force(F, p, v, s, prec);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    steady_force(part, p, v, s, prec);
    arb_mul(part, part, h, prec);
}

/* sqrt(2e) (Fs-Fc) min(|v|/v_St, 1) + Fc min(|v|/v_Coul, 1) + sigma2 |v| */
static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t speed, sum, t, one;
    arb_init(speed);
    arb_init(sum);
    arb_init(t);
    arb_init(one);
    arb_one(one);
    arb_abs(speed, v);
    relative_speed(t, p, speed, prec);
    arb_min(sum, t, one, prec);
    peak_factor(t, p, prec);
    arb_mul(sum, sum, t, prec);
    arb_mul_ui(t, speed, 10, prec);
    arb_div(t, t, p + V_BRK, prec);
    arb_min(t, t, one, prec);
    arb_addmul(sum, t, p + FC, prec);
    arb_addmul(sum, p + SIGMA2, speed, prec);
    arb_swap(scale, sum);
    arb_clear(one);
    arb_clear(t);
    arb_clear(sum);
    arb_clear(speed);
}

/* dF/dv at v = 0. */
static void creep_resistance(arb_t R, arb_srcptr p, slong prec)
{
    arb_t t, one;
    arb_init(t);
    arb_init(one);
    arb_one(one);
    peak_factor(t, p, prec);
    relative_speed(one, p, one, prec);
    arb_mul(t, t, one, prec);
    arb_mul_ui(one, p + FC, 10, prec);
    arb_div(one, one, p + V_BRK, prec);
    arb_add(t, t, one, prec);
    arb_add(R, t, p + SIGMA2, prec);
    arb_clear(one);
    arb_clear(t);
}

/* tanh(10 v/v_brk), and sqrt(2e) r exp(-r^2) = r exp(1/2 - r^2) sqrt(2). */
static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_t r, t;
    arb_init(r);
    arb_init(t);
    arb_mul_ui(u, v, 10, prec);
    arb_div(u, u, p + V_BRK, prec);
    arb_tanh(u, u, prec);
    relative_speed(r, p, v, prec);
    arb_sqr(t, r, prec);
    arb_mul_2exp_si(t, t, 1);
    arb_sub_ui(t, t, 1, prec);
    arb_mul_2exp_si(t, t, -1);
    arb_neg(t, t);
    arb_exp(t, t, prec);
    arb_sqrt_ui(u + 1, 2, prec);
    arb_mul(u + 1, u + 1, r, prec);
    arb_mul(u + 1, u + 1, t, prec);
    arb_set(u + 2, v);
    arb_clear(t);
    arb_clear(r);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_set(coefficient, p + FC);
    arb_sub(coefficient + 1, p + FS, p + FC, prec);
    arb_set(coefficient + 2, p + SIGMA2);
}

/* exp(-r^2) is a Stribeck curve with v_St for vs. */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    acb_poly_t r, t;
    arb_t a, two;
    acb_poly_init(r);
    acb_poly_init(t);
    arb_init(a);
    arb_init(two);
    arb_set_ui(two, 2);
    arb_sqrt_ui(a, 2, prec);
    arb_mul(a, a, p + V_BRK, prec);
    arb_series_stribeck(t, v, s, a, two, len, prec);
    arb_inv(a, a, prec);
    arb_series_scale(r, v, a, prec);
    acb_poly_mullow(r, r, t, len, prec);
    peak_factor(a, p, prec);
    arb_series_scale(e->f, r, a, prec);
    arb_set_ui(a, 10);
    arb_div(a, a, p + V_BRK, prec);
    arb_series_tanh(t, v, s, a, len, prec);
    arb_series_addmul(e->f, t, p + FC, prec);
    arb_series_addmul(e->f, v, p + SIGMA2, prec);
    arb_clear(two);
    arb_clear(a);
    acb_poly_clear(t);
    acb_poly_clear(r);
}

const struct arb_law arb_law_tanh_stribeck = {
    .name = "tanh_stribeck",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .creep_resistance = creep_resistance,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
    .linear = linear,
};
