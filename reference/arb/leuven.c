/* The Leuven law in ball arithmetic. Lampaert, Swevers, Al-Bender 2002: with s = sgn v,
 *
 *     dz/dt = v (1 - sgn(w) |w|^n),   w = s F_h/G(v),   n = 1 or 2
 *     F_h = sum of k_i z_i,   dz_i/dt = dz/dt within |z_i| <= W_i/k_i, else 0
 *     F = F_h + sigma1 dz/dt + sigma2 v
 *
 * An element slips where it is at its limit and dz/dt leads beyond, which the deflections tell. The
 * memory is F_h, as far as it is known better than by them. Along the path xi = int |v| dt at held
 * v: slip_elements.h, with y = s z and zeta = s z.
 */
#include "reference/arb/law.h"
#include "reference/arb/slip_elements.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { MOST = SLIP_ELEMENTS_MAX };
enum { N, EXPONENT, K, W = K + MOST, SIGMA1 = W + MOST, SIGMA2, FC, FS, VS, M };

static const char *const params[] = { "N",  "n",      "k1",     "k2", "k3", "k4", "W1", "W2", "W3",
                                      "W4", "sigma1", "sigma2", "Fc", "Fs", "vs", "m",  NULL };
static const char *const states[] = { "z1", "z2", "z3", "z4", NULL };

static int whole(const arb_t x) { return (int)arf_get_si(arb_midref(x), ARF_RND_NEAR); }

static struct slip_elements elements(arb_srcptr p, arb_srcptr G)
{
    return (struct slip_elements){ whole(p + N), whole(p + EXPONENT) == 2, p + K, p + W, G };
}

static const char *validate(arb_srcptr p)
{
    if (!ball_is_whole(p + N, 1, MOST))
        return "N a whole number from 1 to 4";
    if (!ball_is_whole(p + EXPONENT, 1, 2))
        return "n = 1 or 2";
    for (int i = 0; i < 2 * MOST; i++)
        if (!certainly(ball_is_positive(p + K + i)))
            return "k and W > 0";
    if (!certainly(ball_is_nonnegative(p + SIGMA1)) || !certainly(ball_is_nonnegative(p + SIGMA2)))
        return "sigma1 >= 0, sigma2 >= 0";
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    if (!certainly(ball_is_positive(p + VS)) || !certainly(ball_is_positive(p + M)))
        return "vs > 0, m > 0";
    arb_t sum;
    arb_init(sum);
    for (int i = 0; i < whole(p + N); i++)
        arb_add(sum, sum, p + W + i, 4096);
    const bool weak = certainly(ball_less(sum, p + FS));
    arb_clear(sum);
    return weak ? "W1 + .. + WN >= Fs" : NULL;
}

static void start(arb_ptr memory, arb_srcptr p) { arb_zero_pm_inf(memory); }

static void level(arb_t G, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t g, rise;
    arb_init(g);
    arb_init(rise);
    arb_stribeck_curve(g, v, p + VS, p + M, prec);
    arb_sub(rise, p + FS, p + FC, prec);
    arb_mul(g, g, rise, prec);
    arb_add(G, g, p + FC, prec);
    arb_clear(rise);
    arb_clear(g);
}

/* s dz/dt over |v|: 1 - e. */
static void advance(arb_t rate, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                    slong prec)
{
    arb_t G, w;
    arb_init(G);
    arb_init(w);
    level(G, p, v, prec);
    const struct slip_elements e = elements(p, G);
    slip_elements_force(w, &e, x, prec);
    arb_div(w, w, G, prec);
    arb_mul(w, w, s, prec);
    slip_elements_power(rate, &e, w, prec);
    arb_sub_ui(rate, rate, 1, prec);
    arb_neg(rate, rate);
    arb_clear(w);
    arb_clear(G);
}

/* dz_i/dt where z moves at dz; the hull of both cases where the balls do not tell whether i
 * slips. */
static void rate_of(arb_t dx, arb_srcptr p, int i, const arb_t dz, arb_srcptr x, slong prec)
{
    const struct slip_elements e = elements(p, NULL);
    arb_t limit, room;
    arb_init(limit);
    arb_init(room);
    slip_elements_limit(limit, &e, i, prec);
    arb_abs(room, x + i);
    arb_sub(room, limit, room, prec);
    arb_mul(limit, dz, x + i, prec);
    if (certainly(ball_is_positive(room)) || certainly(ball_is_nonpositive(limit)))
        arb_set(dx, dz);
    else {
        const bool sure =
            certainly(ball_is_nonpositive(room)) && certainly(ball_is_positive(limit));
        arb_zero(limit);
        if (sure)
            arb_zero(dx);
        else
            arb_union(dx, limit, dz, prec);
    }
    arb_clear(room);
    arb_clear(limit);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t dz;
    arb_init(dz);
    advance(dz, p, v, s, x, prec);
    arb_mul(dz, dz, v, prec);
    for (int i = 0; i < MOST; i++)
        if (i < whole(p + N))
            rate_of(dx + i, p, i, dz, x, prec);
        else
            arb_zero(dx + i);
    arb_clear(dz);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t sum, hysteresis;
    arb_init(sum);
    arb_init(hysteresis);
    advance(sum, p, v, s, x, prec);
    arb_mul(sum, sum, p + SIGMA1, prec);
    arb_add(sum, sum, p + SIGMA2, prec);
    arb_mul(sum, sum, v, prec);
    const struct slip_elements e = elements(p, NULL);
    slip_elements_force(hysteresis, &e, x, prec);
    arb_add(F, sum, hysteresis, prec);
    arb_clear(hysteresis);
    arb_clear(sum);
}

