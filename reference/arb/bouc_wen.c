/* Bouc-Wen, A > 0 and beta + gamma > 0, n = 1 or 2, in ball arithmetic:
 *
 *     dz/dt = A v - beta |v| |z|^(n-1) z - gamma v |z|^n,   dx/dt = v
 *     F     = c k x + (1-c) k z
 *
 * What z does along the path is in bouc_wen_path.h.
 */
#include "reference/arb/bouc_wen_path.h"
#include "reference/arb/law.h"
#include "tools/base/decide.h"

enum { K, C, A, BETA, GAMMA, N };
enum { Z, X };

static const char *const params[] = { "k", "c", "A", "beta", "gamma", "n", NULL };
static const char *const states[] = { "z", "x", NULL };

static bool quadratic(arb_srcptr p) { return arf_cmp_d(arb_midref(p + N), 1.5) > 0; }

static const char *validate(arb_srcptr p)
{
    arb_t t;
    arb_init(t);
    arb_add(t, p + BETA, p + GAMMA, 4096);
    const bool rising = certainly(ball_is_positive(t));
    arb_sub_ui(t, p + C, 1, 4096);
    const bool spring_share_below_one = certainly(ball_is_negative(t));
    arb_clear(t);
    if (!certainly(ball_is_positive(p + K)))
        return "k > 0";
    if (!certainly(ball_is_nonnegative(p + C)) || !spring_share_below_one)
        return "0 <= c < 1";
    if (!certainly(ball_is_positive(p + A)))
        return "A > 0";
    if (!rising)
        return "beta + gamma > 0";
    if (!ball_is_whole(p + N, 1, 2))
        return "n = 1 or n = 2";
    return quadratic(p) && !certainly(ball_is_nonnegative(p + BETA)) ? "beta >= 0 for n = 2" : NULL;
}

/* |z|^n */
static void power(arb_t y, arb_srcptr p, const arb_t z, slong prec)
{
    if (quadratic(p))
        arb_sqr(y, z, prec);
    else
        arb_abs(y, z);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t drag, t;
    arb_init(drag);
    arb_init(t);
    if (quadratic(p)) {
        arb_abs(t, x + Z);
        arb_mul(t, t, x + Z, prec);
    } else
        arb_set(t, x + Z);
    arb_abs(drag, v);
    arb_mul(drag, drag, p + BETA, prec);
    arb_mul(drag, drag, t, prec);
    power(t, p, x + Z, prec);
    arb_mul(t, t, v, prec);
    arb_addmul(drag, t, p + GAMMA, prec);
    arb_mul(t, p + A, v, prec);
    arb_sub(dx + Z, t, drag, prec);
    arb_set(dx + X, v);
    arb_clear(t);
    arb_clear(drag);
}

/* c k y + (1-c) k w */
static void mixed(arb_t F, arb_srcptr p, const arb_t y, const arb_t w, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_sub_ui(t, p + C, 1, prec);
    arb_neg(t, t);
    arb_mul(t, t, w, prec);
    arb_addmul(t, p + C, y, prec);
    arb_mul(F, t, p + K, prec);
    arb_clear(t);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    mixed(F, p, x + X, x + Z, prec);
}

/* The equations have |z|, with a kink at z = 0, where gamma != 0 (n = 1) or beta != 0 (n = 2). */
static void switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    if (certainly(ball_is_zero(p + (quadratic(p) ? BETA : GAMMA))))
        arb_one(g);
    else
        arb_set(g, x + Z);
}

/* |z| = side z: with w = that, dz/dt = A v - (beta |v| z + gamma v w) w^(n-1). */
static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t w, drag, t;
    arb_init(w);
    arb_init(drag);
    arb_init(t);
    arb_mul_si(w, x + Z, side[0], prec);
    arb_abs(t, v);
    arb_mul(t, t, p + BETA, prec);
    arb_mul(drag, t, x + Z, prec);
    arb_mul(t, p + GAMMA, v, prec);
    arb_addmul(drag, t, w, prec);
    if (quadratic(p))
        arb_mul(drag, drag, w, prec);
    arb_mul(t, p + A, v, prec);
    arb_sub(dx + Z, t, drag, prec);
    arb_set(dx + X, v);
    mixed(F, p, x + X, x + Z, prec);
    arb_clear(t);
    arb_clear(drag);
    arb_clear(w);
}

