/* Bliman-Sorine in ball arithmetic. Bliman & Sorine 1995: along the path ds = |v| dt
 *
 *     dF1/ds = (f1 sgn v - F1)/(eta epsilon),   dF2/ds = (-f2 sgn v - F2)/epsilon,   F = F1 + F2
 *
 * Integrals over a hold follow from the equations: int F1 dt = f1 s h - eta epsilon dF1/|v|, and
 * so for F2. The storage is a solution of the Kalman-Yakubovich-Popov equations P B = C' in units
 * of the path epsilon, with the P12 = q at which P A + A' P loses rank:
 *     f1 f2 b^2 q^2 - 4 (f1/eta - f2) q + 4 = 0,   b = 1/eta - 1
 *     P11 = eta (1 + q f2)/f1,   P22 = (1+eta)^2 q^2/(4 eta P11)
 */
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/base/decide.h"

enum { LEVEL1, LEVEL2, ETA, EPSILON };
enum { F1, F2 };

static const char *const params[] = { "f1", "f2", "eta", "epsilon", NULL };
static const char *const states[] = { "F1", "F2", NULL };

static const char *validate(arb_srcptr p)
{
    arb_t rest;
    arb_init(rest);
    arb_sub_ui(rest, p + ETA, 1, 4096);
    const bool ratio_below_one = certainly(ball_is_negative(rest));
    arb_clear(rest);
    if (!certainly(ball_is_positive(p + LEVEL2)))
        return "f2 > 0";
    if (!certainly(ball_less(p + LEVEL2, p + LEVEL1)))
        return "f1 > f2";
    if (!certainly(ball_is_positive(p + ETA)) || !ratio_below_one)
        return "0 < eta < 1";
    return certainly(ball_is_positive(p + EPSILON)) ? NULL : "epsilon > 0";
}

/* The length of lag i, and what it tends to at selection s. */
static void lag(arb_t length, arb_t limit, arb_srcptr p, int i, const arb_t s, slong prec)
{
    if (i == F1) {
        arb_mul(length, p + ETA, p + EPSILON, prec);
        arb_mul(limit, p + LEVEL1, s, prec);
    } else {
        arb_set(length, p + EPSILON);
        arb_mul(limit, p + LEVEL2, s, prec);
        arb_neg(limit, limit);
    }
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t length, limit, speed;
    arb_init(length);
    arb_init(limit);
    arb_init(speed);
    arb_abs(speed, v);
    for (int i = 0; i < 2; i++) {
        lag(length, limit, p, i, s, prec);
        arb_sub(limit, limit, x + i, prec);
        arb_mul(limit, limit, speed, prec);
        arb_div(dx + i, limit, length, prec);
    }
    arb_clear(speed);
    arb_clear(limit);
    arb_clear(length);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_add(F, x + F1, x + F2, prec);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t length, limit, decay;
    arb_init(length);
    arb_init(limit);
    arb_init(decay);
    for (int i = 0; i < 2; i++) {
        lag(length, limit, p, i, s, prec);
        arb_abs(decay, v);
        arb_mul(decay, decay, h, prec);
        arb_div(decay, decay, length, prec);
        arb_neg(decay, decay);
        arb_exp(decay, decay, prec);
        arb_sub(x + i, x + i, limit, prec);
        arb_mul(x + i, x + i, decay, prec);
        arb_add(x + i, x + i, limit, prec);
    }
    arb_clear(decay);
    arb_clear(limit);
    arb_clear(length);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t length, limit, change, speed;
    arb_init(length);
    arb_init(limit);
    arb_init(change);
    arb_init(speed);
    arb_abs(speed, v);
    arb_zero(part);
    for (int i = 0; i < 2; i++) {
        lag(length, limit, p, i, s, prec);
        arb_addmul(part, limit, h, prec);
        arb_sub(change, x1 + i, x0 + i, prec);
        arb_mul(change, change, length, prec);
        arb_div(change, change, speed, prec);
        arb_sub(part, part, change, prec);
    }
    arb_clear(speed);
    arb_clear(change);
    arb_clear(limit);
    arb_clear(length);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_sub(F, p + LEVEL1, p + LEVEL2, prec);
    arb_mul(F, F, s, prec);
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    arb_abs(rate, v);
    arb_div(rate, rate, p + EPSILON, prec);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_set(x_bound + F1, p + LEVEL1);
    arb_set(x_bound + F2, p + LEVEL2);
}

