/* Viscous friction in ball arithmetic: F = sigma2 v. Li & Na, (1.5). */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { SIGMA2 };

static const char *const params[] = { "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    return certainly(ball_is_positive(p + SIGMA2)) ? NULL : "sigma2 > 0";
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_mul(F, p + SIGMA2, v, prec);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_mul(part, p + SIGMA2, v, prec);
    arb_mul(part, part, h, prec);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_mul(F, p + SIGMA2, v, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_abs(scale, v);
    arb_mul(scale, scale, p + SIGMA2, prec);
}

/* As printed beside +Fc sgn(v) in the lecture notes: -Fv v. */
static void printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    arb_mul(F, p + SIGMA2, v, prec);
    arb_neg(F, F);
}

static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_series_scale(e->f, v, p + SIGMA2, prec);
}

const struct arb_law arb_law_viscous = {
    .name = "viscous",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .printed_force = printed_force,
    .linear = linear,
};