/* The path and the final state of a hold, and the integral of u along it. */
static void held(arb_t z1, arb_t integral, arb_srcptr p, const arb_t v, const arb_t s,
                 const arb_t h, const arb_t z, slong prec)
{
    arb_t xi, u;
    arb_init(xi);
    arb_init(u);
    arb_abs(xi, v);
    arb_mul(xi, xi, h, prec);
    arb_mul(u, s, z, prec);
    const struct bouc_wen_path q = { quadratic(p), p + A, p + BETA, p + GAMMA };
    arb_bouc_wen_path(z1, integral, &q, u, xi, prec);
    arb_mul(z1, z1, s, prec);
    arb_clear(u);
    arb_clear(xi);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (certainly(ball_is_zero(v)))
        return;
    arb_t z1, integral;
    arb_init(z1);
    arb_init(integral);
    held(z1, integral, p, v, s, h, x + Z, prec);
    arb_swap(x + Z, z1);
    arb_addmul(x + X, v, h, prec);
    arb_clear(integral);
    arb_clear(z1);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t z1, elastic, hysteretic;
    arb_init(z1);
    arb_init(elastic);
    arb_init(hysteretic);
    held(z1, hysteretic, p, v, s, h, x0 + Z, prec);
    arb_div(hysteretic, hysteretic, v, prec); /* int z dt = s int u dxi/|v| */
    arb_add(elastic, x0 + X, x1 + X, prec);
    arb_mul(elastic, elastic, h, prec);
    arb_mul_2exp_si(elastic, elastic, -1);
    mixed(part, p, elastic, hysteretic, prec);
    arb_clear(hysteretic);
    arb_clear(elastic);
    arb_clear(z1);
}

static void level(arb_t z, arb_srcptr p, slong prec)
{
    arb_t a;
    arb_init(a);
    arb_add(a, p + BETA, p + GAMMA, prec);
    arb_div(z, p + A, a, prec);
    if (quadratic(p))
        arb_sqrt(z, z, prec);
    arb_clear(a);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    level(x_bound + Z, p, prec);
    arb_pos_inf(x_bound + X);
}

/* z moves to its bound, or stays at rest; not so for beta < 0, where it may first move away. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_set_si(slack_ + Z, certainly(ball_is_zero(v)));
    if (!certainly(ball_is_nonnegative(p + BETA)))
        arb_indeterminate(slack_ + Z);
    arb_one(slack_ + X);
}

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_t z, none;
    arb_init(z);
    arb_init(none);
    level(z, p, prec);
    mixed(F, p, none, z, prec);
    arb_clear(none);
    arb_clear(z);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    break_away(F, p, prec);
    arb_mul(F, F, s, prec);
}

/* |v| (A/z_max) min(1/2, beta/(beta+gamma)), or 0. */
static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t share, t;
    arb_init(share);
    arb_init(t);
    arb_add(t, p + BETA, p + GAMMA, prec);
    arb_div(share, p + BETA, t, prec);
    arb_set_d(t, 0.5);
    arb_min(share, share, t, prec);
    arb_zero(t);
    arb_max(share, share, t, prec);
    level(t, p, prec);
    arb_abs(r, v);
    arb_mul(r, r, p + A, prec);
    arb_div(r, r, t, prec);
    arb_mul(r, r, share, prec);
    arb_clear(t);
    arb_clear(share);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t z;
    arb_init(z);
    level(z, p, prec);
    mixed(scale, p, travel, z, prec);
    arb_clear(z);
}

/* int_0^1 t/(1 + q t^n) dt at an end of a ball q: (q - ln(1+q))/q^2, for n = 2 ln(1+q)/(2q), and
 * infinite for q <= -1. */
static void given_back_at(arb_t y, const arf_t q, bool square, slong prec)
{
    arb_t end;
    arb_init(end);
    arb_set_arf(end, q);
    arb_log1p(y, end, prec);
    if (arf_is_zero(q))
        arb_set_d(y, 0.5);
    else if (arf_cmp_si(q, -1) <= 0)
        arb_pos_inf(y);
    else if (square) {
        arb_div(y, y, end, prec);
        arb_mul_2exp_si(y, y, -1);
    } else {
        arb_sub(y, end, y, prec);
        arb_div(y, y, end, prec);
        arb_div(y, y, end, prec);
    }
    arb_clear(end);
}

/* A int_0^|z| u/(A + (beta-gamma) u^n) du: z^2 times that at q = (beta-gamma) |z|^n/A, in which it
 * falls. */
static void given_back(arb_t energy, arb_srcptr p, const arb_t z, slong prec)
{
    arb_t q, t;
    arf_t low, high;
    arb_init(q);
    arb_init(t);
    arf_init(low);
    arf_init(high);
    arb_sub(q, p + BETA, p + GAMMA, prec);
    arb_div(q, q, p + A, prec);
    power(t, p, z, prec);
    arb_mul(q, q, t, prec);
    arb_get_interval_arf(low, high, q, prec);
    given_back_at(t, low, quadratic(p), prec);
    given_back_at(q, high, quadratic(p), prec);
    arb_union(t, t, q, prec);
    arb_sqr(energy, z, prec);
    arb_mul(energy, energy, t, prec);
    arf_clear(high);
    arf_clear(low);
    arb_clear(t);
    arb_clear(q);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t y, w;
    arb_init(y);
    arb_init(w);
    arb_sqr(y, x + X, prec);
    arb_mul_2exp_si(y, y, -1);
    given_back(w, p, x + Z, prec);
    arb_div(w, w, p + A, prec);
    mixed(energy, p, y, w, prec);
    arb_clear(w);
    arb_clear(y);
}

const struct arb_law arb_law_bouc_wen = {
    .name = "bouc_wen",
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
    .n_switches = 1,
    .switches = switches,
    .phase = phase,
    .by_path = true,
};
