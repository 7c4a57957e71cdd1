/* The exponential law in ball arithmetic: F = [Fc + (Fs-Fc) g(v)] s + sigma2 v,
 * g = exp(-|v/vs|^m). Li & Na, (1.8), with the sign of the middle term. */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { FC, FS, VS, M, SIGMA2 };

static const char *const params[] = { "Fc", "Fs", "vs", "m", "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + VS)))
        return "vs > 0";
    if (!certainly(ball_is_positive(p + M)))
        return "m > 0";
    return certainly(ball_is_nonnegative(p + SIGMA2)) ? NULL : "sigma2 >= 0";
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t g;
    arb_init(g);
    arb_stribeck_curve(g, v, p + VS, p + M, prec);
    arb_stribeck_force(F, p + FC, p + FS, g, p + SIGMA2, v, s, prec);
    arb_clear(g);
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
    arb_abs(scale, v);
    arb_mul(scale, scale, p + SIGMA2, prec);
    arb_add(scale, scale, p + FS, prec);
}

/* As printed in (1.8): Fc sgn(v) + (Fs-Fc) exp(-(v/vs)^2) + sigma2 v. */
static void printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t g, s;
    arb_init(g);
    arb_init(s);
    arb_div(g, v, p + VS, prec);
    arb_sqr(g, g, prec);
    arb_neg(g, g);
    arb_exp(g, g, prec);
    arb_sgn(s, v);
    arb_sub(F, p + FS, p + FC, prec);
    arb_mul(F, F, g, prec);
    arb_addmul(F, p + FC, s, prec);
    arb_addmul(F, p + SIGMA2, v, prec);
    arb_clear(s);
    arb_clear(g);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_set(u, s);
    arb_stribeck_curve(u + 1, v, p + VS, p + M, prec);
    arb_mul(u + 1, u + 1, s, prec);
    arb_set(u + 2, v);
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
    arb_t span;
    arb_init(span);
    arb_sub(span, p + FS, p + FC, prec);
    arb_series_stribeck(e->f, v, s, p + VS, p + M, len, prec);
    arb_series_scale(e->f, e->f, span, prec);
    arb_series_add(e->f, p + FC, prec);
    arb_series_scale(e->f, e->f, s, prec);
    arb_series_addmul(e->f, v, p + SIGMA2, prec);
    arb_clear(span);
}

const struct arb_law arb_law_exponential = {
    .name = "exponential",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .printed_force = printed_force,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
    .linear = linear,
};
