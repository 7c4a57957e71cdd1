/* Coulomb friction in ball arithmetic: F = Fc s. Li & Na, (1.4). */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { FC };

static const char *const params[] = { [FC] = "Fc", NULL };

static const char *validate(arb_srcptr p)
{
    return certainly(ball_is_positive(p + FC)) ? NULL : "Fc > 0";
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_mul(F, p + FC, s, prec);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_mul(part, p + FC, s, prec);
    arb_mul(part, part, h, prec);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_mul(F, p + FC, s, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_set(scale, p + FC);
}

/* F = Fc s */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t level;
    arb_init(level);
    arb_mul(level, p + FC, s, prec);
    arb_series_add(e->f, level, prec);
    arb_clear(level);
}

const struct arb_law arb_law_coulomb = {
    .name = "coulomb",
    .params = params,
    .validate = validate,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .linear = linear,
};
