/* The elastoplastic law in ball arithmetic. Dupont et al. 2002, with w = z sgn v and z_ss =
 * G/sigma0:
 *
 *     dz/dt = v (1 - alpha w/z_ss),   F = sigma0 z + sigma1 dz/dt + sigma2 v
 *     alpha = 0 for w <= z_ba, 1 for w >= z_max, sin^2(pi y/2) between,
 *             y = (w - z_ba)/(z_max - z_ba)
 *
 * w along the path xi = int |v| dt at held v, and its integral: elastic_ramp.h.
 */
#include "reference/arb/elastic_ramp.h"
#include "reference/arb/law.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M, Z_BA, Z_MAX };

static const char *const params[] = { "sigma0", "sigma1", "sigma2", "Fc",    "Fs",
                                      "vs",     "m",      "z_ba",   "z_max", NULL };
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
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + VS)))
        return "vs > 0";
    if (!certainly(ball_is_positive(p + M)))
        return "m > 0";
    if (!certainly(ball_is_positive(p + Z_BA)) || !certainly(ball_less(p + Z_BA, p + Z_MAX)))
        return "0 < z_ba < z_max";
    arb_t stretched;
    arb_init(stretched);
    arb_mul(stretched, p + SIGMA0, p + Z_MAX, 4096);
    const bool reached = certainly(ball_less(stretched, p + FC));
    arb_clear(stretched);
    return reached ? NULL : "z_max < Fc/sigma0";
}

static void level(arb_t G, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t span;
    arb_init(span);
    arb_stribeck_curve(G, v, p + VS, p + M, prec);
    arb_sub(span, p + FS, p + FC, prec);
    arb_mul(G, G, span, prec);
    arb_add(G, G, p + FC, prec);
    arb_clear(span);
}

/* sin^2(pi y/2) on the ramp, y cut to [0, 1] unless it is wanted as it goes on beyond. */
static void ramp(arb_t alpha, arb_srcptr p, const arb_t w, bool cut, slong prec)
{
    arb_t y, t;
    arb_init(y);
    arb_init(t);
    arb_sub(y, w, p + Z_BA, prec);
    arb_sub(t, p + Z_MAX, p + Z_BA, prec);
    arb_div(y, y, t, prec);
    if (cut) {
        arb_zero(t);
        arb_max(y, y, t, prec);
        arb_one(t);
        arb_min(y, y, t, prec);
    }
    arb_mul_2exp_si(y, y, -1);
    arb_sin_pi(t, y, prec);
    arb_sqr(alpha, t, prec);
    arb_clear(t);
    arb_clear(y);
}

/* F and dz/dt with alpha known. */
static void with_alpha(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t alpha,
                       arb_srcptr x, slong prec)
{
    arb_t drag, t;
    arb_init(drag);
    arb_init(t);
    arb_abs(drag, v);
    arb_mul(drag, drag, alpha, prec);
    arb_mul(drag, drag, p + SIGMA0, prec);
    arb_mul(drag, drag, x, prec);
    level(t, p, v, prec);
    arb_div(drag, drag, t, prec);
    arb_mul(t, p + SIGMA0, x, prec);
    arb_sub(dx, v, drag, prec);
    arb_addmul(t, p + SIGMA1, dx, prec);
    arb_addmul(t, p + SIGMA2, v, prec);
    arb_swap(F, t);
    arb_clear(t);
    arb_clear(drag);
}

static void response(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    arb_t alpha;
    arb_init(alpha);
    arb_mul(alpha, s, x, prec);
    if (certainly(ball_at_most(alpha, p + Z_BA)))
        arb_zero(alpha);
    else if (certainly(ball_at_most(p + Z_MAX, alpha)))
        arb_one(alpha);
    else
        ramp(alpha, p, alpha, true, prec);
    with_alpha(F, dx, p, v, alpha, x, prec);
    arb_clear(alpha);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t F;
    arb_init(F);
    response(F, dx, p, v, s, x, prec);
    arb_clear(F);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t dx;
    arb_init(dx);
    response(F, dx, p, v, s, x, prec);
    arb_clear(dx);
}

