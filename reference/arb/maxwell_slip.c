/* Generalized Maxwell-slip in ball arithmetic. Al-Bender, Lampaert, Swevers 2005: elements that
 * stick, dz_i/dt = v, until k_i z_i s = alpha_i G(v), then slip, k_i dz_i/dt = C (alpha_i s -
 * k_i z_i/G(v)), until v = 0; F = sum of k_i z_i + sigma2 v.
 *
 * The memory behind the deflections holds each element's direction of slip, 0 while it sticks,
 * exactly; where that cannot be decided it is indeterminate, and the deflection is the hull of
 * both cases.
 */
#include "reference/arb/law.h"
#include "reference/arb/maxwell_slip_element.h"
#include "reference/arb/stribeck_curve.h"
#include "tools/base/decide.h"

enum { MOST = 4 };
enum { N, K, ALPHA = K + MOST, RATE = ALPHA + MOST, SIGMA2, FC, FS, VS, M };

static const char *const params[] = { "N",      "k1",     "k2",     "k3", "k4",     "alpha1",
                                      "alpha2", "alpha3", "alpha4", "C",  "sigma2", "Fc",
                                      "Fs",     "vs",     "m",      NULL };
static const char *const states[] = { "z1", "z2", "z3", "z4", NULL };

static int count(arb_srcptr p) { return (int)arf_get_si(arb_midref(p + N), ARF_RND_NEAR); }

static const char *validate(arb_srcptr p)
{
    if (!ball_is_whole(p + N, 1, MOST))
        return "N a whole number from 1 to 4";
    for (int i = K; i <= RATE; i++)
        if (!certainly(ball_is_positive(p + i)))
            return "k, alpha and C > 0";
    if (!certainly(ball_is_nonnegative(p + SIGMA2)))
        return "sigma2 >= 0";
    if (!certainly(ball_is_positive(p + FC)))
        return "Fc > 0";
    if (certainly(ball_less(p + FS, p + FC)))
        return "Fs >= Fc";
    return certainly(ball_is_positive(p + VS)) && certainly(ball_is_positive(p + M))
               ? NULL
               : "vs > 0, m > 0";
}

static void start(arb_ptr memory, arb_srcptr p)
{
    for (int i = 0; i < MOST; i++)
        arb_zero(memory + i);
}

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

/* alpha_i G */
static void share_of(arb_t part, arb_srcptr p, int i, const arb_t G, slong prec)
{
    arb_t sum;
    arb_init(sum);
    for (int j = 0; j < count(p); j++)
        arb_add(sum, sum, p + ALPHA + j, prec);
    arb_div(sum, p + ALPHA + i, sum, prec);
    arb_mul(part, sum, G, prec);
    arb_clear(sum);
}

/* Initialises element i at its deflection x[i], to be cleared. */
static void element_init(struct element *e, arb_srcptr p, int i, const arb_t G, const arb_t s,
                         arb_srcptr x, slong prec)
{
    arb_t way;
    arb_init(way);
    arb_init(e->along);
    arb_init(e->limit);
    arb_init(e->relaxation);
    share_of(e->limit, p, i, G, prec);
    arb_div(e->limit, e->limit, p + K + i, prec);
    arb_div(e->relaxation, p + RATE, G, prec);
    arb_mul(e->along, s, x + i, prec);
    arb_mul(way, s, x + MOST + i, prec);
    if (certainly(ball_is_positive(way)) || certainly(ball_less(e->limit, e->along)))
        e->mode = SLIPS;
    else
        e->mode = certainly(ball_is_nonpositive(way)) && certainly(ball_at_most(e->along, e->limit))
                      ? STICKS
                      : UNSURE;
    arb_clear(way);
}

static void element_clear(struct element *e)
{
    arb_clear(e->relaxation);
    arb_clear(e->limit);
    arb_clear(e->along);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    for (int i = 0; i < MOST; i++) {
        struct element e;
        arb_zero(dx + i);
        if (i >= count(p))
            continue;
        element_init(&e, p, i, G, s, x, prec);
        element_slip_rate(dx + i, &e, prec);
        arb_mul(dx + i, dx + i, s, prec);
        if (e.mode == STICKS)
            arb_set(dx + i, v);
        else if (e.mode == UNSURE)
            arb_union(dx + i, dx + i, v, prec);
        element_clear(&e);
    }
    arb_clear(G);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t sum;
    arb_init(sum);
    arb_mul(sum, p + SIGMA2, v, prec);
    for (int i = 0; i < count(p); i++)
        arb_addmul(sum, p + K + i, x + i, prec);
    arb_swap(F, sum);
    arb_clear(sum);
}

