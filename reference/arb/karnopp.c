/* Karnopp's friction in ball arithmetic, driven by a velocity: Fs s for |v| < Dv, the end of the
 * interval of forces that there is at s, else Fc s + sigma2 v; the hull of both where it cannot be
 * decided which. D. Karnopp 1985.
 */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

enum { DV, FC, FS, SIGMA2 };

static const char *const params[] = { "Dv", "Fc", "Fs", "sigma2", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + DV)))
        return "Dv > 0";
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    return certainly(ball_is_nonnegative(p + SIGMA2)) ? NULL : "sigma2 >= 0";
}

static void stick_band(arb_t band, arb_srcptr p) { arb_set(band, p + DV); }

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t speed, held, sliding;
    arb_init(speed);
    arb_init(held);
    arb_init(sliding);
    arb_abs(speed, v);
    arb_mul(held, p + FS, s, prec);
    arb_mul(sliding, p + FC, s, prec);
    arb_addmul(sliding, p + SIGMA2, v, prec);
    if (certainly(ball_less(speed, p + DV)))
        arb_set(F, held);
    else if (certainly(ball_at_most(p + DV, speed)))
        arb_set(F, sliding);
    else
        arb_union(F, held, sliding, prec);
    arb_clear(sliding);
    arb_clear(held);
    arb_clear(speed);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    force(part, p, v, s, x0, prec);
    arb_mul(part, part, h, prec);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    force(F, p, v, s, NULL, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_abs(t, v);
    arb_mul(t, t, p + SIGMA2, prec);
    arb_add(scale, t, p + FS, prec);
    arb_clear(t);
}

/* Whether v is in the band decides which columns there are. */
static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_t speed;
    arb_init(speed);
    arb_abs(speed, v);
    _arb_vec_zero(u, 3);
    if (certainly(ball_less(speed, p + DV)))
        arb_set(u, s);
    else if (certainly(ball_at_most(p + DV, speed))) {
        arb_set(u + 1, s);
        arb_set(u + 2, v);
    } else
        for (int i = 0; i < 3; i++)
            arb_indeterminate(u + i);
    arb_clear(speed);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_set(coefficient, p + FS);
    arb_set(coefficient + 1, p + FC);
    arb_set(coefficient + 2, p + SIGMA2);
}

const struct arb_law arb_law_karnopp = {
    .name = "karnopp",
    .params = params,
    .validate = validate,
    .stick_band = stick_band,
    .force = force,
    .work = work,
    .steady_force = steady_force,
    .force_scale = force_scale,
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
};