/* Both parts move to their bounds, or stay at rest. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_set_si(slack_ + F1, certainly(ball_is_zero(v)));
    arb_set_si(slack_ + F2, certainly(ball_is_zero(v)));
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_add(scale, p + LEVEL1, p + LEVEL2, prec);
}

/* The smaller root q, as 2/(X + sqrt(X^2 - f1 f2 b^2)) with X = f1/eta - f2. */
static void root(arb_t q, arb_srcptr p, slong prec)
{
    arb_t X, t;
    arb_init(X);
    arb_init(t);
    arb_div(X, p + LEVEL1, p + ETA, prec);
    arb_sub(X, X, p + LEVEL2, prec);
    arb_inv(t, p + ETA, prec);
    arb_sub_ui(t, t, 1, prec);
    arb_sqr(t, t, prec);
    arb_mul(t, t, p + LEVEL1, prec);
    arb_mul(t, t, p + LEVEL2, prec);
    arb_sqr(q, X, prec);
    arb_sub(t, q, t, prec);
    arb_sqrt(t, t, prec);
    arb_add(t, t, X, prec);
    arb_ui_div(q, 2, t, prec);
    arb_clear(t);
    arb_clear(X);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t q, P11, P22, t;
    arb_init(q);
    arb_init(P11);
    arb_init(P22);
    arb_init(t);
    root(q, p, prec);
    arb_mul(P11, q, p + LEVEL2, prec);
    arb_add_ui(P11, P11, 1, prec);
    arb_mul(P11, P11, p + ETA, prec);
    arb_div(P11, P11, p + LEVEL1, prec);
    arb_add_ui(t, p + ETA, 1, prec);
    arb_mul(t, t, q, prec);
    arb_sqr(t, t, prec);
    arb_div(P22, t, p + ETA, prec);
    arb_div(P22, P22, P11, prec);
    arb_mul_2exp_si(P22, P22, -2);
    arb_sqr(t, x + F1, prec);
    arb_mul(P11, P11, t, prec);
    arb_sqr(t, x + F2, prec);
    arb_addmul(P11, P22, t, prec);
    arb_mul(t, x + F1, x + F2, prec);
    arb_mul_2exp_si(t, t, 1);
    arb_addmul(P11, q, t, prec);
    arb_mul(energy, P11, p + EPSILON, prec);
    arb_mul_2exp_si(energy, energy, -1);
    arb_clear(t);
    arb_clear(P22);
    arb_clear(P11);
    arb_clear(q);
}

/* The largest of f1 (1 - exp(-s/(eta epsilon))) - f2 (1 - exp(-s/epsilon)): at y = exp(-s/epsilon)
 * with y^(1/eta - 1) = eta f2/f1 its slope vanishes, and it is f1 (1 - y^(1/eta)) - f2 (1 - y). */
static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_t y, t;
    arb_init(y);
    arb_init(t);
    arb_mul(y, p + ETA, p + LEVEL2, prec);
    arb_div(y, y, p + LEVEL1, prec);
    arb_inv(t, p + ETA, prec);
    arb_sub_ui(t, t, 1, prec);
    arb_inv(t, t, prec);
    arb_pow(y, y, t, prec);
    arb_inv(t, p + ETA, prec);
    arb_pow(t, y, t, prec);
    arb_sub_ui(t, t, 1, prec);
    arb_mul(t, t, p + LEVEL1, prec);
    arb_sub_ui(y, y, 1, prec);
    arb_submul(t, y, p + LEVEL2, prec);
    arb_neg(F, t);
    arb_clear(t);
    arb_clear(y);
}

/* k_i = |v|/length_i, b_i = limit_i k_i. */
static void linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                   slong prec)
{
    arb_t length, limit;
    arb_init(length);
    arb_init(limit);
    for (int i = 0; i < 2; i++) {
        lag(length, limit, p, i, s, prec);
        arb_div(length, s, length, prec);
        arb_series_scale(e->k + i, v, length, prec);
        arb_series_scale(e->b + i, e->k + i, limit, prec);
        arb_one(limit);
        arb_series_add(&e->c[0][i], limit, prec);
    }
    arb_clear(limit);
    arb_clear(length);
}

const struct arb_law arb_law_bliman_sorine = {
    .name = "bliman_sorine",
    .params = params,
    .states = states,
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
    .storage = storage,
    .break_away = break_away,
    .linear = linear,
};
