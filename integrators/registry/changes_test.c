/* What samples show where an input changes. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/work_test.h"

/* x = t, and 10 more once the input has changed at t = 1. */
struct switched {
    bool on;
};

static void switched_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t, (void)x;
    dx[0] = 1;
}

static void switched_flow(void *ctx, real t, real h, real c, real x[])
{
    (void)ctx, (void)t, (void)c;
    x[0] += h;
}

static real switched_interval(void *ctx, real t, const real x[])
{
    struct switched *s = ctx;
    (void)x;
    s->on = t >= 1;
    return s->on ? (real)INFINITY : 1;
}

static void switched_guard(void *ctx, real t, const real x[], real g[])
{
    const struct switched *s = ctx;
    (void)t;
    g[0] = s->on && x[0] < 5 ? -1 : 1;
}

static enum status switched_transition(void *ctx, unsigned index, real t, real x[])
{
    (void)ctx, (void)index, (void)t;
    x[0] += 10;
    return STATUS_OK;
}

static void keep(void *ctx, size_t i, real t, const real x[])
{
    real *shown = ctx;
    (void)t;
    shown[i] = x[0];
}

/* A sample where the input changes shows what holds from there on, after the transitions that the
 * change brings. Rates are constant: all methods are exact to the roundings of their steps, of
 * which there are eight of given size, each with a few operations. */
Test(events, samples_at_a_change_show_what_it_brings)
{
    const struct settings settings = { .step = C(0.25), .rtol = C(1e-3) };
    const real times[] = { 0, C(0.5), 1, C(1.5), 2 };
    const real expected[] = { 0, C(0.5), 11, C(11.5), 12 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct switched problem = { false };
        struct statistics statistics;
        real x[] = { 0 }, shown[5] = { 0 };
        const struct ode ode = {
            .n = 1,
            .ctx = &problem,
            .rate = switched_rate,
            .flow = switched_flow,
            .interval = switched_interval,
            .n_guards = 1,
            .guard = switched_guard,
            .transition = switched_transition,
            .scale = &one,
        };
        if (!integrator_fits(*in, &ode))
            continue;
        cr_assert_leq((*in)->workspace(1), sizeof work);
        cr_assert_eq(
            PREC(drive)(*in, &ode, &settings, times, 5, x, work.bytes, keep, shown, &statistics),
            STATUS_OK, "%s", (*in)->name);
        for (int i = 0; i < 5; i++)
            cr_expect(r_abs(shown[i] - expected[i]) <= 64 * R_EPSILON * expected[i],
                      "%s at %g: %a, not %a", (*in)->name, (double)times[i], (double)shown[i],
                      (double)expected[i]);
    }
}
