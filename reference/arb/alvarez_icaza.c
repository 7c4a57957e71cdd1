/* The predecessor of the Martinez-Rosas model in ball arithmetic: martinez_rosas with
 * sigma0 = 1. */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

extern const struct arb_law arb_law_martinez_rosas;

enum { SIGMA1, SIGMA2, FC, FS, VS, M, ALPHA, N_PARAMS, SUCCESSORS = N_PARAMS + 1 };

static const char *const params[] = { "sigma1", "sigma2", "Fc", "Fs", "vs", "m", "alpha", NULL };
static const char *const states[] = { "z", "y", NULL };
static const char *const parts[] = { "I1", "I2", "I3", "I4", NULL };

static const char *validate(arb_srcptr p)
{
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
    if (!certainly(ball_is_positive(p + M)))
        return "m > 0";
    return certainly(ball_is_nonnegative(p + ALPHA)) ? NULL : "alpha >= 0";
}

/* Returns the parameters of martinez_rosas, sigma0 = 1 and then p in its order; the caller clears
 * them. */
static arb_ptr translated(arb_srcptr p, slong prec)
{
    arb_ptr q = _arb_vec_init(SUCCESSORS);
    arb_one(q);
    _arb_vec_set(q + 1, p, SUCCESSORS - 1);
    return q;
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.rate(dx, q, v, s, x, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.force(F, q, v, s, x, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.flow(x, q, v, s, h, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.work(part, q, v, s, h, x0, x1, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.steady_force(F, q, v, s, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.settling_rate(r, q, v, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.bound(x_bound, q, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.slack(slack_, q, v, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.force_scale(scale, q, v, travel, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void stribeck(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.stribeck(g, q, v, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.linear(e, q, v, s, len, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.regressor(u, q, v, s, x, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_martinez_rosas.coefficients(coefficient, q, prec);
    _arb_vec_clear(q, SUCCESSORS);
}

const struct arb_law arb_law_alvarez_icaza = {
    .name = "alvarez_icaza",
    .params = params,
    .states = states,
    .parts = parts,
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
    .stribeck = stribeck,
    .linear = linear,
    .n_regressors = 6,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_identifiable = 5,
};
