/* The Martinez-Rosas model in ball arithmetic, eqs. (1)-(3) of the paper:
 *
 *     dz/dt = v - sigma0 |v| z,   dy/dt = -y + s g(v)/sigma0
 *     F     = sigma0 Fc z + sigma1 dz/dt + sigma2 v + sigma0 (Fs-Fc) y + alpha dy/dt
 *
 * The work at held v follows from the equations themselves: integrating them over the
 * step gives int z dt = (v h - (z1-z0))/(sigma0 |v|), int y dt = s g h/sigma0 - (y1-y0).
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, ALPHA };
enum { Z, Y };
enum { I1, I2, I3, I4 };

static const char *const params[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs",
                                      "vs",     "m",      "alpha",  NULL };
static const char *const states[] = { "z", "y", NULL };
static const char *const parts[] = { "I1", "I2", "I3", "I4", NULL };

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
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + VS)))
        return "vs > 0";
    if (!certainly(ball_is_positive(p + M)))
        return "m > 0";
    return certainly(ball_is_nonnegative(p + ALPHA)) ? NULL : "alpha >= 0";
}

static void stribeck(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    arb_stribeck_curve(g, v, p + VS, p + M, prec);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t drag, drive;
    arb_init(drag);
    arb_init(drive);
    arb_abs(drag, v);
    arb_mul(drag, drag, p + SIGMA0, prec);
    arb_mul(drag, drag, x + Z, prec);
    stribeck(drive, p, v, prec);
    arb_mul(drive, drive, s, prec);
    arb_div(drive, drive, p + SIGMA0, prec);
    arb_sub(dx + Z, v, drag, prec);
    arb_sub(dx + Y, drive, x + Y, prec);
    arb_clear(drive);
    arb_clear(drag);
}

static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t elastic, sum;
    arb_init(elastic);
    arb_init(sum);
    rate(dx, p, v, s, x, prec);
    arb_sub(elastic, p + FS, p + FC, prec);
    arb_mul(elastic, elastic, x + Y, prec);
    arb_addmul(elastic, p + FC, x + Z, prec);
    arb_mul(sum, elastic, p + SIGMA0, prec);
    arb_addmul(sum, p + SIGMA1, dx + Z, prec);
    arb_addmul(sum, p + SIGMA2, v, prec);
    arb_addmul(sum, p + ALPHA, dx + Y, prec);
    arb_swap(F, sum);
    arb_clear(sum);
    arb_clear(elastic);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_ptr dx = _arb_vec_init(2);
    phase(F, dx, p, v, s, x, NULL, prec);
    _arb_vec_clear(dx, 2);
}

/* Bits of exp(-k) that still count when it is added to something of size one. */
static slong bits_left(const arb_t k, slong prec)
{
    const slong guard = 32;
    arf_t low;
    arf_init(low);
    arb_get_lbound_arf(low, k, 64);
    const double decay = 1.4426 * arf_get_d(low, ARF_RND_FLOOR); /* 1/ln 2, from below */
    arf_clear(low);
    return decay > 0 ? FLINT_MAX(guard, prec + guard - (slong)FLINT_MIN(decay, (double)prec))
                     : prec;
}

/* x <- target + (x - target) exp(-k) */
static void relax(arb_t x, const arb_t target, const arb_t k, slong prec)
{
    arb_t decay;
    arb_init(decay);
    arb_neg(decay, k);
    arb_exp(decay, decay, possibly(ball_is_zero(target)) ? prec : bits_left(k, prec));
    arb_sub(x, x, target, prec);
    arb_mul(x, x, decay, prec);
    arb_add(x, x, target, prec);
    arb_clear(decay);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t target, k;
    arb_init(target);
    arb_init(k);
    arb_abs(k, v);
    arb_mul(k, k, p + SIGMA0, prec);
    arb_mul(k, k, h, prec);
    arb_div(target, s, p + SIGMA0, prec);
    relax(x + Z, target, k, prec);
    stribeck(k, p, v, prec);
    arb_mul(target, target, k, prec);
    relax(x + Y, target, h, prec);
    arb_clear(k);
    arb_clear(target);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t travel, dz, dy, t;
    arb_init(travel);
    arb_init(dz);
    arb_init(dy);
    arb_init(t);
    arb_mul(travel, v, h, prec);
    arb_sub(dz, x1 + Z, x0 + Z, prec);
    arb_sub(dy, x1 + Y, x0 + Y, prec);

    arb_mul(part + I1, p + SIGMA1, dz, prec);
    arb_addmul(part + I1, p + SIGMA2, travel, prec);

    arb_sub(part + I2, travel, dz, prec);
    arb_abs(t, v);
    arb_div(part + I2, part + I2, t, prec);
    arb_mul(part + I2, part + I2, p + FC, prec);

    arb_mul(part + I3, p + ALPHA, dy, prec);

    stribeck(t, p, v, prec);
    arb_mul(t, t, s, prec);
    arb_mul(t, t, h, prec);
    arb_submul(t, p + SIGMA0, dy, prec);
    arb_sub(part + I4, p + FS, p + FC, prec);
    arb_mul(part + I4, part + I4, t, prec);

    arb_clear(t);
    arb_clear(dy);
    arb_clear(dz);
    arb_clear(travel);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t g;
    arb_init(g);
    stribeck(g, p, v, prec);
    arb_stribeck_force(F, p + FC, p + FS, g, p + SIGMA2, v, s, prec);
    arb_clear(g);
}

