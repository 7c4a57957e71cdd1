/* How methods fail where no step will do, or none solves its equations. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/work_test.h"

/* x' = 1 + x^2: tan t, which has a pole at pi/2. */
static void pole(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t;
    dx[0] = 1 + x[0] * x[0];
}

/* Error control follows the solution until time cannot tell its steps apart. */
Test(failures, a_pole_ends_adaptive_methods)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        const struct ode ode = { .n = 1, .rate = pole, .scale = &one };
        if (!((*in)->flags & INTEGRATOR_ADAPTIVE) || !integrator_fits(*in, &ode))
            continue;
        const struct settings settings = { .rtol = C(1e-5), .max_steps = 20000 };
        const real times[] = { 0, 2 };
        struct statistics statistics;
        real x[1] = { 0 };
        const enum status status =
            PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics);
        cr_expect_neq(status, STATUS_OK, "%s", (*in)->name);
        if (!((*in)->flags & INTEGRATOR_HOST_ONLY))
            cr_expect(status == STATUS_STEP_TOO_SMALL || status == STATUS_NONFINITE, "%s: %s",
                      (*in)->name, status_text(status));
        cr_expect(statistics.steps > 10, "%s", (*in)->name);
    }
}

static void slow(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)t;
    dx[0] = -x[0] / 16;
}

/* A rate like noise, which no step follows. */
static void noise(void *ctx, real t, const real x[], real dx[])
{
    (void)ctx, (void)x;
    dx[0] = C(1e6) * r_sin(C(1e12) * t + C(1e9) * r_cos(C(1e7) * t));
}

Test(failures, what_no_step_follows_is_told)
{
    struct statistics statistics;
    const struct ode ode = { .n = 1, .rate = noise, .scale = &one };
    const struct settings settings = { .rtol = 1000 * R_EPSILON, .max_steps = 100000 };
    const real times[] = { 1, 2 };
    real x[1] = { 0 };
    const enum status status = PREC(drive)(PREC(integrator_find)("rosenbrock"), &ode, &settings,
                                           times, 2, x, &work, nothing, NULL, &statistics);
    cr_expect(status == STATUS_STEP_TOO_SMALL || status == STATUS_TOO_MANY_STEPS ||
                  status == STATUS_ERROR_TEST,
              "%s", status_text(status));
}

/* 10^15 steps of given size are too many to begin with; of fewer as many are taken as are allowed.
 * (In float no time is long enough that could be told apart from one step less.) */
Test(failures, more_steps_than_can_be_taken_are_refused)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int less = 0; less < 2; less++) {
            const struct ode ode = { .n = 1, .rate = slow, .scale = &one };
            if (!(*in)->advance || !integrator_fits(*in, &ode) || sizeof(real) < sizeof(double))
                continue;
            const struct settings settings = { .step = 1, .max_steps = 2 };
            const real times[] = { 0, less ? C(1e15) - 1 : C(1e15) };
            struct statistics statistics;
            real x[1] = { 1 };
            const enum status status =
                PREC(drive)(*in, &ode, &settings, times, 2, x, &work, nothing, NULL, &statistics);
            cr_expect_eq(status, less ? STATUS_TOO_MANY_STEPS : STATUS_STEP_TOO_SMALL, "%s: %s",
                         (*in)->name, status_text(status));
            cr_expect_eq(statistics.steps, less ? 2u : 0u, "%s", (*in)->name);
        }
}

static void pole_jacobian(void *ctx, real t, const real x[], real jac[])
{
    (void)ctx, (void)t;
    jac[0] = 2 * x[0];
}

/* x' = 1 + x^2 from x = 0: a step of one second, or of as much as the method solves for in it, asks
 * for d = 1 + d^2, or twice that. There is no such number, and no method makes one up. */
Test(failures, steps_without_a_solution_are_refused)
{
    static const char *const names[] = { "implicit_euler", "trapezoidal", "bdf2" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int known = 0; known < 2; known++) {
            const struct ode ode = {
                .n = 1, .rate = pole, .jacobian = known ? pole_jacobian : NULL, .scale = &one
            };
            const struct settings settings = { .step = 1 };
            const real times[] = { 0, 1 };
            struct statistics statistics;
            real x[1] = { 0 };
            const enum status status = PREC(drive)(PREC(integrator_find)(names[i]), &ode, &settings,
                                                   times, 2, x, &work, nothing, NULL, &statistics);
            cr_expect_eq(status, STATUS_NO_CONVERGENCE, "%s: %s", names[i], status_text(status));
            cr_expect_str_eq(status_text(status),
                             "the implicit equations of a step did not converge");
            cr_expect(statistics.steps == 0 && statistics.rate_evals <= 41);
        }
}

/* A step that has a solution finds it. */
Test(failures, steps_with_a_solution_are_not)
{
    static const char *const names[] = { "implicit_euler", "trapezoidal", "bdf2" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct ode ode = { .n = 1, .rate = pole, .jacobian = pole_jacobian, .scale = &one };
        const struct settings settings = { .step = C(0x1p-7) };
        const real times[] = { 0, 1 };
        struct statistics statistics;
        real x[1] = { 0 };
        cr_assert_eq(PREC(drive)(PREC(integrator_find)(names[i]), &ode, &settings, times, 2, x,
                                 &work, nothing, NULL, &statistics),
                     STATUS_OK, "%s", names[i]);
        cr_expect(r_abs(x[0] - r_tan(1)) <= C(0.05), "%s: %g", names[i], (double)x[0]);
        cr_expect(statistics.rate_evals <= 6 * statistics.steps, "%s: %llu", names[i],
                  (unsigned long long)statistics.rate_evals);
    }
}
