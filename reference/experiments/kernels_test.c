/* Fused kernels give the library's results bit for bit, in both precisions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "integrators/kernels/kernel.h"

#include "integrators/kernels/kernel_sampled.h"
#include "reference/experiments/driven.h"

/* The law under test, as the library has it: called through its table. */
static const struct model *law;

extern const struct kernel PREC(kernels)[], PREC(memory_kernels)[], PREC(refused_kernels)[];

enum { STEPS = 400, WORK = 1 << 14 };

static union {
    max_align_t alignment;
    char bytes[WORK];
} work;

static void unobserved(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* Back and forth within some stick lengths, with stops and reversals: whole multiples of
 * 2^-14 m/s, so that a ramp's middle is exact in both precisions. */
static void velocities(real v[STEPS + 1])
{
    for (unsigned i = 0; i <= STEPS; i++) {
        const int place = (int)(i % 80);
        v[i] = (real)(place < 40 ? place - 13 : 60 - place) * C(0.00006103515625);
    }
    for (unsigned i = 200; i < 210; i++)
        v[i] = 0;
}

/* Takes one step by the library's driver, as a run of its own. */
static void drive_step(const struct integrator *method, const struct ode *ode, real h, real x[])
{
    const struct settings settings = { .step = h, .ignore_events = true };
    const real times[] = { 0, h };
    struct statistics statistics;
    cr_assert_leq(method->workspace(ode->n), (size_t)WORK);
    const enum status status =
        PREC(drive)(method, ode, &settings, times, 2, x, work.bytes, unobserved, NULL, &statistics);
    cr_assert_eq(status, STATUS_OK, "%s", status_text(status));
    cr_assert_eq(statistics.steps, 1U);
}

static void expect_same_memory(const struct kernel *kernel, unsigned step, const struct memory *a,
                               const struct memory *b)
{
    for (unsigned k = 0; k < law->n_ints; k++)
        cr_assert_eq(a->ints[k], b->ints[k], "%s %s, step %u", kernel->law, kernel->method, step);
    for (unsigned k = 0; k < law->n_reals; k++)
        cr_assert(a->reals[k] == b->reals[k], "%s %s, step %u", kernel->law, kernel->method, step);
}

static void expect_same(const struct kernel *kernel, unsigned step, const real x[], const real y[])
{
    for (unsigned k = 0; k < law->n_states; k++)
        cr_assert(x[k] == y[k] && !signbit(x[k]) == !signbit(y[k]),
                  "%s %s, step %u, %s: kernel %a, library %a", kernel->law, kernel->method, step,
                  law->states[k].name, (double)x[k], (double)y[k]);
}

/* Parameters of the law: defaults, and once more with another exponent where it has one. */
static unsigned variants(real p[2][MODEL_MAX_PARAMS])
{
    PREC(model_defaults)(law, p[0]);
    PREC(model_defaults)(law, p[1]);
    for (unsigned i = 0; i < law->n_params; i++)
        if (strcmp(law->params[i].name, "m") == 0) {
            p[1][i] = C(1.25);
            return 2;
        }
    return 1;
}

/* Every kernel against the library's method over the same problem, at a step of no particular
 * length; the whole run at once, and step by step in one call each, gives the same. */
static void check_method(const struct kernel *kernel, const real p[])
{
    const struct integrator *method = PREC(integrator_find)(kernel->method);
    const real h = C(1.3e-4);
    struct memory mem[4] = { { 0 } }; /* of the library, advance, step and the whole run */
    real v[STEPS + 1], scale[MODEL_MAX_STATES] = { 0 }, x[4][MODEL_MAX_STATES] = { { 0 } };
    velocities(v);
    sampled_scale(&(struct sampled){ .law = law, .p = p }, scale);
    for (unsigned k = 0; k < 4 && law->start; k++)
        law->start(p, 7, &mem[k]);
    for (unsigned i = 0; i < STEPS; i++) {
        struct sampled d = {
            .law = law, .p = p, .mem = &mem[0], .h = h, .v0 = v[i], .v1 = v[i + 1]
        };
        const struct ode ode = sampled_ode(&d, scale);
        drive_step(method, &ode, h, x[0]);
        cr_assert_eq(kernel->advance(p, &mem[1], h, &v[i], 1, x[1]), STATUS_OK);
        const real response = kernel->step(p, &mem[2], h, v[i], v[i + 1], x[2]);
        for (unsigned k = 1; k < 3; k++) {
            expect_same(kernel, i, x[k], x[0]);
            expect_same_memory(kernel, i, &mem[k], &mem[0]);
        }
        const real s = sampled_sign(&d, v[i + 1]);
        const real force = kernel->force(p, &mem[1], v[i], v[i + 1], x[1]);
        cr_assert_eq(force, law->force(p, &mem[0], v[i + 1], s, x[0]), "%s", kernel->law);
        cr_assert_eq(force, response, "%s %s", kernel->law, kernel->method);
    }
    cr_assert_eq(kernel->advance(p, &mem[3], h, v, STEPS, x[3]), STATUS_OK);
    expect_same(kernel, STEPS, x[3], x[0]);
    expect_same_memory(kernel, STEPS, &mem[3], &mem[0]);
}

static void check_methods(const struct kernel kernels[])
{
    for (const struct kernel *k = kernels; k->law; k++) {
        real p[2][MODEL_MAX_PARAMS];
        law = PREC(model_find)(k->law);
        const unsigned n = variants(p);
        for (unsigned i = 0; i < n; i++)
            check_method(k, p[i]);
    }
}

Test(kernels, equal_the_library_bit_for_bit) { check_methods(PREC(kernels)); }
Test(kernels, make_transitions_as_the_library_does) { check_methods(PREC(memory_kernels)); }

/* Compares a kernel with a law driven by ramps of the grammar, with a step that is a power of two:
 * both then have the same velocity at the ends and in the middle of a step. */
static void check_driven(const struct kernel *kernel)
{
    const struct integrator *method = PREC(integrator_find)(kernel->method);
    const real h = C(0.0001220703125);
    real p[MODEL_MAX_PARAMS], v[STEPS + 1], x[MODEL_MAX_STATES] = { 0 };
    real y[MODEL_MAX_STATES] = { 0 };
    PREC(model_defaults)(law, p);
    velocities(v);
    for (unsigned i = 0; i < STEPS; i++) {
        struct signal signal;
        struct driven driven;
        char text[128], error[SIGNAL_TEXT];
        snprintf(text, sizeof text, "ramp %.17g %.17g %.17g", (double)v[i], (double)v[i + 1],
                 (double)h);
        cr_assert(signal_parse(text, &signal, error), "%s", error);
        const struct ode ode = PREC(driven_ode)(&driven, law, p, &signal, false);
        driven.interval = signal_interval(&signal, 0);
        cr_assert_eq(kernel->advance(p, NULL, h, &v[i], 1, x), STATUS_OK);
        drive_step(method, &ode, h, y);
        expect_same(kernel, i, x, y);
        signal_free(&signal);
    }
}

Test(kernels, equal_a_driven_run_bit_for_bit)
{
    for (const struct kernel *k = PREC(kernels); k->law; k++) {
        law = PREC(model_find)(k->law);
        if (strcmp(k->method, "rosenbrock4") != 0) /* looks elsewhere, too */
            check_driven(k);
    }
}

/* Compares df/dt, where the velocity changes, with central differences: these err by the third
 * derivative, which a step as short as here leaves nothing of, and by the roundings of two rates
 * over its length. */
static void check_change(const struct sampled *d, const real scale[], const real x[])
{
    const struct ode ode = sampled_ode((struct sampled *)d, scale);
    const real t = C(0.3) * d->h, e = C(0.03125) * d->h;
    real ft[MODEL_MAX_STATES] = { 0 }, before[MODEL_MAX_STATES] = { 0 };
    real after[MODEL_MAX_STATES] = { 0 };
    cr_assert(ode.rate_t && ode.rate);
    ode.rate_t(ode.ctx, t, x, ft);
    ode.rate(ode.ctx, t - e, x, before);
    ode.rate(ode.ctx, t + e, x, after);
    for (unsigned i = 0; i < law->n_states; i++) {
        const real rounding = 64 * R_EPSILON * (r_abs(before[i]) + r_abs(after[i])) / e;
        const real change = (after[i] - before[i]) / (2 * e);
        cr_expect(r_abs(ft[i] - change) <= C(0.01) * r_abs(change) + rounding,
                  "%s, %s: %a, by differences %a", law->name, law->states[i].name, (double)ft[i],
                  (double)change);
    }
}

Test(kernels, know_how_rates_change_with_the_velocity)
{
    for (const struct kernel *k = PREC(kernels); k->law; k++) {
        real p[MODEL_MAX_PARAMS], scale[MODEL_MAX_STATES] = { 0 }, x[MODEL_MAX_STATES];
        law = PREC(model_find)(k->law);
        if (!law->jacobian)
            continue;
        PREC(model_defaults)(law, p);
        sampled_scale(&(struct sampled){ .law = law, .p = p }, scale);
        for (unsigned i = 0; i < law->n_states; i++)
            x[i] = C(0.4) * scale[i];
        for (int turned = 0; turned < 2; turned++) {
            const real s = turned ? -1 : 1;
            check_change(&(struct sampled){ law, p, NULL, C(1e-2), s * C(0.011), s * C(0.013) },
                         scale, x);
        }
    }
}

/* A guard that shows what guards see of a step: the velocity, and where it vanishes the side on
 * which the step lies. */
static void see_velocity(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)mem, (void)x;
    g[0] = v;
}