/* `at` receives y, f, the gain and the integral of w after a hold at v != 0. */
static void held(arb_ptr at, arb_srcptr p, const arb_t G, const arb_t v, const arb_t s,
                 const arb_t h, arb_srcptr x, slong prec)
{
    const struct slip_elements e = elements(p, G);
    arb_t path;
    arb_init(path);
    for (int i = 0; i <= SLIP_FORCE; i++)
        arb_mul(at + i, x + i, s, ARF_PREC_EXACT);
    arb_zero(at + SLIP_GAIN);
    arb_zero(at + SLIP_INTEGRAL);
    arb_abs(path, v);
    arb_mul(path, path, h, prec);
    slip_elements_travel(at, &e, path, prec);
    arb_clear(path);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    if (certainly(ball_is_zero(v)))
        return;
    if (!arb_is_exact(s)) {
        for (int i = 0; i <= SLIP_FORCE; i++)
            arb_indeterminate(x + i);
        return;
    }
    arb_t G;
    arb_ptr at = _arb_vec_init(SLIP_SIZE);
    arb_init(G);
    level(G, p, v, prec);
    held(at, p, G, v, s, h, x, prec);
    for (int i = 0; i <= SLIP_FORCE; i++)
        arb_mul(x + i, at + i, s, ARF_PREC_EXACT);
    arb_clear(G);
    _arb_vec_clear(at, SLIP_SIZE);
}

/* int F_h dt = G int w dxi/v, int dz = s gain. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t G, sum;
    arb_ptr at = _arb_vec_init(SLIP_SIZE);
    arb_init(G);
    arb_init(sum);
    level(G, p, v, prec);
    held(at, p, G, v, s, h, x0, prec);
    arb_mul(sum, G, at + SLIP_INTEGRAL, prec);
    arb_div(sum, sum, v, prec);
    arb_mul(G, p + SIGMA1, s, prec);
    arb_addmul(sum, G, at + SLIP_GAIN, prec);
    arb_mul(G, v, h, prec);
    arb_addmul(sum, p + SIGMA2, G, prec);
    arb_swap(part, sum);
    arb_clear(sum);
    arb_clear(G);
    _arb_vec_clear(at, SLIP_SIZE);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_mul(G, G, s, prec);
    arb_addmul(G, p + SIGMA2, v, prec);
    arb_swap(F, G);
    arb_clear(G);
}

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    arb_set(r, p + K);
    for (int i = 1; i < whole(p + N); i++)
        arb_min(r, r, p + K + i, prec);
    arb_div(r, r, G, prec);
    arb_abs(G, v);
    arb_mul(r, r, G, prec);
    arb_mul_2exp_si(r, r, -1);
    arb_clear(G);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    const struct slip_elements e = elements(p, NULL);
    arb_t farthest;
    arb_init(farthest);
    slip_elements_stretch(farthest, &e, p + FS, prec);
    for (int i = 0; i < MOST; i++) {
        slip_elements_limit(x_bound + i, &e, i, prec);
        arb_min(x_bound + i, x_bound + i, farthest, prec);
    }
    arb_clear(farthest);
}

/* Every element moves to its limit or to its share of F_h = G(v) <= Fs, or stays. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    for (int i = 0; i < MOST; i++)
        arb_zero(slack_ + i);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    const struct slip_elements e = elements(p, NULL);
    arb_t most, t;
    arb_init(most);
    arb_init(t);
    level(t, p, v, prec);
    arb_div(t, p + FS, t, prec);
    slip_elements_power(most, &e, t, prec);
    arb_add_ui(most, most, 1, prec);
    arb_mul(most, most, p + SIGMA1, prec);
    arb_add(most, most, p + SIGMA2, prec);
    arb_abs(t, v);
    arb_mul(most, most, t, prec);
    arb_add(scale, most, p + FS, prec);
    arb_clear(t);
    arb_clear(most);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t sum, t;
    arb_init(sum);
    arb_init(t);
    for (int i = 0; i < whole(p + N); i++) {
        arb_sqr(t, x + i, prec);
        arb_addmul(sum, t, p + K + i, prec);
    }
    arb_mul_2exp_si(energy, sum, -1);
    arb_clear(t);
    arb_clear(sum);
}

static void break_away(arb_t F, arb_srcptr p, slong prec) { arb_set(F, p + FS); }

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    for (int i = 0; i < MOST; i++)
        if (i < whole(p + N))
            arb_set(u + i, x + i);
        else
            arb_zero(u + i);
    advance(u + MOST, p, v, s, x, prec);
    arb_mul(u + MOST, u + MOST, v, prec);
    arb_set(u + MOST + 1, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    for (int i = 0; i < MOST; i++)
        arb_set(coefficient + i, p + K + i);
    arb_set(coefficient + MOST, p + SIGMA1);
    arb_set(coefficient + MOST + 1, p + SIGMA2);
}

const struct arb_law arb_law_leuven = {
    .name = "leuven",
    .params = params,
    .states = states,
    .n_memory = 1,
    .start = start,
    .validate = validate,
    .rate = rate,
    .force = force,
    .flow = flow,
    .rests = true,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .slack = slack,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .n_regressors = MOST + 2,
    .regressor = regressor,
    .coefficients = coefficients,
};
