/* What methods that choose their steps promise of one step: it does not go beyond its stop, a run
 * reaches the stop exactly, and the interpolated states go over into those at the step's end. Also
 * late in a run, where the time has few digits left for a step. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/registry/problems_test.h"

enum { STOPS = 40, MOST_STEPS = 10000 };

/* A run that begins at t, of four relaxing states. */
struct begun {
    struct problem problem;
    struct ode ode;
    struct settings settings;
    struct statistics statistics;
    real x[PROBLEM_MAX];
    struct integration in;
};

static void begin(const struct integrator *integrator, struct begun *b, real t)
{
    *b =
        (struct begun){ .settings = { .rtol = C(1e-3), .atol = C(1e-3), .max_steps = MOST_STEPS } };
    b->ode = problem_relaxing(&b->problem, 4);
    b->in = (struct integration){ .ode = &b->ode,
                                  .settings = &b->settings,
                                  .statistics = &b->statistics,
                                  .t = t,
                                  .x = b->x,
                                  .work = problem_work };
    cr_assert(integrator->workspace(b->ode.n) <= PROBLEM_WORK);
    if (integrator->open)
        cr_assert_eq(integrator->open(&b->in), STATUS_OK, "%s", integrator->name);
    if (integrator->start)
        cr_assert_eq(integrator->start(&b->in), STATUS_OK, "%s", integrator->name);
}

static void end(const struct integrator *integrator, struct begun *b)
{
    if (integrator->close)
        integrator->close(&b->in);
}

/* Steps to `stop`, and checks that interpolation at the end of each step gives the state there. */
static void go(const struct integrator *integrator, struct begun *b, real stop)
{
    /* Rates are at most 5, and half a digit of the time is lost; an integral may differ within a
     * step and at its end by a fraction of the tolerance. */
    const real rounding = b->settings.rtol / 16 + 8 * R_EPSILON * stop;
    for (unsigned steps = 0; b->in.t < stop && steps < MOST_STEPS; steps++) {
        const real before = b->in.t;
        real x[PROBLEM_MAX] = { 0 };
        cr_assert_eq(integrator->step(&b->in, stop), STATUS_OK, "%s at %a", integrator->name,
                     (double)before);
        cr_assert(b->in.t >= before && b->in.t <= stop, "%s: from %a to %a, beyond %a",
                  integrator->name, (double)before, (double)b->in.t, (double)stop);
        if (!integrator->interpolate)
            continue;
        cr_assert_eq(integrator->interpolate(&b->in, b->in.t, x), STATUS_OK, "%s at %a",
                     integrator->name, (double)b->in.t);
        for (unsigned i = 0; i < b->ode.n; i++)
            cr_expect(r_abs(x[i] - b->x[i]) <= rounding * (1 + r_abs(b->x[i])),
                      "%s, state %u at %a: %a, in the step %a", integrator->name, i,
                      (double)b->in.t, (double)b->x[i], (double)x[i]);
    }
    cr_expect(b->in.t >= stop && b->in.t <= stop, "%s at %a, not at %a", integrator->name,
              (double)b->in.t, (double)stop);
}

/* Checks a run from `from` to `to`, and as far again. */
static void check_stops(real from, real to)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct begun b;
        const struct ode ode = problem_relaxing(&p, 4);
        if (!(*in)->step || !integrator_fits(*in, &ode))
            continue;
        begin(*in, &b, from);
        go(*in, &b, to);
        go(*in, &b, to + (to - from));
        end(*in, &b);
    }
}

/* Checks runs from several places after the origin; few of these, and of their differences, are
 * exact numbers. */
static void check(real origin, real apart, real far)
{
    for (unsigned k = 1; k <= STOPS; k++) {
        const real from = origin + (real)k * apart;
        check_stops(from, from + far * (real)k / STOPS);
    }
}

Test(steps, end_where_they_are_to_stop)
{
    check(0, C(1.0) / 7, C(0.1));
    check(0, C(1.0) / 7000, 3);
    /* Runs past zero, near which times have digits that the distance has not. */
    for (unsigned k = 1; k <= STOPS; k++)
        check_stops(-3, (real)k / 700);
}

/* Here a step of a tenth has 16 bits of the time. */
Test(steps, end_where_they_are_to_stop_late_in_a_run)
{
    check(C(0.1) / (65536 * R_EPSILON), C(1.0) / 7, C(0.1));
}
