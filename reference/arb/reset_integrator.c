/* The reset integrator in ball arithmetic. Haessig & Friedland 1991:
 *
 *     dp/dt = v until |p| = p0 in the direction of motion, then 0
 *     F     = (1 + a(p)) k p + b dp/dt,   a(p) = a0 for |p| < p0, else 0
 *
 * Whether p is at its limit cannot be told from nearly there when p0 is a ball. The flow
 * copies the ball of p0 itself, which is how a strain at the limit is recognised; anything
 * else that is not certainly below the limit gets the hull of both cases.
 */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

enum { K, P0, A0, B };

static const char *const params[] = { "k", "p0", "a0", "b", NULL };
static const char *const states[] = { "p", NULL };

static const char *validate(arb_srcptr p)
{
    if (!certainly(ball_is_positive(p + K)))
        return "k > 0";
    if (!certainly(ball_is_positive(p + P0)))
        return "p0 > 0";
    if (!certainly(ball_is_nonnegative(p + A0)))
        return "a0 >= 0";
    return certainly(ball_is_nonnegative(p + B)) ? NULL : "b >= 0";
}

/* y = s x. For s = 1 or -1 the radius stays as it is, so that at_limit recognises the ball. */
static void turned(arb_t y, const arb_t s, const arb_t x, slong prec)
{
    if (!arb_is_exact(s) || arf_cmpabs_2exp_si(arb_midref(s), 0) != 0)
        arb_mul(y, s, x, prec);
    else if (certainly(ball_is_positive(s)))
        arb_set(y, x);
    else
        arb_neg(y, x);
}

/* Returns true when y, which is s p or |p|, has certainly reached the limit p0. */
static bool at_limit(const arb_t y, arb_srcptr p)
{
    return ball_same(y, p + P0) || certainly(ball_less(p + P0, y));
}

static bool below_limit(const arb_t y, arb_srcptr p)
{
    return !ball_same(y, p + P0) && certainly(ball_less(y, p + P0));
}

static void hull_with_zero(arb_t x, slong prec)
{
    arb_t zero;
    arb_init(zero);
    arb_union(x, x, zero, prec);
    arb_clear(zero);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t along;
    arb_init(along);
    turned(along, s, x, prec);
    if (at_limit(along, p) && !certainly(ball_is_zero(s)))
        arb_zero(dx);
    else {
        const bool certain = below_limit(along, p);
        arb_set(dx, v);
        if (!certain)
            hull_with_zero(dx, prec);
    }
    arb_clear(along);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    arb_t stretch, extra, damping, along;
    arb_init(stretch);
    arb_init(extra);
    arb_init(damping);
    arb_init(along);
    arb_abs(stretch, x);
    turned(along, s, x, prec);
    /* Moving back from the limit the force is already that of below it. */
    if (!at_limit(stretch, p) || certainly(ball_is_negative(along))) {
        arb_set(extra, p + A0);
        if (!below_limit(stretch, p) && !certainly(ball_is_negative(along)))
            hull_with_zero(extra, prec);
    }
    rate(damping, p, v, s, x, prec);
    arb_mul(damping, damping, p + B, prec);
    arb_add_ui(extra, extra, 1, prec);
    arb_mul(extra, extra, p + K, prec);
    arb_mul(extra, extra, x, prec);
    arb_add(F, extra, damping, prec);
    arb_clear(damping);
    arb_clear(extra);
    arb_clear(along);
    arb_clear(stretch);
}

/* The switch is the distance to the limit in the direction of motion. */
static void switches(arb_ptr g, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                     slong prec)
{
    arb_mul(g, s, x, prec);
    arb_sub(g, p + P0, g, prec);
}

/* The equations below the limit (side 1), and at it. */
static void phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                  const int side[], slong prec)
{
    arb_t stiffness;
    arb_init(stiffness);
    arb_zero(stiffness);
    if (side[0] > 0) {
        arb_set(dx, v);
        arb_set(stiffness, p + A0);
    } else
        arb_zero(dx);
    arb_add_ui(stiffness, stiffness, 1, prec);
    arb_mul(stiffness, stiffness, p + K, prec);
    arb_mul(stiffness, stiffness, x, prec);
    arb_addmul(stiffness, p + B, dx, prec);
    arb_swap(F, stiffness);
    arb_clear(stiffness);
}

