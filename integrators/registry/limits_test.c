/* The limits of a run: tolerances and the rounding in them, differences where time has few digits,
 * and the last sample. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/registry/problems_test.h"

/* x relaxes from 1 to 0. Its rate carries the rounding of y, which grows: the square of sqrt(y) is
 * y but for rounding. */
static void noisy_rate(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t;
    const real root = r_sqrt(x[1]);
    dx[0] = -64 * (x[0] + (root * root - x[1]));
    dx[1] = C(0.7);
}

static void noisy_jacobian(void *ctx, real t, const real x[], real jac[])
{
    (void)ctx, (void)t, (void)x;
    jac[0] = -64;
    jac[1] = jac[2] = jac[3] = 0;
}

/* The largest size that a state has had decides which of its digits are noise: following these
 * would take steps of no length. */
Test(systems, roundings_of_what_was_large_are_no_errors)
{
    static const real scale[] = { 1, 1 };
    const struct ode ode = {
        .n = 2, .rate = noisy_rate, .jacobian = noisy_jacobian, .scale = scale
    };
    const struct settings settings = { .rtol = C(1e-3), .atol = C(1e-30), .max_steps = 2000 };
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int from = -1; from <= 1; from += 2) {
            struct statistics s;
            real x[] = { (real)from, 1 };
            if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
                continue;
            const enum status status = problem_run(*in, &ode, &settings, x, &s);
            cr_expect_eq(status, STATUS_OK, "%s: %s after %llu steps, %llu in vain", (*in)->name,
                         status_text(status), (unsigned long long)s.steps,
                         (unsigned long long)s.rejected);
        }
}

static void ignore(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* What is not known of a problem is found by differences, also late, or long before zero, where
 * time has few digits left for them: 64 of its roundings are a thousandth of a step here, of which
 * one may be lost. */
Test(systems, differences_in_time_are_found_late_in_a_run)
{
    const real late = C(0.1) / (65536 * R_EPSILON), step = C(0.1);
    const struct settings settings = { .step = step, .rtol = C(1e-2) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int side = -1; side <= 1; side += 2) {
            real x[2][PROBLEM_CURVED] = { { 0 } };
            for (int known = 0; known < 2; known++) {
                struct problem p;
                struct statistics s;
                const struct ode ode = problem_curved(&p, known);
                const real times[] = { (real)side * late, (real)side * late + 20 * step };
                if (!integrator_fits(*in, &ode))
                    continue;
                problem_begin_curved(x[known]);
                cr_assert_eq(PREC(drive)(*in, &ode, &settings, times, 2, x[known], problem_work,
                                         ignore, NULL, &s),
                             STATUS_OK, "%s", (*in)->name);
            }
            for (unsigned i = 0; i < PROBLEM_CURVED; i++)
                cr_expect(r_abs(x[0][i] - x[1][i]) <= C(0.02) * (1 + r_abs(x[1][i])),
                          "%s: %a by differences, %a", (*in)->name, (double)x[0][i],
                          (double)x[1][i]);
        }
}

/* A run ends with its last sample, wherever the interval ends in which that lies. */
Test(systems, runs_end_before_an_interval_that_goes_on)
{
    const struct settings settings = { .step = C(0.125), .rtol = C(1e-3) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        real x[2][PROBLEM_MAX] = { { 0 } };
        for (int later = 0; later < 2; later++) {
            struct problem p;
            struct statistics s;
            const struct ode ode = problem_relaxing(&p, 3);
            p.jump = later ? 3 : (real)INFINITY;
            if (integrator_fits(*in, &ode))
                cr_assert_eq(problem_run(*in, &ode, &settings, x[later], &s), STATUS_OK, "%s",
                             (*in)->name);
        }
        for (unsigned i = 0; i < 3; i++)
            cr_expect_eq(x[0][i], x[1][i], "%s: %a, %a", (*in)->name, (double)x[0][i],
                         (double)x[1][i]);
    }
}

/* Instants that are computed in different ways differ by some roundings: an interval that ends so
 * close to the end of the run ends there, without an event and a step of no length. */
Test(systems, intervals_that_end_within_roundings_of_the_run_end_with_it)
{
    const struct settings settings = { .step = C(0.125), .rtol = C(1e-3) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        real x[2][PROBLEM_MAX] = { { 0 } };
        struct statistics s[2] = { { 0 } };
        for (int early = 0; early < 2; early++) {
            struct problem p;
            const struct ode ode = problem_relaxing(&p, 3);
            p.jump = early ? 2 * (1 - 4 * R_EPSILON) : 2; /* the run ends at 2 */
            if (integrator_fits(*in, &ode))
                cr_assert_eq(problem_run(*in, &ode, &settings, x[early], &s[early]), STATUS_OK,
                             "%s", (*in)->name);
        }
        cr_expect_eq(s[0].events, s[1].events, "%s", (*in)->name);
        cr_expect_eq(s[0].steps, s[1].steps, "%s", (*in)->name);
        for (unsigned i = 0; i < 3; i++)
            cr_expect_eq(x[0][i], x[1][i], "%s: %a, %a", (*in)->name, (double)x[0][i],
                         (double)x[1][i]);
    }
}

/* An absolute tolerance that is given is the one that counts. */
Test(systems, absolute_tolerances_count)
{
    const struct settings strict = { .rtol = C(1e-4) }, lax = { .rtol = C(1e-4), .atol = C(0.1) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct problem p;
        struct statistics s[2];
        const struct ode ode = problem_relaxing(&p, 3);
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
            continue;
        for (int k = 0; k < 2; k++) {
            real x[PROBLEM_MAX] = { 0 };
            cr_assert_eq(problem_run(*in, &ode, k ? &lax : &strict, x, &s[k]), STATUS_OK, "%s",
                         (*in)->name);
        }
        cr_expect(s[1].steps < s[0].steps || s[0].steps == 1, "%s: %llu steps, without %llu",
                  (*in)->name, (unsigned long long)s[1].steps, (unsigned long long)s[0].steps);
    }
}

/* Tolerances that are not given are those of the settings' description, to the last digit. */
Test(systems, tolerances_not_given_are_the_default_ones)
{
    static const struct settings same[] = { { .rtol = 0 },
                                            { .rtol = C(1e-6) },
                                            { .rtol = C(1e-6), .atol = C(1e-6) } };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        real x[3][PROBLEM_MAX] = { { 0 } };
        struct problem p;
        const struct ode ode = problem_relaxing(&p, 3);
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
            continue;
        for (int k = 0; k < 3; k++) {
            struct statistics s;
            cr_assert_eq(problem_run(*in, &ode, &same[k], x[k], &s), STATUS_OK, "%s", (*in)->name);
            cr_expect_arr_eq(x[k], x[0], sizeof x[0], "%s: tolerances of %g and %g are others",
                             (*in)->name, (double)same[k].rtol, (double)same[k].atol);
        }
    }
}