Test(kernels, guards_see_the_direction_in_which_a_step_leaves_zero)
{
    const struct model seeing = { .n_guards = 1, .guard = see_velocity };
    for (int k = 0; k < 4; k++) {
        const real v = k % 2 ? C(-0.5) : C(0.5);
        struct sampled d = { .law = &seeing, .h = 1, .v0 = k < 2 ? 0 : v, .v1 = k < 2 ? v : 0 };
        const struct ode ode = sampled_ode(&d, NULL);
        real g[1];
        for (int end = 0; end < 2; end++) {
            ode.guard(ode.ctx, (real)end, NULL, g);
            cr_expect(g[0] * v > 0, "%d, %d: %a", k, end, (double)g[0]);
        }
    }
}

/* Without a bound the size of a state is the law's length; without that, or bounds, 1. */
static void no_bounds(const real p[], real bound[])
{
    (void)p;
    bound[0] = 3;
    bound[1] = (real)INFINITY;
}

static real two(const real p[])
{
    (void)p;
    return 2;
}

Test(kernels, states_have_a_size)
{
    for (int k = 0; k < 4; k++) {
        const struct model sized = { .n_states = 2,
                                     .bound = k / 2 ? no_bounds : NULL,
                                     .length = k % 2 ? two : NULL };
        real scale[MODEL_MAX_STATES] = { (real)NAN, (real)NAN, (real)NAN };
        sampled_scale(&(struct sampled){ .law = &sized }, scale);
        cr_expect_eq(scale[0], k / 2 ? 3 : 1);
        cr_expect_eq(scale[1], k == 3 ? 2 : 1);
        cr_expect(isnan(scale[2]), "there are two states");
    }
}

Test(kernels, refuse_what_they_cannot_do)
{
    const real h = C(1e-4), v[] = { 1, 1, 1 };
    for (const struct kernel *k = PREC(kernels); k->law; k++) {
        real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { (real)NAN };
        law = PREC(model_find)(k->law);
        PREC(model_defaults)(law, p);
        cr_assert_eq(k->advance(p, NULL, h, v, 2, x), STATUS_NONFINITE, "%s %s", k->law, k->method);
    }
    const struct kernel *k = PREC(refused_kernels);
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { 0 };
    law = PREC(model_find)(k->law);
    PREC(model_defaults)(law, p);
    cr_assert_eq(k->advance(p, NULL, h, v, 2, x), STATUS_UNSUPPORTED);
    cr_assert(isnan(k->step(p, NULL, h, 1, 1, x)));
}
