/* The driver's events: found wherever they are, or at the ends of steps where a run is naive. In
 * both precisions. */
#include <criterion/criterion.h>

#include "integrators/work_test.h"

/* x = (t - c)^2 - w^2 is negative for 2 w only, within one step: the guard fires at c - w and,
 * having changed sides, at c + w. */
struct dip {
    real side, c;
    unsigned n;
    real at[8];
};

static void dip_rate(void *ctx, real t, const real x[], real dx[])
{
    const struct dip *d = ctx;
    (void)x;
    dx[0] = 2 * (t - d->c);
}

static void dip_rate_t(void *ctx, real t, const real x[], real ft[])
{
    (void)ctx, (void)t, (void)x;
    ft[0] = 2;
}

static void dip_flow(void *ctx, real t, real h, real c, real x[])
{
    const struct dip *d = ctx;
    x[0] += h * 2 * (t + c * h - d->c);
}

static void dip_guard(void *ctx, real t, const real x[], real g[])
{
    const struct dip *d = ctx;
    (void)t;
    g[0] = d->side * x[0];
    g[1] = 1;
}

static enum status dip_transition(void *ctx, unsigned index, real t, real x[])
{
    struct dip *d = ctx;
    (void)x;
    cr_assert_eq(index, 0u);
    d->side = -d->side;
    if (d->n < 8)
        d->at[d->n] = t;
    d->n++;
    return STATUS_OK;
}

/* Every method that follows a parabola finds the dip, with steps of that length from 0 on. */
static void find_dip(real c, real w, real step)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        if ((*in)->order == 1 || (*in)->history)
            continue; /* with a first step of order 1 the trajectory itself does not dip */
        struct dip d = { .side = 1, .c = c };
        const struct ode ode = { .n = 1,
                                 .ctx = &d,
                                 .rate = dip_rate,
                                 .rate_t = dip_rate_t,
                                 .flow = dip_flow,
                                 .n_guards = 2,
                                 .guard = dip_guard,
                                 .transition = dip_transition,
                                 .scale = &one };
        const struct settings settings = { .step = step, .rtol = 100 * R_EPSILON };
        const real times[] = { 0, C(1.9) };
        struct statistics statistics;
        real x[1] = { c * c - w * w };
        cr_assert_eq(
            PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics),
            STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(d.n, 2u, "%s: %u events about %g", (*in)->name, d.n, (double)c);
        /* The guard's slope there is 2 w; an adaptive method may err by its tolerance in each of
         * a hundred steps, the others only by rounding. */
        const real own = (*in)->flags & INTEGRATOR_ADAPTIVE ? 100 * settings.rtol / (2 * w) : 0;
        for (int i = 0; i < 2; i++)
            cr_expect(r_abs(d.at[i] - c + (i ? -w : w)) <= own + 200 * R_EPSILON / w, "%s: %.9g",
                      (*in)->name, (double)d.at[i]);
    }
}

Test(events, that_come_and_go_within_one_step_are_found) { find_dip(C(0.5), C(0.05), C(0.4)); }

/* Dips next to the ends of steps are found, too. */
Test(events, that_come_and_go_next_to_the_end_of_a_step_are_found)
{
    find_dip(C(0.015), C(0.004), 1);
    find_dip(C(0.985), C(0.004), 1);
    find_dip(C(0.003), C(0.002), 1);
    find_dip(C(0.997), C(0.002), 1);
}

/* x = t, and something happens whenever it has passed another `period`. */
struct clock {
    real period, next;
    unsigned looks, n;
    real at[8];
};

static void clock_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t, (void)x;
    dx[0] = 1;
}

static void clock_flow(void *ctx, real t, real h, real c, real x[])
{
    (void)ctx, (void)t, (void)c;
    x[0] += h;
}

static void clock_guard(void *ctx, real t, const real x[], real g[])
{
    struct clock *c = ctx;
    (void)t;
    g[0] = c->next - x[0];
    c->looks++;
}

