/* Bouc-Wen, class I, n = 1 or 2, in ball arithmetic:
 *
 *     dz/dt = A v - beta |v| |z|^(n-1) z - gamma v |z|^n,   dx/dt = v
 *     F     = c k x + (1-c) k z
 *
 * Along the path xi = int |v| dt, with u = s z: du/dxi = A - a u^n for u >= 0 with
 * a = beta + gamma, and w = -u > 0 obeys dw/dxi = -(A + b w^n) with b = beta - gamma >= 0.
 * Integrals of u follow from the equations: for n = 1 by integrating them, for n = 2 from
 * d ln(A + b w^2)/dxi = -2 b w. What happens below zero is monotone in b, so that a ball b
 * is handled by its two ends, the lower one not below 0 (b = 0 has its own formulas).
 */
#include "reference/arb/law.h"

enum { K, C, A, BETA, GAMMA, N };
enum { Z, X };

static const char *const params[] = { "k", "c", "A", "beta", "gamma", "n", NULL };
static const char *const states[] = { "z", "x", NULL };

static bool quadratic(arb_srcptr p) { return arf_cmp_d(arb_midref(p + N), 1.5) > 0; }

static const char *validate(arb_srcptr p)
{
    arb_t t;
    arb_init(t);
    arb_abs(t, p + GAMMA);
    const bool class_one = !arb_lt(p + BETA, t);
    arb_add(t, p + BETA, p + GAMMA, 4096);
    const bool bounded = arb_is_positive(t);
    arb_sub_ui(t, p + C, 1, 4096);
    const bool spring_share_below_one = arb_is_negative(t);
    arb_clear(t);
    if (!arb_is_positive(p + K))
        return "k > 0";
    if (!arb_is_nonnegative(p + C) || !spring_share_below_one)
        return "0 <= c < 1";
    if (!arb_is_positive(p + A))
        return "A > 0";
    if (!class_one)
        return "beta >= |gamma|";
    if (!bounded)
        return "beta + gamma > 0";
    return arb_equal_si(p + N, 1) || arb_equal_si(p + N, 2) ? NULL : "n = 1 or n = 2";
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
    if (arb_is_zero(p + (quadratic(p) ? BETA : GAMMA)))
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

/* u1 and int u dxi over the path by du/dxi = A - a u^n, from u >= 0. */
static void risen(arb_t u1, arb_t integral, arb_srcptr p, const arb_t u, const arb_t xi, slong prec)
{
    arb_t a, kappa, r, t, e;
    arb_init(a);
    arb_init(kappa);
    arb_init(r);
    arb_init(t);
    arb_init(e);
    arb_add(a, p + BETA, p + GAMMA, prec);
    if (!quadratic(p)) {
        arb_div(r, p + A, a, prec);
        arb_mul(t, a, xi, prec);
        arb_neg(t, t);
        arb_exp(t, t, prec);
        arb_sub(e, u, r, prec);
        arb_mul(e, e, t, prec);
        arb_add(e, e, r, prec);
        arb_sub(t, u, e, prec);
        arb_addmul(t, p + A, xi, prec);
        arb_div(integral, t, a, prec);
        arb_swap(u1, e);
    } else {
        arb_mul(kappa, p + A, a, prec);
        arb_sqrt(kappa, kappa, prec);
        arb_div(r, kappa, p + A, prec);
        arb_mul(r, r, u, prec);
        arb_mul(kappa, kappa, xi, prec);
        /* int = [k + ln((1+r)/2 + (1-r)/2 exp(-2k))]/a */
        arb_mul_2exp_si(e, kappa, 1);
        arb_neg(e, e);
        arb_exp(e, e, prec);
        arb_sub_ui(t, r, 1, prec);
        arb_mul(t, t, e, prec);
        arb_neg(t, t);
        arb_add(t, t, r, prec);
        arb_add_ui(t, t, 1, prec);
        arb_mul_2exp_si(t, t, -1);
        arb_log(t, t, prec);
        arb_add(t, t, kappa, prec);
        arb_div(integral, t, a, prec);
        /* u1 = sqrt(A/a) (r + tanh k)/(1 + r tanh k) */
        arb_tanh(t, kappa, prec);
        arb_mul(e, r, t, prec);
        arb_add_ui(e, e, 1, prec);
        arb_add(t, t, r, prec);
        arb_div(t, t, e, prec);
        arb_div(e, p + A, a, prec);
        arb_sqrt(e, e, prec);
        arb_mul(u1, t, e, prec);
    }
    arb_clear(e);
    arb_clear(t);
    arb_clear(r);
    arb_clear(kappa);
    arb_clear(a);
}

/* The path to zero from w by dw/dxi = -(A + b w^n). */
static void crossing(arb_t xi, arb_srcptr p, const arb_t b, const arb_t w, slong prec)
{
    arb_t kappa, t;
    arb_init(kappa);
    arb_init(t);
    if (arb_is_zero(b))
        arb_div(xi, w, p + A, prec);
    else if (!quadratic(p)) {
        arb_mul(t, b, w, prec);
        arb_div(t, t, p + A, prec);
        arb_log1p(t, t, prec);
        arb_div(xi, t, b, prec);
    } else {
        arb_mul(kappa, p + A, b, prec);
        arb_sqrt(kappa, kappa, prec);
        arb_div(t, kappa, p + A, prec);
        arb_mul(t, t, w, prec);
        arb_atan(t, t, prec);
        arb_div(xi, t, kappa, prec);
    }
    arb_clear(t);
    arb_clear(kappa);
}

/* w1 and int w dxi over the path by the same equation. */
static void fallen(arb_t w1, arb_t integral, arb_srcptr p, const arb_t b, const arb_t w,
                   const arb_t xi, slong prec)
{
    arb_t r, t, e;
    arb_init(r);
    arb_init(t);
    arb_init(e);
    if (arb_is_zero(b)) {
        arb_mul(t, p + A, xi, prec);
        arb_sub(r, w, t, prec);
        arb_mul_2exp_si(t, t, -1);
        arb_sub(t, w, t, prec);
        arb_mul(integral, t, xi, prec);
        arb_swap(w1, r);
    } else if (!quadratic(p)) {
        arb_div(r, p + A, b, prec);
        arb_mul(t, b, xi, prec);
        arb_neg(t, t);
        arb_exp(t, t, prec);
        arb_add(e, w, r, prec);
        arb_mul(e, e, t, prec);
        arb_sub(e, e, r, prec);
        arb_sub(t, w, e, prec);
        arb_submul(t, p + A, xi, prec);
        arb_div(integral, t, b, prec);
        arb_swap(w1, e);
    } else {
        arb_t kappa;
        arb_init(kappa);
        arb_mul(kappa, p + A, b, prec);
        arb_sqrt(kappa, kappa, prec);
        arb_div(r, kappa, p + A, prec);
        arb_mul(r, r, w, prec);
        arb_mul(t, kappa, xi, prec);
        arb_tan(t, t, prec);
        arb_mul(e, r, t, prec);
        arb_add_ui(e, e, 1, prec);
        arb_sub(t, r, t, prec);
        arb_div(t, t, e, prec);
        arb_div(e, p + A, kappa, prec);
        arb_mul(e, e, t, prec); /* w1 */
        arb_sqr(r, e, prec);
        arb_mul(r, r, b, prec);
        arb_add(r, r, p + A, prec);
        arb_sqr(t, w, prec);
        arb_mul(t, t, b, prec);
        arb_add(t, t, p + A, prec);
        arb_div(t, t, r, prec);
        arb_log(t, t, prec);
        arb_div(t, t, b, prec);
        arb_mul_2exp_si(integral, t, -1);
        arb_swap(w1, e);
        arb_clear(kappa);
    }
    arb_clear(e);
    arb_clear(t);
    arb_clear(r);
}

/* From u < 0, with an exact b. */
static void through_zero(arb_t u1, arb_t integral, arb_srcptr p, const arb_t b, const arb_t u,
                         const arb_t xi, slong prec)
{
    arb_t w, to_zero, rest, after, end, below;
    arb_init(w);
    arb_init(to_zero);
    arb_init(rest);
    arb_init(after);
    arb_init(end);
    arb_init(below);
    arb_neg(w, u);
    crossing(to_zero, p, b, w, prec);
    const bool stays = arb_lt(xi, to_zero), crosses = arb_gt(xi, to_zero);
    if (!crosses) {
        fallen(end, below, p, b, w, xi, prec);
        arb_neg(u1, end);
        arb_neg(integral, below);
    }
    if (!stays) {
        arb_t zero;
        arb_init(zero);
        fallen(end, below, p, b, w, to_zero, prec);
        arb_sub(rest, xi, to_zero, prec);
        risen(end, after, p, zero, rest, prec);
        arb_sub(after, after, below, prec);
        if (crosses) {
            arb_set(u1, end);
            arb_set(integral, after);
        } else {
            arb_union(u1, u1, end, prec);
            arb_union(integral, integral, after, prec);
        }
        arb_clear(zero);
    }
    arb_clear(below);
    arb_clear(end);
    arb_clear(after);
    arb_clear(rest);
    arb_clear(to_zero);
    arb_clear(w);
}

/* An end of the ball beta - gamma as an exact number, the lower one not below 0. */
static void end_of_b(arb_t b, arb_srcptr p, bool upper, slong prec)
{
    arb_t difference;
    arb_init(difference);
    arb_sub(difference, p + BETA, p + GAMMA, prec);
    if (upper)
        arb_get_ubound_arf(arb_midref(b), difference, prec);
    else
        arb_get_lbound_arf(arb_midref(b), difference, prec);
    mag_zero(arb_radref(b));
    if (arf_sgn(arb_midref(b)) < 0)
        arb_zero(b);
    arb_clear(difference);
}

/* u1 and int u dxi over the path xi from u. */
static void along_path(arb_t u1, arb_t integral, arb_srcptr p, const arb_t u, const arb_t xi,
                       slong prec)
{
    if (arb_is_nonnegative(u)) {
        risen(u1, integral, p, u, xi, prec);
        return;
    }
    arb_t b, end, sum;
    arb_init(b);
    arb_init(end);
    arb_init(sum);
    end_of_b(b, p, false, prec);
    through_zero(end, sum, p, b, u, xi, prec);
    end_of_b(b, p, true, prec);
    arb_t other, other_sum;
    arb_init(other);
    arb_init(other_sum);
    through_zero(other, other_sum, p, b, u, xi, prec);
    arb_union(end, end, other, prec);
    arb_union(sum, sum, other_sum, prec);
    if (!arb_is_negative(u)) {
        risen(other, other_sum, p, u, xi, prec);
        arb_union(end, end, other, prec);
        arb_union(sum, sum, other_sum, prec);
    }
    arb_swap(u1, end);
    arb_swap(integral, sum);
    arb_clear(other_sum);
    arb_clear(other);
    arb_clear(sum);
    arb_clear(end);
    arb_clear(b);
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
    along_path(z1, integral, p, u, xi, prec);
    arb_mul(z1, z1, s, prec);
    arb_clear(u);
    arb_clear(xi);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (arb_is_zero(v))
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

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_add(x_bound + Z, p + BETA, p + GAMMA, prec);
    arb_div(x_bound + Z, p + A, x_bound + Z, prec);
    if (quadratic(p))
        arb_sqrt(x_bound + Z, x_bound + Z, prec);
    arb_pos_inf(x_bound + X);
}

static void level(arb_t z, arb_srcptr p, slong prec)
{
    arb_ptr b = _arb_vec_init(2);
    bound(b, p, prec);
    arb_set(z, b + Z);
    _arb_vec_clear(b, 2);
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

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t z;
    arb_init(z);
    level(z, p, prec);
    arb_abs(r, v);
    arb_mul(r, r, p + A, prec);
    arb_div(r, r, z, prec);
    arb_mul_2exp_si(r, r, -1);
    arb_clear(z);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t z;
    arb_init(z);
    level(z, p, prec);
    mixed(scale, p, travel, z, prec);
    arb_clear(z);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t y, w;
    arb_init(y);
    arb_init(w);
    arb_sqr(y, x + X, prec);
    arb_sqr(w, x + Z, prec);
    arb_div(w, w, p + A, prec);
    mixed(energy, p, y, w, prec);
    arb_mul_2exp_si(energy, energy, -1);
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
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .n_switches = 1,
    .switches = switches,
    .phase = phase,
    .by_path = true,
};
