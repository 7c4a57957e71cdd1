/* Integrators and the driver, on problems whose solutions are known. In both precisions;
 * measured orders in double only, where there are digits to measure them with. */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/work_test.h"
#include "models/relaxation.h"

/* x' = -lambda x + cos t (a stable linear problem with a smooth input), x(0) = x0. */
struct relaxation {
    real lambda;
    real jump; /* the input changes sign at this time */
    unsigned intervals;
    real sign;
};

static real input(const struct relaxation *r, real t) { return r->sign * r_cos(t); }

static void rate(void *ctx, real t, const real x[], real dx[])
{
    const struct relaxation *r = ctx;
    dx[0] = input(r, t) - r->lambda * x[0];
}

static void jacobian(void *ctx, real t, const real x[], real jac[])
{
    const struct relaxation *r = ctx;
    (void)t, (void)x;
    jac[0] = -r->lambda;
}

static void rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct relaxation *r = ctx;
    (void)x;
    ft[0] = -r->sign * r_sin(t);
}

static void flow(void *ctx, real t, real h, real c, real x[])
{
    const struct relaxation *r = ctx;
    const real steady = input(r, t + c * h) / r->lambda;
    x[0] = relaxed(x[0], steady, r->lambda * h);
}

static void relaxation(void *ctx, real t, real steady[], real rate_of[])
{
    const struct relaxation *r = ctx;
    steady[0] = input(r, t) / r->lambda;
    rate_of[0] = r->lambda;
}

/* A smooth problem is a set-valued one whose sets have one element. */
static enum status inclusion(void *ctx, real t, real h, real x[])
{
    const struct relaxation *r = ctx;
    x[0] = (x[0] + h * input(r, t + h)) / (1 + h * r->lambda);
    return STATUS_OK;
}

static real interval(void *ctx, real t, const real x[])
{
    (void)x;
    struct relaxation *r = ctx;
    r->intervals++;
    r->sign = t < r->jump ? 1 : -1;
    return t < r->jump ? r->jump : (real)INFINITY;
}

/* The solution: s (lambda cos t + sin t)/(1+lambda^2) + c exp(-lambda t) on each side. */
static double particular(double lambda, double t)
{
    return (lambda * cos(t) + sin(t)) / (1 + lambda * lambda);
}

static double solution(const struct relaxation *r, double t)
{
    const double lambda = (double)r->lambda, jump = fmin((double)r->jump, t);
    double x = particular(lambda, jump) - particular(lambda, 0) * exp(-lambda * jump);
    if (t > jump)
        x = -particular(lambda, t) + (x + particular(lambda, jump)) * exp(-lambda * (t - jump));
    return x;
}

static struct ode problem(struct relaxation *r)
{
    r->sign = 1;
    return (struct ode){
        .n = 1,
        .ctx = r,
        .rate = rate,
        .jacobian = jacobian,
        .rate_t = rate_t,
        .flow = flow,
        .n_relaxing = 1,
        .relaxation = relaxation,
        .stiff = 1,
        .inclusion = inclusion,
        .interval = interval,
        .scale = &one,
    };
}

/* The error at t = 2 over a problem whose input jumps at `jump`. */
static double error_at(const struct integrator *in, real lambda, real jump,
                       const struct settings *settings, struct statistics *statistics,
                       enum status *status)
{
    struct relaxation r = { .lambda = lambda, .jump = jump };
    const struct ode ode = problem(&r);
    const real times[] = { 0, 2 };
    real x[1] = { 0 };
    cr_assert_leq(in->workspace(1), (size_t)sizeof work);
    *status = PREC(drive)(in, &ode, settings, times, 2, x, &work, nothing, NULL, statistics);
    return fabs((double)x[0] - solution(&r, 2));
}

#ifndef REAL_F32
/* The slope of log error over log step, between two steps where the asymptotic regime holds
 * and rounding does not: within 0.1 of the stated order. */
static void expect_order(const struct integrator *in, real jump)
{
    struct statistics statistics;
    enum status status;
    const struct settings coarse = { .step = 1.0 / 64 }, fine = { .step = 1.0 / 256 };
    const double e1 = error_at(in, 3, jump, &coarse, &statistics, &status);
    cr_assert_eq(status, STATUS_OK);
    const double e2 = error_at(in, 3, jump, &fine, &statistics, &status);
    const double order = log(e1 / e2) / log(4);
    cr_expect(fabs(order - in->order) < 0.1, "%s: order %.3f, stated %u (jump at %g)", in->name,
              order, in->order, (double)jump);
}

Test(order, is_as_stated_on_smooth_problems)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            expect_order(*in, INFINITY);
}

Test(order, is_as_stated_across_jumps_when_events_are_on)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            expect_order(*in, 1.2345);
}

