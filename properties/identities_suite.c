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
static real size_of(const struct near_point *a, unsigned i, real travel)
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

static void check_parts(const struct near_point *start, real part, real travel)
{
    struct near_point whole, parts;
    near_copy(&whole, start);
    near_copy(&parts, start);
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
static void check_force(const struct near_point *start, real travel)
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
static void check_events(const struct near_point *start)
{
    enum { MOST = 1000 };
    struct near_point settled, moved;
    const real h = R_EPSILON * LAW.length(start->p) / r_abs(start->v);
    near_copy(&settled, start);
    near_copy(&moved, start);
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

Test(structure, identities)
{
    if (!LAW.flow)
        cr_skip_test("no flow");
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct near_point a;
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
        }
    }
}

/* Odd functions vanish at zero. */
Test(structure, rest)
{
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct near_point a;
        near_draw(&a, "rest", i);
        if (LAW.steady_force)
            cr_expect(LAW.steady_force(a.p, 0) == 0, "%a", (double)LAW.steady_force(a.p, 0));
    }
}
