/* Identities between what a law computes by itself, for any law, along motions that turn, so that
 * what it remembers is not what it began with:
 *
 *     the flow over two times is the flow over their sum,
 *     the works over two times make that over their sum,
 *     the work over a short time is force times time,
 *     what a flow does at once are the transitions whose guards have fired.
 */
#include <criterion/criterion.h>

#include "models/model.h"
#include "properties/near.h"
#include "properties/suite_law.h"

enum { MOTIONS = 60, TURNS = 6 };

/* Of the terms of a state: its bound, or the travel for one that has none. */
static real size_of(const struct law_point *a, unsigned i, real travel)
{
    real bound[MODEL_MAX_STATES];
    if (!LAW.bound)
        return travel;
    LAW.bound(a->p, bound);
    return isfinite(bound[i]) ? bound[i] : travel;
}

/* 64 roundings of the terms, as far as they matter for what follows: the parts are some fraction of
 * the whole, which is never exactly so. */
static const real TOLERANCE = 64 * R_EPSILON;

static void check_parts(const struct law_point *start, real part, real travel)
{
    struct law_point whole, parts;
    PREC(law_point_copy)(&whole, start);
    PREC(law_point_copy)(&parts, start);
    const real h1 = part * start->h, h2 = start->h - h1;
    const real force = LAW.force_scale ? LAW.force_scale(start->p, start->v, travel) : 0;
    real work = 0, sum = 0;
    if (LAW.work) {
        work = LAW.work(start->p, start->mem, start->v, start->s, start->h, start->x);
        sum = LAW.work(start->p, start->mem, start->v, start->s, h1, start->x);
    }
    LAW.flow(whole.p, whole.mem, start->v, start->s, start->h, whole.x);
    LAW.flow(parts.p, parts.mem, start->v, start->s, h1, parts.x);
    if (LAW.work)
        sum += LAW.work(parts.p, parts.mem, start->v, start->s, h2, parts.x);
    LAW.flow(parts.p, parts.mem, start->v, start->s, h2, parts.x);
    for (unsigned i = 0; i < LAW.n_states; i++)
        cr_expect(r_abs(whole.x[i] - parts.x[i]) <= TOLERANCE * size_of(start, i, travel),
                  "%s after %a s at %a m/s: %a, in two parts %a", LAW.states[i].name,
                  (double)start->h, (double)start->v, (double)whole.x[i], (double)parts.x[i]);
    cr_expect(r_abs(work - sum) <= TOLERANCE * force * start->h,
              "work over %a s at %a m/s: %a, in two parts %a", (double)start->h, (double)start->v,
              (double)work, (double)sum);
}

/* Over half the digits of the time in which the states change the force changes by as many digits
 * of its scale: 8 times that is allowed, since lengths are only that, and viscous terms change at
 * their own pace. The travel in that time is a difference of travels, and may have their rounding.
 */
static void check_force(const struct law_point *start, real travel)
{
    const real fraction = r_sqrt(R_EPSILON) / 4;
    const real h = fraction * LAW.length(start->p) / r_abs(start->v);
    const real work = LAW.work(start->p, start->mem, start->v, start->s, h, start->x);
    const real force = LAW.force(start->p, start->mem, start->v, start->s, start->x);
    const real scale = LAW.force_scale(start->p, start->v, travel);
    const real rounding = 4 * R_EPSILON * travel / (r_abs(start->v) * h);
    cr_expect(r_abs(work / h - force) <= (8 * fraction + rounding) * scale,
              "force %a at %a m/s, by its work %a", (double)force, (double)start->v,
              (double)(work / h));
}

/* At the beginning of a hold: guards and transitions until none fires, and the flow over next to no
 * time, leave the same memory, and the same states but for what the time changes. */
static void check_events(const struct law_point *start)
{
    enum { MOST = 1000 };
    struct law_point settled, moved;
    const real h = R_EPSILON * LAW.length(start->p) / r_abs(start->v);
    PREC(law_point_copy)(&settled, start);
    PREC(law_point_copy)(&moved, start);
    LAW.flow(moved.p, moved.mem, start->v, start->s, h, moved.x);
    for (unsigned made = 0, fired = 0; fired < LAW.n_guards && made < MOST; made++) {
        real g[MODEL_MAX_GUARDS];
        LAW.guard(settled.p, settled.mem, start->v, settled.x, g);
        for (fired = 0; fired < LAW.n_guards && !(g[fired] < 0);)
            fired++;
        if (fired < LAW.n_guards)
            cr_assert_eq(LAW.transition(settled.p, fired, start->v, settled.x, settled.mem),
                         STATUS_OK);
    }
    for (unsigned i = 0; i < LAW.n_ints; i++)
        cr_expect_eq(settled.mem->ints[i], moved.mem->ints[i],
                     "ints[%u] at %a m/s: %lld by transitions, %lld by the flow", i,
                     (double)start->v, (long long)settled.mem->ints[i],
                     (long long)moved.mem->ints[i]);
    for (unsigned i = 0; i < LAW.n_reals; i++)
        cr_expect(r_abs(settled.mem->reals[i] - moved.mem->reals[i]) <=
                      TOLERANCE * r_abs(moved.mem->reals[i]),
                  "reals[%u] at %a m/s: %a by transitions, %a by the flow", i, (double)start->v,
                  (double)settled.mem->reals[i], (double)moved.mem->reals[i]);
    real dx[MODEL_MAX_STATES] = { 0 };
    LAW.rate(settled.p, settled.mem, start->v, start->s, settled.x, dx);
    for (unsigned i = 0; i < LAW.n_states; i++)
        cr_expect(r_abs(settled.x[i] - moved.x[i]) <=
                      2 * h * r_abs(dx[i]) +
                          TOLERANCE * size_of(start, i, r_abs(start->x[i]) + LAW.length(start->p)),
                  "%s at %a m/s: %a by transitions, %a by the flow", LAW.states[i].name,
                  (double)start->v, (double)settled.x[i], (double)moved.x[i]);
}