static enum status clock_transition(void *ctx, unsigned index, real t, real x[])
{
    struct clock *c = ctx;
    (void)index, (void)x;
    if (c->n < 8)
        c->at[c->n] = t;
    c->n++;
    c->next += c->period;
    return STATUS_OK;
}

static struct ode clock_problem(struct clock *c)
{
    c->next = c->period;
    return (struct ode){ .n = 1,
                         .ctx = c,
                         .rate = clock_rate,
                         .flow = clock_flow,
                         .n_guards = 1,
                         .guard = clock_guard,
                         .transition = clock_transition,
                         .scale = &one };
}

Test(naive, transitions_are_made_where_steps_end)
{
    static const real times[] = { 0, C(0.46875), 1 },
                      expected[] = { C(0.375), C(0.71875), C(0.96875) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct clock c = { .period = C(0.3) };
        const struct ode ode = clock_problem(&c);
        const struct settings settings = { .step = C(0.125), .ignore_events = true };
        struct statistics statistics;
        real x[1] = { 0 };
        cr_assert_eq(
            PREC(drive)(*in, &ode, &settings, times, 3, x, &work, nothing, NULL, &statistics),
            STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(c.n, 3u, "%s: %u transitions", (*in)->name, c.n);
        cr_expect_eq(statistics.events, (uint64_t)3);
        cr_expect(r_abs(x[0] - 1) <= C(1e-5), "%s: x = %.9g", (*in)->name, (double)x[0]);
        /* steps of 1/8, of which one is cut short by a sample; adaptive ones end elsewhere */
        for (unsigned i = 0; i < 3 && !((*in)->flags & INTEGRATOR_ADAPTIVE); i++)
            cr_expect_eq(c.at[i], expected[i], "%s: %.9g", (*in)->name, (double)c.at[i]);
    }
}

/* A step may pass a guard more often than located ones can fire. */
Test(naive, a_step_makes_all_transitions_that_are_due)
{
    struct clock c = { .period = C(0x1p-12) };
    const struct ode ode = clock_problem(&c);
    const struct settings settings = { .step = C(0.5), .ignore_events = true };
    const real times[] = { 0, 1 };
    struct statistics statistics;
    real x[1] = { 0 };
    cr_assert_eq(PREC(drive)(PREC(integrator_find)("euler"), &ode, &settings, times, 2, x, &work,
                             nothing, NULL, &statistics),
                 STATUS_OK);
    cr_expect_eq(c.n, 4095u, "%u", c.n); /* the last one, at 1, is reached and not passed */
}

/* x = t^2; off receives the error of x when t passes `at`. */
struct parabola {
    real at, off, valley;
};

static void parabola_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)x;
    dx[0] = 2 * t;
}

static void parabola_guard(void *ctx, real t, const real x[], real g[])
{
    const struct parabola *p = ctx;
    (void)x;
    g[0] = p->at - t;
    g[1] = p->valley * (t - C(0.53)) * (t - C(0.53)) + C(1e-3);
}

static enum status parabola_transition(void *ctx, unsigned index, real t, real x[])
{
    struct parabola *p = ctx;
    cr_assert_eq(index, 0u);
    p->off = x[0] - t * t;
    p->at = 2;
    return STATUS_OK;
}

static real parabola_end(const struct integrator *in, struct parabola *p)
{
    const struct ode ode = { .n = 1,
                             .ctx = p,
                             .rate = parabola_rate,
                             .n_guards = 2,
                             .guard = parabola_guard,
                             .transition = parabola_transition,
                             .scale = &one };
    const struct settings settings = { .step = C(0x1p-4) };
    const real times[] = { 0, 1 };
    struct statistics statistics;
    real x[1] = { 0 };
    cr_assert_eq(PREC(drive)(in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics),
                 STATUS_OK);
    return x[0];
}

/* BDF2 is off by h^2 (1 + 1/3 + 1/9 + ...) by its first step and then follows a parabola exactly,
 * also where its last step is cut short, half-way here: one of implicit Euler would be off by
 * another h^2/4. */