Test(adaptive, error_follows_the_tolerance)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        double last = 1;
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            continue;
        static const double tolerances[] = { 1e-4, 1e-6, 1e-8, 1e-10 };
        for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
            const double tolerance = tolerances[i];
            const struct settings settings = { .rtol = tolerance, .atol = tolerance };
            struct statistics statistics;
            enum status status;
            const double e = error_at(*in, 300, 1.2345, &settings, &statistics, &status);
            cr_expect_eq(status, STATUS_OK);
            /* Local tolerances do not bound the global error; two decades are generous for
             * a contracting problem. Below its tolerance, an error is as it happens to be. */
            cr_expect(e <= 100 * tolerance && (e < last || e < tolerance), "%s at %g: %g",
                      (*in)->name, tolerance, e);
            cr_expect(statistics.steps > 0);
            cr_expect(statistics.rate_evals > 0 || statistics.flow_evals > 0);
            cr_expect(!((*in)->flags & INTEGRATOR_IMPLICIT) ||
                      (statistics.jac_evals > 0 && statistics.factorizations > 0));
            cr_expect_eq(statistics.events, 1);
            last = e;
        }
    }
}
#endif

/* Stability on x' = -lambda x with k = lambda h: Euler decays monotonically up to k = 1,
 * oscillates to k = 2, and grows beyond; RK4 stays positive up to k = 2.785 and grows
 * beyond; the exact flow decays for every k, and so do implicit methods: the trapezoidal rule
 * oscillates beyond k = 2. */
static real factor_after_one_step(const char *name, real k)
{
    struct relaxation r = { .lambda = k, .jump = (real)INFINITY };
    struct ode ode = problem(&r);
    const struct settings settings = { .step = 1, .ignore_events = true };
    const real times[] = { 0, 1 };
    struct statistics statistics;
    real x[1] = { 1 };
    r.sign = 0;
    cr_assert_eq(PREC(drive)(PREC(integrator_find)(name), &ode, &settings, times, 2, x, &work,
                             nothing, NULL, &statistics),
                 STATUS_OK);
    cr_assert_eq(statistics.steps, 1);
    return x[0];
}

Test(stability, limits_are_those_of_the_stability_functions)
{
    cr_expect(factor_after_one_step("euler", C(0.99)) > 0);
    cr_expect(factor_after_one_step("euler", C(1.01)) < 0);
    cr_expect(factor_after_one_step("euler", C(1.99)) > -1);
    cr_expect(factor_after_one_step("euler", C(2.01)) < -1);
    cr_expect(factor_after_one_step("rk4", C(2.785)) <= 1);
    cr_expect(factor_after_one_step("rk4", C(2.786)) > 1);
    for (int i = 1; i <= 27; i++)
        cr_expect(factor_after_one_step("rk4", (real)i / 10) > 0);
    for (int i = -10; i <= 5; i++) {
        const real factor = factor_after_one_step("exponential", r_exp2((real)i));
        cr_expect(factor > 0 && factor < 1);
    }
    for (int i = -10; i <= 20; i++) {
        const real k = r_exp2((real)i), slack = 16 * R_EPSILON;
        const real euler = factor_after_one_step("implicit_euler", k);
        const real trapezoidal = factor_after_one_step("trapezoidal", k);
        cr_expect(r_abs(euler - 1 / (1 + k)) <= slack, "%g at %g", (double)euler, (double)k);
        cr_expect(r_abs(trapezoidal - (1 - k / 2) / (1 + k / 2)) <= slack, "%g at %g",
                  (double)trapezoidal, (double)k);
        cr_expect_eq(factor_after_one_step("bdf2", k), euler, "its first step");
    }
    cr_expect(factor_after_one_step("semi_implicit_euler", C(1.99)) > -1);
    cr_expect(factor_after_one_step("semi_implicit_euler", C(2.01)) < -1);
}

/* x' = v, v' = -x */
static void swing_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t;
    dx[0] = x[1];
    dx[1] = -x[0];
}

/* The semi-implicit method keeps x^2 + v^2 - h x v, here after 100 radians in steps of 1/8, where
 * the explicit one has gained a factor of (1 + h^2)^800, 2e5. What is not known to be a velocity it
 * treats explicitly. */
Test(stability, semi_implicit_euler_keeps_the_amplitude)
{
    for (uint32_t velocities = 0; velocities <= 2; velocities += 2) {
        const struct ode ode = {
            .n = 2, .velocities = velocities, .rate = swing_rate, .scale = (real[]){ 1, 1 }
        };
        const struct settings settings = { .step = C(0.125) };
        const real times[] = { 0, 100 };
        struct statistics statistics;
        real x[2] = { 1, 0 };
        cr_assert_eq(PREC(drive)(PREC(integrator_find)("semi_implicit_euler"), &ode, &settings,
                                 times, 2, x, &work, nothing, NULL, &statistics),
                     STATUS_OK);
        const real kept = x[0] * x[0] + x[1] * x[1] - settings.step * x[0] * x[1];
        /* 800 steps of some roundings each */
        if (velocities)
            cr_expect(r_abs(kept - 1) <= 4 * 800 * R_EPSILON, "%.9g", (double)kept);
        else
            cr_expect(kept > C(1e5), "%.9g", (double)kept);
        cr_expect_eq(statistics.rate_evals, velocities ? 1600u : 800u);
    }
}

