/* LuGre with the static level as an increment, in ball arithmetic, by translation:
 *
 *     dz/dt = v - |v| z/g,   g = Fc + Fs exp(-(v/vs)^2) in m
 *
 * is LuGre with the levels sigma0 Fc and sigma0 (Fc + Fs) in N and m = 2.
 */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

extern const struct arb_law arb_law_lugre;

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS };

static const char *const params[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", "vs", NULL };
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
    if (!certainly(ball_is_nonnegative(p + FS)))
        return "Fs >= 0";
    return certainly(ball_is_positive(p + VS)) ? NULL : "vs > 0";
}

/* Returns LuGre's parameters, in the order of `lugre`; the caller clears them. */
static arb_ptr translated(arb_srcptr p, slong prec)
{
    arb_ptr q = _arb_vec_init(ARB_LAW_MAX);
    const char *const *names = arb_law_lugre.params;
    for (int i = SIGMA0; i <= SIGMA2; i++)
        arb_set(q + arb_law_index(names, params[i]), p + i);
    arb_mul(q + arb_law_index(names, "Fc"), p + SIGMA0, p + FC, prec);
    arb_ptr Fs = q + arb_law_index(names, "Fs");
    arb_add(Fs, p + FC, p + FS, prec);
    arb_mul(Fs, Fs, p + SIGMA0, prec);
    arb_set(q + arb_law_index(names, "vs"), p + VS);
    arb_set_ui(q + arb_law_index(names, "m"), 2);
    return q;
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.rate(dx, q, v, s, x, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.force(F, q, v, s, x, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.phase(F, dx, q, v, s, x, side, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.flow(x, q, v, s, h, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.work(part, q, v, s, h, x0, x1, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.steady_force(F, q, v, s, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.settling_rate(r, q, v, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.bound(x_bound, q, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

/* 1 - g/(Fc + Fs) = Fs (1 - exp(-(v/vs)^2))/(Fc + Fs); at rest z stays. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t level;
    arb_init(level);
    arb_one(slack_);
    if (!certainly(ball_is_zero(v))) {
        arb_div(slack_, v, p + VS, prec);
        arb_sqr(slack_, slack_, prec);
        arb_neg(slack_, slack_);
        arb_expm1(slack_, slack_, prec);
        arb_neg(slack_, slack_);
        arb_mul(slack_, slack_, p + FS, prec);
        arb_add(level, p + FC, p + FS, prec);
        arb_div(slack_, slack_, level, prec);
        arb_nonnegative_part(slack_, slack_);
    }
    arb_clear(level);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.force_scale(scale, q, v, travel, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.storage(energy, q, x, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.break_away(F, q, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.regressor(u, q, v, s, x, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.coefficients(coefficient, q, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_ptr q = translated(p, prec);
    arb_law_lugre.linear(e, q, v, s, len, prec);
    _arb_vec_clear(q, ARB_LAW_MAX);
}

const struct arb_law arb_law_lugre_increment = {
    .name = "lugre_increment",
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
