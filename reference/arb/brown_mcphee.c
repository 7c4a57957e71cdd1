/* The Brown-McPhee law in ball arithmetic. Brown & McPhee 2016, with w = v/v_t:
 *
 *     F = Fc tanh(4 w) + (Fs-Fc) w/((1/4) w^2 + 3/4)^2 + sigma2 v
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { FC, FS, V_T, SIGMA2 };

static const char *const params[] = { "Fc", "Fs", "v_t", "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + V_T)))
        return "v_t > 0";
    return certainly(ball_is_nonnegative(p + SIGMA2)) ? NULL : "sigma2 >= 0";
}

/* The bump is 16 w/(w^2 + 3)^2. */
static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t sum, w, t;
    arb_init(sum);
    arb_init(w);
    arb_init(t);
    arb_div(w, v, p + V_T, prec);
    arb_sqr(t, w, prec);
    arb_add_ui(t, t, 3, prec);
    arb_sqr(t, t, prec);
    arb_div(sum, w, t, prec);
    arb_mul_2exp_si(sum, sum, 4);
    arb_sub(t, p + FS, p + FC, prec);
    arb_mul(sum, sum, t, prec);
    arb_mul_2exp_si(w, w, 2);
    arb_tanh(w, w, prec);
    arb_addmul(sum, w, p + FC, prec);
    arb_addmul(sum, p + SIGMA2, v, prec);
    arb_swap(F, sum);
    arb_clear(t);
    arb_clear(w);
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

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t speed;
    arb_init(speed);
    arb_abs(speed, v);
    steady_force(scale, p, speed, speed, prec);
    arb_clear(speed);
}

/* dF/dv at v = 0. */
static void creep_resistance(arb_t R, arb_srcptr p, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_sub(t, p + FS, p + FC, prec);
    arb_mul_ui(t, t, 16, prec);
    arb_div_ui(t, t, 9, prec);
    arb_addmul_ui(t, p + FC, 4, prec);
    arb_div(t, t, p + V_T, prec);
    arb_add(R, t, p + SIGMA2, prec);
    arb_clear(t);
}

/* The bump as printed, w/((1/4) w^2 + 3/4)^2. */
static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_t w, t;
    arb_init(w);
    arb_init(t);
    arb_div(w, v, p + V_T, prec);
    arb_mul_2exp_si(u, w, 2);
    arb_tanh(u, u, prec);
    arb_sqr(t, w, prec);
    arb_mul_2exp_si(t, t, -2);
    arb_set_d(u + 1, 0.75);
    arb_add(t, t, u + 1, prec);
    arb_sqr(t, t, prec);
    arb_div(u + 1, w, t, prec);
    arb_set(u + 2, v);
    arb_clear(t);
    arb_clear(w);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_set(coefficient, p + FC);
    arb_sub(coefficient + 1, p + FS, p + FC, prec);
    arb_set(coefficient + 2, p + SIGMA2);
}

static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    acb_poly_t w, t;
    arb_t a;
    acb_poly_init(w);
    acb_poly_init(t);
    arb_init(a);
    arb_inv(a, p + V_T, prec);
    arb_series_scale(w, v, a, prec);
    acb_poly_mullow(t, w, w, len, prec);
    arb_set_ui(a, 3);
    arb_series_add(t, a, prec);
    acb_poly_mullow(t, t, t, len, prec);
    acb_poly_div_series(e->f, w, t, len, prec);
    arb_sub(a, p + FS, p + FC, prec);
    arb_mul_2exp_si(a, a, 4);
    arb_series_scale(e->f, e->f, a, prec);
    arb_set_ui(a, 4);
    arb_div(a, a, p + V_T, prec);
    arb_series_tanh(t, v, s, a, len, prec);
    arb_series_addmul(e->f, t, p + FC, prec);
    arb_series_addmul(e->f, v, p + SIGMA2, prec);
    arb_clear(a);
    acb_poly_clear(t);
    acb_poly_clear(w);
}

const struct arb_law arb_law_brown_mcphee = {
    .name = "brown_mcphee",
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