/* s p after the travel, when it starts from along: min(along + |v| h, p0) below the limit. */
static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    arb_t along, end;
    arb_init(along);
    arb_init(end);
    turned(along, s, x, prec);
    if (!certainly(ball_is_zero(s)) && !at_limit(along, p)) {
        arb_abs(end, v);
        arb_mul(end, end, h, prec);
        arb_add(end, end, along, prec);
        if (certainly(ball_less(p + P0, end)))
            arb_set(end, p + P0);
        else if (!certainly(ball_less(end, p + P0)))
            arb_min(end, end, p + P0, prec);
        turned(x, s, end, prec);
    }
    arb_clear(end);
    arb_clear(along);
}

static void storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)
{
    arb_t k;
    arb_init(k);
    arb_add_ui(k, p + A0, 1, prec);
    arb_mul(k, k, p + K, prec);
    arb_sqr(energy, x, prec);
    arb_mul(energy, energy, k, prec);
    arb_mul_2exp_si(energy, energy, -1);
    arb_clear(k);
}

/* int F dt by energy: int F v dt = the rise of the storage + b v (travel of p) + k p0 (travel
 * beyond). */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t t, strain, speed;
    arb_init(t);
    arb_init(strain);
    arb_init(speed);
    storage(part, p, x1, prec);
    storage(t, p, x0, prec);
    arb_sub(part, part, t, prec);
    arb_sub(strain, x1, x0, prec);
    arb_mul(strain, strain, s, prec);
    arb_abs(speed, v);
    arb_mul(t, p + B, speed, prec);
    arb_addmul(part, t, strain, prec);
    arb_mul(t, speed, h, prec);
    arb_sub(t, t, strain, prec);
    arb_mul(t, t, p + K, prec);
    arb_addmul(part, t, p + P0, prec);
    arb_div(part, part, v, prec);
    arb_clear(speed);
    arb_clear(strain);
    arb_clear(t);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    arb_mul(F, p + K, p + P0, prec);
    arb_mul(F, F, s, prec);
}

static void settling_rate(arb_t r, arb_srcptr p, const arb_t v, slong prec)
{
    arb_abs(r, v);
    arb_div(r, r, p + P0, prec);
    arb_mul_2exp_si(r, r, -2);
}

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec) { arb_set(x_bound, p + P0); }

/* p moves to its bound, or stays at rest. */
static void slack(arb_ptr slack_, arb_srcptr p, const arb_t v, slong prec)
{
    arb_set_si(slack_, certainly(ball_is_zero(v)));
}

/* b |v| (travel of p) + k p0 (travel beyond); neither travel is negative. */
static void loss(arb_t loss_, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_t strain, beyond, speed;
    arb_init(strain);
    arb_init(beyond);
    arb_init(speed);
    arb_abs(speed, v);
    arb_sub(strain, x1, x0, prec);
    arb_mul(strain, strain, s, prec);
    arb_mul(beyond, speed, h, prec);
    arb_sub(beyond, beyond, strain, prec);
    arb_mul(loss_, strain, speed, prec);
    arb_mul(loss_, loss_, p + B, prec);
    arb_mul(beyond, beyond, p + K, prec);
    arb_addmul(loss_, beyond, p + P0, prec);
    arb_nonnegative_part(loss_, loss_);
    arb_clear(speed);
    arb_clear(beyond);
    arb_clear(strain);
}

static void break_away(arb_t F, arb_srcptr p, slong prec)
{
    arb_add_ui(F, p + A0, 1, prec);
    arb_mul(F, F, p + K, prec);
    arb_mul(F, F, p + P0, prec);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_abs(t, v);
    break_away(scale, p, prec);
    arb_addmul(scale, t, p + B, prec);
    arb_clear(t);
}

const struct arb_law arb_law_reset_integrator = {
    .name = "reset_integrator",
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
    .loss = loss,
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .n_switches = 1,
    .switches = switches,
    .phase = phase,
};
