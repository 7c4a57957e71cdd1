/* Coulomb and viscous friction in ball arithmetic: F = Fc s + sigma2 v. */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { FC, SIGMA2 };

static const char *const params[] = { "Fc", "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    return certainly(ball_is_nonnegative(p + SIGMA2)) ? NULL : "sigma2 >= 0";
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t sum;
    arb_init(sum);
    arb_mul(sum, p + FC, s, prec);
    arb_addmul(sum, p + SIGMA2, v, prec);
    arb_swap(F, sum);
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
    arb_abs(scale, v);
    arb_mul(scale, scale, p + SIGMA2, prec);
    arb_add(scale, scale, p + FC, prec);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_set(u, s);
    arb_set(u + 1, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_set(coefficient, p + FC);
    arb_set(coefficient + 1, p + SIGMA2);
}

static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t level;
    arb_init(level);
    arb_mul(level, p + FC, s, prec);
    arb_series_scale(e->f, v, p + SIGMA2, prec);
    arb_series_add(e->f, level, prec);
    arb_clear(level);
}

const struct arb_law arb_law_coulomb_viscous = {
    .name = "coulomb_viscous",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
    .linear = linear,
};
