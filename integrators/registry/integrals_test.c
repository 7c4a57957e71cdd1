/* States that do not relax, and integrals: which of them limits the steps, and how accurate they
 * are. In both precisions. */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/registry/problems_test.h"

/* x0 rests at 1; x1 is the integral of x0 and of an input of its own. */
struct rest {
    real amplitude;
};

static void rest_relaxation(void *ctx, real t, real steady[], real rate[])
{
    (void)ctx, (void)t;
    steady[0] = 3;
    rate[0] = 0;
}

static void rest_rate(void *ctx, real t, const real x[], real dx[])
{
    const struct rest *r = ctx;
    dx[0] = 0;
    dx[1] = x[0] + r->amplitude * r_sin(20 * t);
}

static struct ode rest_problem(struct rest *r)
{
    static const real scale[] = { 1, 1 };
    return (struct ode){ .n = 2,
                         .ctx = r,
                         .n_relaxing = 1,
                         .rate = rest_rate,
                         .relaxation = rest_relaxation,
                         .scale = scale };
}

static void compare_rest(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i;
    cr_expect(x[0] == 1 && r_abs(x[1] - t) <= 64 * R_EPSILON, "%a, %a at %g", (double)x[0],
              (double)x[1], (double)t);
}

/* Where nothing relaxes, as at rest, there is no travel to divide by. */
Test(systems, what_does_not_relax_stays)
{
    enum { SAMPLES = 9 };
    const struct settings settings = { .step = C(0.5), .rtol = C(1e-3) };
    real times[SAMPLES];
    for (int i = 0; i < SAMPLES; i++)
        times[i] = (real)i / (SAMPLES - 1);
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct rest r = { 0 };
        const struct ode ode = rest_problem(&r);
        struct statistics s;
        real x[] = { 1, 0 };
        if (!((*in)->flags & INTEGRATOR_RELAXING) || !integrator_fits(*in, &ode))
            continue;
        cr_expect_eq(PREC(drive)(*in, &ode, &settings, times, SAMPLES, x, problem_work,
                                 compare_rest, NULL, &s),
                     STATUS_OK, "%s", (*in)->name);
    }
}

/* Errors of integrals count whatever their sign, and the sum of those of the steps is kept. */
Test(systems, errors_of_integrals_have_no_sign)
{
    const real rtol = sizeof(real) == sizeof(float) ? C(1e-4) : C(1e-6);
    const struct settings settings = { .rtol = rtol };
    uint64_t steps[2];
    for (int k = 0; k < 2; k++) {
        struct rest r = { .amplitude = k ? C(20.0) : -C(20.0) };
        const struct ode ode = rest_problem(&r);
        struct statistics s;
        real x[] = { 0, 0 };
        cr_assert_eq(
            problem_run(PREC(integrator_find)("exponential_adaptive"), &ode, &settings, x, &s),
            STATUS_OK);
        const real exact = r.amplitude / 20 * (1 - r_cos(40));
        cr_expect(r_abs(x[1] - exact) <= 3 * rtol * (real)s.steps, "off by %g",
                  (double)(x[1] - exact));
        steps[k] = s.steps;
    }
    cr_expect(steps[0] == steps[1] && steps[0] > 4);
}

/* What the work memory held does not count where an integral limits the steps, either. */
Test(systems, integrals_are_begun_anew)
{
    const struct settings settings = { .rtol = C(1e-4) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct statistics s[2];
        real x[2][2] = { { 0 } };
        for (int filled = 0; filled < 2; filled++) {
            struct rest r = { .amplitude = 20 };
            const struct ode ode = rest_problem(&r);
            if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
                continue;
            memset(problem_work, filled ? 0x7f : 0, PROBLEM_WORK);
            cr_assert_eq(problem_run(*in, &ode, &settings, x[filled], &s[filled]), STATUS_OK, "%s",
                         (*in)->name);
            cr_expect(s[filled].steps == s[0].steps && x[filled][1] == x[0][1],
                      "%s: %llu steps to %a, from other memory %llu to %a", (*in)->name,
                      (unsigned long long)s[0].steps, (double)x[0][1],
                      (unsigned long long)s[filled].steps, (double)x[filled][1]);
        }
    }
}

/* For a state far beyond its typical size the relative tolerance counts. */
Test(systems, relative_tolerances_count)
{
    static const real scale[] = { C(1e-3), C(1e-3) };
    const struct settings strict = { .rtol = C(1e-4), .atol = C(1e-2) };
    const struct settings lax = { .rtol = C(0.1), .atol = C(1e-2) };
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        struct statistics s[2];
        struct rest r = { .amplitude = 20 };
        struct ode ode = rest_problem(&r);
        ode.scale = scale;
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
            continue;
        for (int k = 0; k < 2; k++) {
            real x[] = { 1, 0 };
            cr_assert_eq(problem_run(*in, &ode, k ? &lax : &strict, x, &s[k]), STATUS_OK, "%s",
                         (*in)->name);
        }
        cr_expect(s[1].steps < s[0].steps, "%s: %llu steps, without %llu", (*in)->name,
                  (unsigned long long)s[1].steps, (unsigned long long)s[0].steps);
    }
}