struct seen {
    size_t n;
    real t[16];
};

static void see(void *ctx, size_t i, real t, const real x[])
{
    struct seen *seen = ctx;
    (void)x;
    cr_assert_eq(i, seen->n);
    seen->t[seen->n++] = t;
}

Test(driver, shows_every_sample_once_and_stops_at_jumps)
{
    static const real times[] = { 0, C(0.5), C(1.2345), C(1.3), 2 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int ignore = 0; ignore < 2; ignore++) {
            struct relaxation r = { .lambda = 3, .jump = C(1.2345) };
            const struct ode ode = problem(&r);
            const struct settings settings = { .step = C(0.01), .ignore_events = ignore };
            struct statistics statistics;
            struct seen seen = { 0 };
            real x[1] = { 0 };
            cr_assert_eq(
                PREC(drive)(*in, &ode, &settings, times, 5, x, &work, see, &seen, &statistics),
                STATUS_OK);
            cr_expect_eq(seen.n, (size_t)5);
            for (size_t i = 0; i < 5; i++)
                cr_expect_eq(seen.t[i], times[i]);
            cr_expect_eq(statistics.events, (uint64_t)!ignore);
            cr_expect_eq(r.intervals, ignore ? 0u : 3u); /* the last one begins at the end */
        }
}

Test(driver, steps_are_never_longer_than_asked)
{
    const struct settings settings = { .step = C(0.3) };
    struct statistics statistics;
    enum status status;
    error_at(PREC(integrator_find)("euler"), 1, (real)INFINITY, &settings, &statistics, &status);
    cr_expect_eq(statistics.steps, 7);
    const struct settings exact = { .step = C(0.25) };
    error_at(PREC(integrator_find)("euler"), 1, (real)INFINITY, &exact, &statistics, &status);
    cr_expect_eq(statistics.steps, 8);
    cr_expect_eq(statistics.rate_evals, 8);
}

/* A rate that is not a number from lambda on. */
static void break_down(void *ctx, real t, const real x[], real dx[])
{
    const struct relaxation *r = ctx;
    (void)x;
    dx[0] = t > r->lambda ? (real)NAN : 1;
}

/* Wherever that is, steps that end there say so: also at a power of two, behind which times are
 * twice as far apart as before it, so that the last step may be too short to be tried again. */
Test(failures, are_those_of_the_rates_wherever_they_end)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int i = 2; i <= 256; i++) {
            struct relaxation r = { .lambda = 1 / (real)i, .jump = (real)INFINITY };
            const struct ode whole = problem(&r);
            const struct ode ode = { .n = 1, .ctx = &r, .rate = break_down, .scale = whole.scale };
            const real times[] = { 0, 1 };
            const struct settings settings = { .step = C(1e-2), .max_steps = 100000 };
            struct statistics statistics;
            real x[1] = { 0 };
            if (!integrator_fits(*in, &ode) || (*in)->flags & INTEGRATOR_HOST_ONLY)
                continue;
            const enum status status =
                PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics);
            cr_expect_eq(status, STATUS_NONFINITE, "%s, %g: %s", (*in)->name, (double)r.lambda,
                         status_text(status));
        }
}

Test(failures, have_a_status_and_a_text)
{
    struct statistics statistics;
    enum status status;
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        const struct settings few = { .step = C(1e-4), .rtol = C(1e-6), .max_steps = 10 };
        error_at(*in, 3, (real)INFINITY, &few, &statistics, &status);
        cr_expect_eq(status, STATUS_TOO_MANY_STEPS, "%s: %s", (*in)->name, status_text(status));
        cr_expect(statistics.steps <= 10, "%s", (*in)->name);

        struct relaxation r = { .lambda = C(0.5), .jump = (real)INFINITY };
        struct ode ode = problem(&r);
        const real times[] = { 0, 1 };
        const struct settings settings = { .step = C(1e-2), .max_steps = 100000 };
        real x[1] = { 0 };
        ode.rate = break_down;
        ode.flow = NULL;
        ode.relaxation = NULL;
        ode.inclusion = NULL;
        ode.jacobian = NULL;
        status = PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics);
        cr_expect_neq(status, STATUS_OK, "%s", (*in)->name);
        if (!integrator_fits(*in, &ode))
            cr_expect_eq(status, STATUS_UNSUPPORTED, "%s", (*in)->name);
        else if (!((*in)->flags & INTEGRATOR_HOST_ONLY))
            cr_expect_eq(status, STATUS_NONFINITE, "%s: %s", (*in)->name, status_text(status));
        cr_expect(strlen(status_text(status)) > 0);
    }
    const struct settings tiny = { .step = R_EPSILON / 1024 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & INTEGRATOR_ADAPTIVE)
            continue;
        error_at(*in, 3, (real)INFINITY, &tiny, &statistics, &status);
        cr_expect_eq(status, STATUS_STEP_TOO_SMALL, "%s: %s", (*in)->name, status_text(status));
    }
}