Test(events, are_located_with_the_history_of_the_method)
{
    struct parabola p = { .at = C(0x1.fp-1) };
    const real h = C(0x1p-4), off = C(1.5) * h * h;
    parabola_end(PREC(integrator_find)("bdf2"), &p);
    cr_expect(r_abs(p.off - off) <= C(1e-3) * off, "%g, expected %g", (double)p.off, (double)off);
}

/* A guard that has a valley within a step, and does not fire, changes nothing. */
Test(events, looking_for_them_leaves_no_trace)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_USES_FLOW | INTEGRATOR_RELAXING |
                            INTEGRATOR_SET_VALUED))
            continue;
        struct parabola flat = { .at = 2 }, valley = { .at = 2, .valley = 1 };
        cr_expect_eq(parabola_end(*in, &flat), parabola_end(*in, &valley), "%s", (*in)->name);
    }
}

/* A clock whose flow counts the 64ths of a second in its memory. */
struct counter {
    struct clock clock;
    unsigned count, saved, at_event;
};

static void counting_flow(void *ctx, real t, real h, real part, real x[])
{
    struct counter *c = ctx;
    clock_flow(ctx, t, h, part, x);
    while ((real)(c->count + 1) <= 64 * x[0])
        c->count++;
}

static void save_count(void *ctx)
{
    struct counter *c = ctx;
    c->saved = c->count;
}

static void restore_count(void *ctx)
{
    struct counter *c = ctx;
    c->count = c->saved;
}

static enum status counting_transition(void *ctx, unsigned index, real t, real x[])
{
    struct counter *c = ctx;
    c->at_event = c->count;
    return clock_transition(ctx, index, t, x);
}

/* A step of one second is computed first, then parts of it. */
Test(events, memory_that_a_flow_changes_is_that_of_the_instant)
{
    struct counter c = { .clock.period = C(0.75) };
    struct ode ode = clock_problem(&c.clock);
    const struct settings settings = { .step = 1 };
    const real times[] = { 0, 1 };
    struct statistics statistics;
    real x[1] = { 0 };
    ode.transition = counting_transition;
    ode.flow = counting_flow;
    ode.save = save_count;
    ode.restore = restore_count;
    cr_assert_eq(PREC(drive)(PREC(integrator_find)("exponential"), &ode, &settings, times, 2, x,
                             &work, nothing, NULL, &statistics),
                 STATUS_OK);
    cr_expect_eq(c.clock.n, 1u);
    cr_expect_eq(c.at_event, 48u, "%u", c.at_event);
    cr_expect_eq(c.count, 64u, "%u", c.count);
}

/* Where the run begins and ends, and once a step; four times more to see how they change in
 * the first step, where they are located. */
Test(events, guards_are_looked_at_once_a_step)
{
    for (int naive = 0; naive < 2; naive++) {
        struct clock c = { .period = 2 };
        const struct ode ode = clock_problem(&c);
        const struct settings settings = { .step = C(0x1p-5), .ignore_events = naive };
        const real times[] = { 0, 1 };
        struct statistics statistics;
        real x[1] = { 0 };
        cr_assert_eq(PREC(drive)(PREC(integrator_find)("euler"), &ode, &settings, times, 2, x,
                                 &work, nothing, NULL, &statistics),
                     STATUS_OK);
        cr_expect_eq(statistics.steps, (uint64_t)32);
        cr_expect_eq(c.looks, naive ? 34u : 38u, "%u", c.looks);
    }
}

static enum status stubborn(void *ctx, unsigned index, real t, real x[])
{
    (void)ctx, (void)index, (void)t, (void)x;
    return STATUS_OK;
}

Test(events, that_no_transition_settles_are_a_failure)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct dip d = { .side = -1 };
        struct ode ode = { .n = 1,
                           .ctx = &d,
                           .rate = dip_rate,
                           .flow = dip_flow,
                           .n_guards = 2,
                           .guard = dip_guard,
                           .transition = stubborn,
                           .scale = &one };
        const struct settings settings = { .step = C(0.1) };
        const real times[] = { 0, 1 };
        struct statistics statistics;
        real x[1] = { 1 };
        cr_expect_eq(
            PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics),
            STATUS_CHATTER, "%s", (*in)->name);
    }
}