/* The switches are the distances to the ramp and to its end. */
static void switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    arb_t w;
    arb_init(w);
    arb_mul(w, s, x, prec);
    arb_sub(g, p + Z_BA, w, prec);
    arb_sub(g + 1, p + Z_MAX, w, prec);
    arb_clear(w);
}

static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t alpha;
    arb_init(alpha);
    if (side[1] < 0)
        arb_one(alpha);
    else if (side[0] < 0) {
        arb_mul(alpha, s, x, prec);
        ramp(alpha, p, alpha, false, prec);
    }
    with_alpha(F, dx, p, v, alpha, x, prec);
    arb_clear(alpha);
}

/* z after a hold at v != 0, and (unless NULL) the integral of w along its path. */
static void held(arb_t z1, arb_ptr integral, arb_srcptr p, const arb_t v, const arb_t s,
                 const arb_t h, const arb_t z, slong prec)
{
    struct elastic_ramp m;
    arb_ptr levels = _arb_vec_init(RAMP_LEVELS);
    arb_init(m.w);
    arb_init(m.left);
    arb_init(m.integral);
    arb_set(levels + RAMP_BA, p + Z_BA);
    arb_set(levels + RAMP_MAX, p + Z_MAX);
    level(levels + RAMP_SS, p, v, prec);
    arb_div(levels + RAMP_SS, levels + RAMP_SS, p + SIGMA0, prec);
    arb_mul(m.w, s, z, prec);
    arb_abs(m.left, v);
    arb_mul(m.left, m.left, h, prec);
    m.sums = integral;
    elastic_ramp_travel(&m, levels, prec);
    arb_mul(z1, m.w, s, prec);
    if (integral)
        arb_swap(integral, m.integral);
    arb_clear(m.integral);
    arb_clear(m.left);
    arb_clear(m.w);
    _arb_vec_clear(levels, RAMP_LEVELS);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (!certainly(ball_is_zero(v)))
        held(x, NULL, p, v, s, h, x, prec);
}

/* int z dt = s int w dxi/|v|. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t z1, sum, t;
    arb_init(z1);
    arb_init(sum);
    arb_init(t);
    held(z1, sum, p, v, s, h, x0, prec);
    arb_div(sum, sum, v, prec);
    arb_mul(sum, sum, p + SIGMA0, prec);
    arb_sub(t, x1, x0, prec);
    arb_addmul(sum, p + SIGMA1, t, prec);
    arb_mul(t, v, h, prec);
    arb_addmul(sum, p + SIGMA2, t, prec);
    arb_swap(part, sum);
    arb_clear(t);
    arb_clear(sum);
    arb_clear(z1);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_mul(F, G, s, prec);
    arb_addmul(F, p + SIGMA2, v, prec);
    arb_clear(G);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    arb_div(x_bound, p + FS, p + SIGMA0, prec);
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t length;
    arb_init(length);
    bound(length, p, prec);
    arb_abs(rate, v);
    arb_div(rate, rate, length, prec);
    arb_mul_2exp_si(rate, rate, -2);
    arb_clear(length);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t G, slope;
    arb_init(G);
    arb_init(slope);
    level(G, p, v, prec);
    arb_div(slope, p + FS, G, prec);
    arb_add_ui(slope, slope, 1, prec);
    arb_mul(slope, slope, p + SIGMA1, prec);
    arb_add(slope, slope, p + SIGMA2, prec);
    arb_abs(scale, v);
    arb_mul(scale, scale, slope, prec);
    arb_add(scale, scale, p + FS, prec);
    arb_clear(slope);
    arb_clear(G);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_sqr(energy, x, prec);
    arb_mul(energy, energy, p + SIGMA0, prec);
    arb_mul_2exp_si(energy, energy, -1);
}

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_mul(F, p + SIGMA0, p + Z_BA, prec);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    arb_set(u, x);
    rate(u + 1, p, v, s, x, prec);
    arb_set(u + 2, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    _arb_vec_set(coefficient, p + SIGMA0, SIGMA2 - SIGMA0 + 1);
}

const struct arb_law arb_law_elastoplastic = {
    .name = "elastoplastic",
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
    .n_regressors = 3,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_switches = 2,
    .switches = switches,
    .phase = phase,
};
