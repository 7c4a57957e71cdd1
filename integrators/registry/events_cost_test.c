/* The cost of looking for events: nothing where guards change evenly, and few rates where one
 * fires. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/registry/problems_test.h"

/* x' = 1 from 0, so that x is t for every method, and one guard of it. */
struct clock_problem {
    real (*guard)(real x);
    unsigned fired;
};

static void clock_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t, (void)x;
    dx[0] = 1;
}

static void clock_guard(void *ctx, real t, const real x[], real g[])
{
    const struct clock_problem *c = ctx;
    (void)t;
    g[0] = c->fired > 0 ? 1 : c->guard(x[0]);
}

static enum status clock_transition(void *ctx, unsigned index, real t, real x[])
{
    struct clock_problem *c = ctx;
    (void)index, (void)t, (void)x;
    c->fired++;
    return STATUS_OK;
}

/* Rates beyond those of the steps that the run takes without a guard, of which there are 16. */
static uint64_t extra_rates(const char *name, real (*guard)(real x), unsigned events)
{
    struct clock_problem c = { .guard = guard };
    const real scale[] = { 1 };
    const struct ode ode = { .n = 1,
                             .ctx = &c,
                             .rate = clock_rate,
                             .n_guards = 1,
                             .guard = clock_guard,
                             .transition = clock_transition,
                             .scale = scale };
    const struct settings settings = { .step = C(0.125) };
    struct statistics s;
    real x[] = { 0 };
    cr_assert_eq(problem_run(PREC(integrator_find)(name), &ode, &settings, x, &s), STATUS_OK);
    cr_expect_eq(c.fired, events, "%s: %u", name, c.fired);
    return s.rate_evals - 16;
}

/* Falls evenly, down to a hundredth of a step's change at the end. */
static real even(real x) { return C(2.00125) - x; }

/* Only the first step, which has none before it to compare with, is searched. */
Test(events, guards_that_change_evenly_cost_nothing)
{
    cr_expect(extra_rates("euler", even, 0) <= 2, "%llu rates",
              (unsigned long long)extra_rates("euler", even, 0));
}

/* Falls ever more slowly until the end of a step, and not from there on. */
static real levelling(real x) { return C(0.001) + r_max(1 - x, 0) * r_max(1 - x, 0); }

/* The slopes at both ends of a step tell that there is no valley in it: they cost two rates in the
 * first step, in those to 0.75, 0.875 and 1, that lose most of what is left, and in the next one,
 * and nothing is looked at between. */
Test(events, guards_that_only_fall_are_not_looked_into)
{
    cr_expect(extra_rates("euler", levelling, 0) <= 10, "%llu rates",
              (unsigned long long)extra_rates("euler", levelling, 0));
}

static real steep(real x) { return r_exp(-20 * (x - C(0.3))) - C(0.1); }
static real flat(real x) { return C(0.1) - r_exp(20 * (x - C(1.7))); }

/* Each rate counted here belongs to a step computed afresh to an instant where the guard is
 * evaluated. Bisection alone would take one for each digit of a step in time, 50, or 21 in float.
 */
Test(events, are_located_in_fewer_rates_than_bisection_takes)
{
    const uint64_t most = sizeof(real) == sizeof(float) ? 20 : 24;
    cr_expect(extra_rates("euler", steep, 1) <= most, "%llu rates",
              (unsigned long long)extra_rates("euler", steep, 1));
    cr_expect(extra_rates("euler", flat, 1) <= most, "%llu rates",
              (unsigned long long)extra_rates("euler", flat, 1));
}