static void settling_rate(arb_t rate_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t k;
    arb_init(k);
    arb_abs(k, v);
    arb_mul(k, k, p + SIGMA0, prec);
    arb_one(rate_);
    arb_min(rate_, rate_, k, prec);
    arb_clear(k);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_inv(x_bound + Z, p + SIGMA0, prec);
    arb_set(x_bound + Y, x_bound + Z);
}

/* z moves to its bound, or stays at rest; y to g times its bound, or to 0 at rest. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_set_si(slack_ + Z, certainly(ball_is_zero(v)));
    arb_one(slack_ + Y);
    if (!certainly(ball_is_zero(v))) {
        stribeck(slack_ + Y, p, v, prec);
        arb_sub_ui(slack_ + Y, slack_ + Y, 1, prec);
        arb_neg(slack_ + Y, slack_ + Y);
        arb_nonnegative_part(slack_ + Y, slack_ + Y); /* g <= 1 */
    }
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t t, speed;
    arb_init(t);
    arb_init(speed);
    arb_abs(speed, v);
    arb_mul_2exp_si(t, p + SIGMA1, 1);
    arb_add(t, t, p + SIGMA2, prec);
    arb_mul(t, t, speed, prec);
    arb_add(t, t, p + FS, prec);
    stribeck(scale, p, v, prec);
    arb_add_ui(scale, scale, 1, prec);
    arb_mul(scale, scale, p + ALPHA, prec);
    arb_div(scale, scale, p + SIGMA0, prec);
    arb_add(scale, scale, t, prec);
    arb_clear(speed);
    arb_clear(t);
}

/* z: b = v, k = sigma0 |v|; y: b = s g/sigma0, k = 1. */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t t;
    arb_init(t);
    acb_poly_set(e->b + Z, v);
    arb_mul(t, p + SIGMA0, s, prec);
    arb_series_scale(e->k + Z, v, t, prec);
    arb_series_stribeck(e->b + Y, v, s, p + VS, p + M, len, prec);
    arb_div(t, s, p + SIGMA0, prec);
    arb_series_scale(e->b + Y, e->b + Y, t, prec);
    arb_one(t);
    arb_series_add(e->k + Y, t, prec);

    arb_add(t, p + SIGMA1, p + SIGMA2, prec);
    arb_series_scale(e->f + I1, v, t, prec);
    arb_neg(t, p + SIGMA1);
    arb_series_scale(&e->c[I1][Z], e->k + Z, t, prec);
    arb_mul(t, p + SIGMA0, p + FC, prec);
    arb_series_add(&e->c[I2][Z], t, prec);
    arb_series_scale(e->f + I3, e->b + Y, p + ALPHA, prec);
    arb_neg(t, p + ALPHA);
    arb_series_add(&e->c[I3][Y], t, prec);
    arb_sub(t, p + FS, p + FC, prec);
    arb_mul(t, t, p + SIGMA0, prec);
    arb_series_add(&e->c[I4][Y], t, prec);
    arb_clear(t);
}

/* (18) with exp(-n|v|^m) for exp(-|v|^m). */
static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_set(u, x + Z);
    arb_abs(u + 1, v);
    arb_mul(u + 1, u + 1, x + Z, prec);
    arb_neg(u + 1, u + 1);
    arb_set(u + 2, v);
    arb_set(u + 3, x + Y);
    arb_neg(u + 4, x + Y);
    stribeck(u + 5, p, v, prec);
    arb_mul(u + 5, u + 5, s, prec);
}

/* (19) with beta = 1. */
static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    arb_mul(coefficient, p + SIGMA0, p + FC, prec);
    arb_mul(coefficient + 1, p + SIGMA0, p + SIGMA1, prec);
    arb_add(coefficient + 2, p + SIGMA1, p + SIGMA2, prec);
    arb_sub(coefficient + 3, p + FS, p + FC, prec);
    arb_mul(coefficient + 3, coefficient + 3, p + SIGMA0, prec);
    arb_set(coefficient + 4, p + ALPHA);
    arb_div(coefficient + 5, p + ALPHA, p + SIGMA0, prec);
}

/* (17)-(19): U has exp(-|v|^m), P has beta = exp(-n|v0|^m)/exp(-|v0|^m). */
static void printed_regressor(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec)
{
    arb_ptr u = _arb_vec_init(ARB_LAW_MAX), coefficient = _arb_vec_init(ARB_LAW_MAX);
    arb_t one, g;
    arb_init(one);
    arb_init(g);
    arb_one(one);
    regressor(u, p, v, s, x, prec);
    arb_stribeck_curve(u + 5, v, one, p + M, prec);
    arb_mul(u + 5, u + 5, s, prec);
    coefficients(coefficient, p, prec);
    stribeck(g, p, v0, prec);
    arb_mul(coefficient + 5, coefficient + 5, g, prec);
    arb_stribeck_curve(g, v0, one, p + M, prec);
    arb_div(coefficient + 5, coefficient + 5, g, prec);
    arb_dot(F, NULL, 0, u, 1, coefficient, 1, 6, prec);
    arb_clear(g);
    arb_clear(one);
    _arb_vec_clear(coefficient, ARB_LAW_MAX);
    _arb_vec_clear(u, ARB_LAW_MAX);
}

const struct arb_law arb_law_martinez_rosas = {
    .name = "martinez_rosas",
    .params = params,
    .states = states,
    .parts = parts,
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
    .stribeck = stribeck,
    .linear = linear,
    .n_regressors = 6,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_identifiable = 5,
    .printed_regressor = printed_regressor,
};