/* Rates and force where one number of the point is another one. */
struct values {
    real rate[MODEL_MAX_STATES], force;
};

static struct values values_with(const struct law_point *a, const real *number, real value)
{
    struct law_point b;
    struct values out;
    PREC(law_point_copy)(&b, a);
    if (number == &a->v)
        b.v = value;
    else
        b.x[number - a->x] = value;
    LAW.rate(b.p, b.mem, b.v, b.s, b.x, out.rate);
    out.force = LAW.force(b.p, b.mem, b.v, b.s, b.x);
    return out;
}

/* Differences over d to both sides are off by d, and by the roundings of two values over it: of
 * their terms, which show where the states are the opposite. Where they disagree there is a kink.
 */
static void check_slope(const char *what, real slope, const real at[3], real turned, real d)
{
    const real backward = (at[1] - at[0]) / d, forward = (at[2] - at[1]) / d;
    const real terms = r_abs(at[0]) + r_abs(at[2]) + r_abs(turned);
    const real rounding = 64 * R_EPSILON * terms / d;
    if (r_abs(forward - backward) > C(0.02) * r_abs(forward) + rounding)
        return;
    cr_expect(r_abs(slope - forward) <= C(0.05) * r_abs(forward) + rounding,
              "%s is %g, by differences %g", what, (double)slope, (double)forward);
}

static struct values values_turned(const struct law_point *a)
{
    struct law_point b;
    PREC(law_point_copy)(&b, a);
    for (unsigned i = 0; i < LAW.n_states; i++)
        b.x[i] = -a->x[i];
    return values_with(&b, &b.v, b.v);
}

static void check_jacobian(const struct law_point *a, real travel)
{
    struct jacobian jac;
    const real part = C(0x1p-17);
    const struct values turned = values_turned(a), here = values_with(a, &a->v, a->v);
    LAW.jacobian(a->p, a->mem, a->v, a->s, a->x, &jac);
    for (unsigned j = 0; j <= LAW.n_states; j++) {
        const bool of_state = j < LAW.n_states;
        const real *number = of_state ? &a->x[j] : &a->v;
        const real d = part * (of_state ? size_of(a, j, travel) : r_abs(a->v));
        if (r_abs(*number) <= d) /* where odd functions may be flat */
            continue;
        const struct values below = values_with(a, number, *number - d);
        const struct values above = values_with(a, number, *number + d);
        const real forces[] = { below.force, here.force, above.force };
        check_slope(of_state ? "dF/dx" : "dF/dv", of_state ? jac.force_x[j] : jac.force_v, forces,
                    turned.force, d);
        for (unsigned i = 0; i < LAW.n_states; i++) {
            const real rates[] = { below.rate[i], here.rate[i], above.rate[i] };
            check_slope(of_state ? "drate/dx" : "drate/dv",
                        of_state ? jac.rate_x[i * LAW.n_states + j] : jac.rate_v[i], rates,
                        turned.rate[i], d);
        }
    }
}

Test(structure, identities)
{
    if (!LAW.flow)
        cr_skip_test("no flow");
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct law_point a;
        real travel = 0;
        near_draw(&a, "identities", i);
        for (uint64_t hold = 0; hold < TURNS; hold++) {
            near_turn(&a, LAW.name, TURNS * i + hold);
            const real length = LAW.length ? LAW.length(a.p) : 0;
            travel += r_abs(a.v) * a.h + length;
            if (LAW.n_guards > 0 && LAW.length)
                check_events(&a);
            check_parts(&a, C(0.3), travel);
            LAW.flow(a.p, a.mem, a.v, a.s, a.h, a.x);
            if (LAW.work && LAW.force_scale && LAW.length)
                check_force(&a, travel);
            if (LAW.jacobian && sizeof(real) == sizeof(double)) /* float has few digits for it */
                check_jacobian(&a, travel);
        }
    }
}

/* Odd functions vanish at zero. */
Test(structure, rest)
{
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct law_point a;
        near_draw(&a, "rest", i);
        if (LAW.steady_force)
            cr_expect(LAW.steady_force(a.p, 0) == 0, "%a", (double)LAW.steady_force(a.p, 0));
    }
}

/* At speeds whose squares over- or underflow all answers are numbers still. */
Test(structure, numbers_at_any_speed)
{
    const int exponent = (sizeof(real) == sizeof(double) ? DBL_MAX_EXP : FLT_MAX_EXP) * 5 / 8;
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct law_point a;
        real dx[MODEL_MAX_STATES] = { 0 };
        near_draw(&a, "any speed", i);
        a.v = a.s * (real)ldexp(1, i % 2 ? exponent : -exponent);
        LAW.rate(a.p, a.mem, a.v, a.s, a.x, dx);
        for (unsigned k = 0; k < LAW.n_states; k++)
            cr_expect(!isnan(dx[k]), "rate of %s at %a m/s", LAW.states[k].name, (double)a.v);
        cr_expect(!isnan(LAW.force(a.p, a.mem, a.v, a.s, a.x)), "force at %a m/s", (double)a.v);
    }
}