/* The switches are the distances to each limit. */
static void switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    for (int i = 0; i < MOST; i++) {
        struct element e;
        arb_one(g + i);
        if (i >= count(p) || !certainly(ball_is_zero(x + MOST + i)))
            continue;
        element_init(&e, p, i, G, s, x, prec);
        arb_sub(g + i, e.limit, e.along, prec);
        element_clear(&e);
    }
    arb_clear(G);
}

/* The phase is known by the memory alone. */
static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    force(F, p, v, s, x, prec);
    for (int i = 0; i < MOST; i++) {
        struct element e;
        arb_zero(dx + i);
        if (i >= count(p))
            continue;
        element_init(&e, p, i, G, s, x, prec);
        element_slip_rate(dx + i, &e, prec);
        arb_mul(dx + i, dx + i, s, prec);
        if (certainly(ball_is_zero(x + MOST + i)))
            arb_set(dx + i, v);
        element_clear(&e);
    }
    arb_clear(G);
}

static void transition(arb_ptr x, arb_srcptr p, int i, const arb_t v, const arb_t s, slong prec)
{
    arb_set(x + MOST + i, s);
}

static void turn(arb_ptr x, arb_srcptr p, slong prec) { _arb_vec_zero(x + MOST, MOST); }

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t G;
    arb_init(G);
    level(G, p, v, prec);
    for (int i = 0; i < count(p); i++) {
        struct element e;
        if (certainly(ball_is_zero(v))) {
            arb_zero(x + MOST + i);
            continue;
        }
        if (!arb_is_exact(s)) {
            arb_indeterminate(x + i);
            arb_indeterminate(x + MOST + i);
            continue;
        }
        element_init(&e, p, i, G, s, x, prec);
        element_flow(x + i, x + MOST + i, &e, v, s, h, prec);
        element_clear(&e);
    }
    arb_clear(G);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t G, sum, stuck, moved;
    arb_init(G);
    arb_init(sum);
    arb_init(stuck);
    arb_init(moved);
    level(G, p, v, prec);
    arb_mul(part, p + SIGMA2, v, prec);
    arb_mul(part, part, h, prec);
    for (int i = 0; i < count(p); i++) {
        struct element e;
        element_init(&e, p, i, G, s, x0, prec);
        arb_sub(moved, x1 + i, x0 + i, prec);
        element_slip_integral(sum, &e, s, h, moved, prec);
        element_stick_integral(stuck, &e, v, s, h, moved, x1 + i, prec);
        if (e.mode == STICKS)
            arb_set(sum, stuck);
        else if (e.mode == UNSURE)
            arb_union(sum, sum, stuck, prec);
        arb_addmul(part, p + K + i, sum, prec);
        element_clear(&e);
    }
    arb_clear(moved);
    arb_clear(stuck);
    arb_clear(sum);
    arb_clear(G);
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

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    for (int i = 0; i < MOST; i++) {
        share_of(x_bound + i, p, i, p + FS, prec);
        arb_div(x_bound + i, x_bound + i, p + K + i, prec);
    }
}

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_t t;
    arb_ptr limit = _arb_vec_init(MOST);
    arb_init(t);
    bound(limit, p, prec);
    level(t, p, v, prec);
    arb_div(r, p + RATE, t, prec);
    for (int i = 0; i < count(p); i++) {
        arb_abs(t, v);
        arb_div(t, t, limit + i, prec);
        arb_mul_2exp_si(t, t, -1);
        arb_min(r, r, t, prec);
    }
    arb_clear(t);
    _arb_vec_clear(limit, MOST);
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

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t sum, t;
    arb_init(sum);
    arb_init(t);
    for (int i = 0; i < count(p); i++) {
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
        if (i < count(p))
            arb_set(u + i, x + i);
        else
            arb_zero(u + i);
    arb_set(u + MOST, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    for (int i = 0; i < MOST; i++)
        arb_set(coefficient + i, p + K + i);
    arb_set(coefficient + MOST, p + SIGMA2);
}

const struct arb_law arb_law_maxwell_slip = {
    .name = "maxwell_slip",
    .params = params,
    .states = states,
    .n_memory = MOST,
    .start = start,
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
    .n_regressors = MOST + 1,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_switches = MOST,
    .switches = switches,
    .phase = phase,
    .transition = transition,
    .turn = turn,
};
