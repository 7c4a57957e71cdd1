/* Integrators on problems of several states: orders on nonlinear ones, errors within steps, and
 * steps that follow the tolerance. Orders in double only, where there are digits to measure them
 * with. */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/registry/problems_test.h"

#ifndef REAL_F32
/* The largest error at t = 2, from the methods' own first step on. */
static double curved_error(const struct integrator *in, bool known, double step, double rtol,
                           struct statistics *statistics)
{
    struct problem p;
    const struct ode ode = problem_curved(&p, known);
    const struct settings settings = { .step = step, .rtol = rtol, .atol = rtol };
    real x[PROBLEM_CURVED];
    double exact[PROBLEM_CURVED], error = 0;
    problem_begin_curved(x);
    cr_assert_eq(problem_run(in, &ode, &settings, x, statistics), STATUS_OK, "%s", in->name);
    problem_curve(2, exact);
    for (unsigned i = 0; i < PROBLEM_CURVED; i++)
        error = fmax(error, fabs(x[i] - exact[i]));
    return error;
}

static double relaxing_error(const struct integrator *in, double step, double rtol,
                             struct statistics *statistics)
{
    struct problem p;
    const struct ode ode = problem_relaxing(&p, 4);
    const struct settings settings = { .step = step, .rtol = rtol, .atol = rtol };
    real x[PROBLEM_MAX] = { 0 };
    double exact[PROBLEM_MAX], error = 0;
    cr_assert_eq(problem_run(in, &ode, &settings, x, statistics), STATUS_OK, "%s", in->name);
    problem_relaxed(&p, 2, exact);
    for (unsigned i = 0; i < ode.n; i++)
        error = fmax(error, fabs(x[i] - exact[i]));
    return error;
}

/* Between two steps where rounding does not show, log error over log step is the order within what
 * the next power of the step adds, which a factor of 4 in the step leaves below 0.15. */
Test(systems, order_is_as_stated_on_a_nonlinear_one)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int known = 0; known < 2; known++) {
            struct problem p;
            struct statistics statistics;
            const struct ode ode = problem_curved(&p, known);
            if ((*in)->flags & INTEGRATOR_ADAPTIVE || !integrator_fits(*in, &ode))
                continue;
            const double fine = (*in)->order > 2 ? 1.0 / 64 : 1.0 / 256;
            const double e1 = curved_error(*in, known, 4 * fine, 0, &statistics);
            const double e2 = curved_error(*in, known, fine, 0, &statistics);
            const double order = log(e1 / e2) / log(4);
            cr_expect(fabs(order - (*in)->order) < 0.15, "%s: order %.3f, stated %u (%s)",
                      (*in)->name, order, (*in)->order, known ? "known" : "by differences");
        }
}

Test(systems, order_is_as_stated_on_relaxing_ones)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct statistics statistics;
        if ((*in)->flags & INTEGRATOR_ADAPTIVE)
            continue;
        const double fine = (*in)->order > 2 ? 1.0 / 64 : 1.0 / 256;
        const double e1 = relaxing_error(*in, 4 * fine, 0, &statistics);
        const double e2 = relaxing_error(*in, fine, 0, &statistics);
        const double order = log(e1 / e2) / log(4);
        cr_expect(fabs(order - (*in)->order) < 0.15, "%s: order %.3f, stated %u", (*in)->name,
                  order, (*in)->order);
    }
}

/* The error of a step is at most its tolerance. In a problem that does not amplify errors by more
 * than exp(2), the largest rate of growth over 2 s, the sum over the steps is bounded. */
