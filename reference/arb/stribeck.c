/* Stribeck friction in ball arithmetic: F = [Fc + (Fs-Fc) exp(-(v/vs)^2)] s. Li & Na,
 * (1.6)-(1.7), with the sign. */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { FC, FS, VS };

static const char *const params[] = { "Fc", "Fs", "vs", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    return certainly(ball_is_positive(p + VS)) ? NULL : "vs > 0";
}

/* [Fc + (Fs-Fc) exp(-(v/vs)^2)], without the sign: also the force as printed in (1.6). */
static void printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t g;
    arb_init(g);
    arb_div(g, v, p + VS, prec);
    arb_sqr(g, g, prec);
    arb_neg(g, g);
    arb_exp(g, g, prec);
    arb_sub(F, p + FS, p + FC, prec);
    arb_mul(F, F, g, prec);
    arb_add(F, F, p + FC, prec);
    arb_clear(g);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    printed_force(F, p, v, prec);
    arb_mul(F, F, s, prec);
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
    arb_set(scale, p + FS);
}

/* s [Fc + (Fs-Fc) g] */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t t;
    arb_init(t);
    arb_set_ui(t, 2);
    arb_series_stribeck(e->f, v, s, p + VS, t, len, prec);
    arb_sub(t, p + FS, p + FC, prec);
    arb_series_scale(e->f, e->f, t, prec);
    arb_series_add(e->f, p + FC, prec);
    arb_series_scale(e->f, e->f, s, prec);
    arb_clear(t);
}

const struct arb_law arb_law_stribeck = {
    .name = "stribeck",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .printed_force = printed_force,
    .linear = linear,
};
