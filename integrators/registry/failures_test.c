/* How methods that choose their steps fail where no step will do. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/integrator.h"

static union {
    max_align_t alignment;
    char bytes[1 << 16];
} work;

static const real one = 1;

static void nothing(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

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
        const struct settings settings = { .rtol = C(1e-5), .max_steps = 100000 };
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