Test(systems, errors_are_those_of_the_steps)
{
    static const double tolerances[] = { 1e-5, 1e-7, 1e-9 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (size_t k = 0; k < sizeof tolerances / sizeof *tolerances; k++) {
            struct problem p;
            struct statistics statistics;
            const struct ode ode = problem_curved(&p, true);
            const double rtol = tolerances[k];
            if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
                continue;
            if (integrator_fits(*in, &ode)) {
                const double e = curved_error(*in, true, 0, rtol, &statistics);
                cr_expect(e <= exp(2) * 3 * rtol * (double)statistics.steps, "%s at %g: %g",
                          (*in)->name, rtol, e);
            }
            const double e = relaxing_error(*in, 0, rtol, &statistics);
            cr_expect(e <= 2 * rtol * (double)statistics.steps, "%s at %g: %g", (*in)->name, rtol,
                      e);
        }
}

struct seen {
    const struct problem *problem;
    double worst;
};

static void compare_sample(void *ctx, size_t i, real t, const real x[])
{
    struct seen *seen = ctx;
    double exact[PROBLEM_MAX];
    (void)i;
    problem_relaxed(seen->problem, t, exact);
    for (unsigned k = 0; k < seen->problem->n; k++)
        seen->worst = fmax(seen->worst, fabs(x[k] - exact[k]));
}

/* Samples within steps are not worse than at their ends. */
Test(systems, samples_lie_on_the_solution)
{
    enum { SAMPLES = 1601 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct ode ode = problem_relaxing(&p, 4);
        struct seen seen = { .problem = &p };
        struct statistics statistics;
        const double rtol = 1e-8;
        const struct settings settings = { .rtol = rtol, .atol = rtol };
        real x[PROBLEM_MAX] = { 0 }, times[SAMPLES];
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            continue;
        p.jump = 1.2345;
        for (int i = 0; i < SAMPLES; i++)
            times[i] = 2.0 * i / (SAMPLES - 1);
        cr_assert_eq(PREC(drive)(*in, &ode, &settings, times, SAMPLES, x, problem_work,
                                 compare_sample, &seen, &statistics),
                     STATUS_OK);
        cr_expect(seen.worst <= 100 * rtol, "%s: %g", (*in)->name, seen.worst);
        cr_expect(statistics.steps < SAMPLES / 2, "%s", (*in)->name);
    }
}

/* Steps grow by tolerance^(1/5) for a method of order 5 with an estimate of order 4: from 1e-6 to
 * 1e-9 there are 10^(3/5) = 4 times as many, and an eighth less or more for beginning and end. */
Test(systems, rosenbrock_takes_the_steps_that_its_order_asks_for)
{
    struct statistics wide, narrow;
    const struct integrator *rosenbrock = PREC(integrator_find)("rosenbrock");
    curved_error(rosenbrock, true, 0, 1e-8, &wide);
    curved_error(rosenbrock, true, 0, 1e-11, &narrow);
    const double ratio = (double)narrow.steps / (double)wide.steps;
    cr_expect(ratio > 3.5 && ratio < 4.5, "%g %g %g", ratio, (double)wide.steps,
              (double)wide.rejected);
    cr_expect(narrow.rejected <= narrow.steps / 10);
}
#endif

/* The mirrored problem has the mirrored solution, bit for bit and step by step: no rounding and no
 * estimate of an error has a sign. (Forward differences have one: the Jacobian is known.) */
Test(systems, have_no_preferred_direction)
{
    const struct settings settings = { .step = C(0.03125), .rtol = C(1e-4) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct statistics s[2];
        real x[2][PROBLEM_MAX] = { { 0 } };
        for (int k = 0; k < 2; k++) {
            struct problem p;
            const struct ode ode = problem_relaxing(&p, 4);
            p.mirrored = k == 1;
            p.jump = C(1.2345);
            cr_assert_eq(problem_run(*in, &ode, &settings, x[k], &s[k]), STATUS_OK);
        }
        cr_expect(s[0].steps == s[1].steps && s[0].rejected == s[1].rejected, "%s", (*in)->name);
        for (unsigned i = 0; i < 4; i++)
            cr_expect(x[0][i] == -x[1][i], "%s: %a, mirrored %a", (*in)->name, (double)x[0][i],
                      (double)x[1][i]);
    }
}

/* x0' = -a(t) x0 and x1' = b(t), with polynomials: (1, 1/2 + t + 2 t^6) and 7 t^6 - 5 t^4 + 2 t. */
static void polynomial_relaxation(void *ctx, real t, real steady[], real rate[])
{
    (void)ctx;
    steady[0] = 0;
    rate[0] = C(0.5) + t + 2 * t * t * t * t * t * t;
}

static void polynomial_rate(void *ctx, real t, const real x[], real dx[])
{
    real steady[1], rate[1];
    polynomial_relaxation(ctx, t, steady, rate);
    dx[0] = -rate[0] * x[0];
    dx[1] = 7 * t * t * t * t * t * t - 5 * t * t * t * t + 2 * t;
}

static void compare_polynomial(void *ctx, size_t i, real t, const real x[])
{
    const real travel = t / 2 + t * t / 2 + 2 * t * t * t * t * t * t * t / 7;
    const real sum = t * t * t * t * t * (t * t - 1) + t * t;
    (void)ctx, (void)i;
    cr_expect(r_abs(x[0] - r_exp(-travel)) <= 64 * R_EPSILON, "x0 at %g: %a", (double)t,
              (double)x[0]);
    cr_expect(r_abs(x[1] - sum) <= 64 * R_EPSILON, "x1 at %g: %a", (double)t, (double)x[1]);
}

/* With seven nodes polynomials up to t^6 are integrated to rounding, within a step as at its end.
 */
Test(systems, collocation_is_exact_for_polynomials)
{
    enum { SAMPLES = 33 };
    const real scale[] = { 1, 1 };
    const struct ode ode = { .n = 2,
                             .n_relaxing = 1,
                             .rate = polynomial_rate,
                             .relaxation = polynomial_relaxation,
                             .scale = scale };
    const struct settings settings = { .rtol = 1 };
    struct statistics s;
    real x[] = { 1, 0 }, times[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        times[i] = (real)i / (SAMPLES - 1);
    cr_assert_eq(PREC(drive)(PREC(integrator_find)("exponential_adaptive"), &ode, &settings, times,
                             SAMPLES, x, problem_work, compare_polynomial, NULL, &s),
                 STATUS_OK);
    cr_expect_eq(s.steps, 1);
}

/* Wherever an interval ends: exactly there, so that no step is left over. */
Test(systems, intervals_end_anywhere)
{
    enum { PLACES = 40 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        uint64_t least = UINT64_MAX, most = 0;
        for (int i = 0; i < PLACES; i++) {
            struct problem p;
            const struct ode ode = problem_relaxing(&p, 3);
            const struct settings settings = { .step = C(0.0625), .rtol = C(1e-3) };
            struct statistics s;
            real x[PROBLEM_MAX] = { 0 };
            p.jump = C(0.9) + r_sqrt((real)(i + 1)) / 70;
            cr_assert_eq(problem_run(*in, &ode, &settings, x, &s), STATUS_OK, "%s, jump at %a",
                         (*in)->name, (double)p.jump);
            cr_expect_eq(s.events, 1);
            least = s.steps < least ? s.steps : least;
            most = s.steps > most ? s.steps : most;
        }
        cr_expect(most - least <= 3, "%s: %llu to %llu steps", (*in)->name,
                  (unsigned long long)least, (unsigned long long)most);
    }
}

#ifndef REAL_F32
static void count_sample(void *ctx, size_t i, real t, const real x[])
{
    size_t *seen = ctx;
    (void)i, (void)t;
    *seen += isfinite(x[0]) != 0;
}

/* So late that time since the beginning has more digits than time itself: every instant that there
 * is lies in a step, at its end too. */
Test(systems, samples_late_in_a_run_lie_in_steps)
{
    enum { SAMPLES = 4000 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        const struct ode ode = problem_relaxing(&p, 3);
        const double begin = 0x1p30, tick = 0x1p-22;
        const struct settings settings = { .step = 10.3 * tick, .rtol = 1e-3 };
        struct statistics s;
        size_t seen = 0;
        real x[PROBLEM_MAX] = { 0 }, times[SAMPLES];
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            continue;
        for (int i = 0; i < SAMPLES; i++)
            times[i] = begin + i * tick;
        cr_expect_eq(PREC(drive)(*in, &ode, &settings, times, SAMPLES, x, problem_work,
                                 count_sample, &seen, &s),
                     STATUS_OK, "%s", (*in)->name);
        cr_expect_eq(seen, (size_t)SAMPLES, "%s", (*in)->name);
    }
}

#endif

/* No step is longer than asked, by settings or by the problem, which is told the rates or nothing.
 */
Test(systems, longest_steps_are_kept)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct ode ode = problem_relaxing(&p, 3);
        struct statistics statistics;
        const struct settings short_ones = { .step = C(0.015625), .rtol = C(1e-2) };
        const struct settings free = { .rtol = C(1e-2) };
        real x[PROBLEM_MAX] = { 0 };
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE))
            continue;
        cr_assert_eq(problem_run(*in, &ode, &short_ones, x, &statistics), STATUS_OK);
        cr_expect(statistics.steps >= 128 && statistics.steps <= 160, "%s: %llu", (*in)->name,
                  (unsigned long long)statistics.steps);
        p.longest = C(0.0625);
        for (unsigned i = 0; i < p.n; i++)
            x[i] = 0;
        cr_assert_eq(problem_run(*in, &ode, &free, x, &statistics), STATUS_OK);
        /* Libraries get to where they are told to stop in two steps. */
        cr_expect(statistics.steps >= 32 && statistics.steps <= 70, "%s: %llu", (*in)->name,
                  (unsigned long long)statistics.steps);
        cr_expect(!p.misled, "%s", (*in)->name);
    }
}
