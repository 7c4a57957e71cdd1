/* Laws with guards, driven: every integrator that locates the events follows the exact
 * trajectory, random bonds included. In both precisions.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "integrators/work_test.h"
#include "reference/experiments/driven.h"
#include "reference/experiments/exact.h"

/* Dyadic velocities and times: held motion is then exact in steps of 1/16 s. */
static const struct hold holds[] = { { C(0x1p-12), C(0.75) },
                                     { -C(0x1p-11), C(0.5) },
                                     { C(0x1p-13), C(1.25) } };
static const char velocity[] = "hold 0.000244140625 0.75; hold -0.00048828125 0.5; "
                               "hold 0.0001220703125 1.25";

/* Runs the model by the integrator along a signal; the driven problem keeps the memory. */
static enum status follow_along(const char *text, const struct integrator *in,
                                const struct model *model, const real p[], bool naive,
                                struct driven *driven, real x[], struct statistics *statistics)
{
    struct signal signal;
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse(text, &signal, error), "%s", error);
    const struct ode ode = PREC(driven_ode)(driven, model, p, &signal, false);
    const struct settings settings = { .step = C(0.0625), .rtol = C(1e-6), .ignore_events = naive };
    const real times[] = { 0, (real)signal.duration };
    const enum status status =
        PREC(drive)(in, &ode, &settings, times, 2, x, &work, nothing, NULL, statistics);
    signal_free(&signal);
    return status;
}

/* Runs the model along the signal of `holds`. */
static enum status follow(const struct integrator *in, const struct model *model, const real p[],
                          bool naive, struct driven *driven, real x[],
                          struct statistics *statistics)
{
    return follow_along(velocity, in, model, p, naive, driven, x, statistics);
}

/* Snap for snap, whatever the method: bonds and counts are the same. */
Test(events, bonds_do_not_depend_on_the_integrator)
{
    const struct model *model = PREC(model_find)("bristle");
    real p[MODEL_MAX_PARAMS];
    struct exact_state exact;
    PREC(model_defaults)(model, p);
    exact_state_start(&exact, model, p);
    for (size_t i = 0; i < sizeof holds / sizeof *holds; i++)
        exact_state_flow(&exact, holds[i]);
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct driven driven;
        struct statistics statistics;
        real x[MODEL_MAX_STATES] = { 0 };
        cr_assert_eq(follow(*in, model, p, false, &driven, x, &statistics), STATUS_OK, "%s",
                     (*in)->name);
        for (unsigned k = 0; k < model->n_ints; k++)
            cr_expect_eq(driven.memory.ints[k], exact.memory.ints[k], "%s: %lld, exactly %lld",
                         (*in)->name, (long long)driven.memory.ints[k],
                         (long long)exact.memory.ints[k]);
        if (!((*in)->flags & INTEGRATOR_USES_FLOW))
            cr_expect(statistics.events > 500, "%s: %llu events", (*in)->name,
                      (unsigned long long)statistics.events);
    }
}

/* Naive runs snap too, at the ends of steps: no bond is left beyond its limit. */
Test(events, naive_runs_make_the_transitions_too)
{
    const struct model *model = PREC(model_find)("bristle");
    real p[MODEL_MAX_PARAMS], g[MODEL_MAX_GUARDS];
    PREC(model_defaults)(model, p);
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct driven driven;
        struct statistics statistics;
        real x[MODEL_MAX_STATES] = { 0 };
        cr_assert_eq(follow(*in, model, p, true, &driven, x, &statistics), STATUS_OK, "%s",
                     (*in)->name);
        if (!((*in)->flags & INTEGRATOR_USES_FLOW))
            cr_expect(statistics.events > 500, "%s: %llu events", (*in)->name,
                      (unsigned long long)statistics.events);
        model->guard(p, &driven.memory, 0, x, g);
        for (unsigned i = 0; i < model->n_guards; i++)
            cr_expect(g[i] >= 0, "%s: bristle %u", (*in)->name, i);
    }
}

/* Seeds differ, and so do bonds. */
Test(events, bonds_depend_on_the_seed)
{
    const struct model *model = PREC(model_find)("bristle");
    real p[MODEL_MAX_PARAMS], x[2] = { 0, 0 };
    struct memory a, b;
    PREC(model_defaults)(model, p);
    model->start(p, 1, &a);
    model->start(p, 2, &b);
    model->flow(p, &a, C(1e-3), 1, C(0.1), &x[0]);
    model->flow(p, &b, C(1e-3), 1, C(0.1), &x[1]);
    cr_expect(memcmp(a.ints, b.ints, model->n_ints * sizeof *a.ints) != 0);
}

/* The reset integrator stops at its limit exactly, not beyond it, and reverses with two
 * transitions. */
Test(events, reset_integrator_stops_at_its_limit)
{
    const struct model *model = PREC(model_find)("reset_integrator");
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
            continue;
        struct driven driven;
        struct statistics statistics;
        real x[MODEL_MAX_STATES] = { 0 };
        cr_assert_eq(follow(*in, model, p, false, &driven, x, &statistics), STATUS_OK, "%s",
                     (*in)->name);
        cr_expect_eq(x[0], p[1], "%s: %a", (*in)->name, (double)x[0]);
        if (!((*in)->flags & INTEGRATOR_USES_FLOW))
            cr_expect_eq(statistics.events, (uint64_t)7,
                         "%s: %llu events: 2 jumps, 2 turns, 3 limits", (*in)->name,
                         (unsigned long long)statistics.events);
    }
}

/* Creep lets all elements but the last slip, one by one; a fast motion cannot hold them, and so
 * they stick and go back, so far that the weakest slips back too, and all rest; then so do the
 * others in a motion back. Softer by 100 than the defaults, so that no method needs small steps. */
Test(events, leuven_slips_gives_way_and_slips_back)
{
    enum { K = 2, W = 6, LAST = 3 };
    static const struct {
        const char *velocity;
        int slip_back;   /* of the elements, the first ones */
        uint64_t events; /* jumps; limits; a turn; limits */
    } parts[] = {
        { "hold 0.0001220703125 64; hold 0.00390625 64", 1, 1 + 3 + 1 + 1 },
        { "hold 0.0001220703125 64; hold 0.00390625 64; hold -0.00048828125 32", 3, 2 + 3 + 1 + 3 },
    };
    const struct model *model = PREC(model_find)("leuven");
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (int i = 0; i <= LAST; i++)
        p[K + i] /= 100;
    p[W] = C(0.01);
    p[W + LAST] = C(0.75);
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int k = 0; k < 2; k++) {
            if ((*in)->flags & (INTEGRATOR_RELAXING | INTEGRATOR_SET_VALUED))
                continue;
            struct driven driven;
            struct statistics statistics;
            real x[MODEL_MAX_STATES] = { 0 };
            cr_assert_eq(
                follow_along(parts[k].velocity, *in, model, p, false, &driven, x, &statistics),
                STATUS_OK, "%s", (*in)->name);
            /* to rtol: at rest a method's stages may be on either side of it */
            for (int i = 0; i < parts[k].slip_back; i++)
                cr_expect(r_abs(x[i] + p[W + i] / p[K + i]) <= C(1e-6) * p[W + i] / p[K + i],
                          "%s: z%d = %a", (*in)->name, i + 1, (double)x[i]);
            if (!((*in)->flags & INTEGRATOR_USES_FLOW))
                cr_expect_eq(statistics.events, parts[k].events, "%s: %llu events", (*in)->name,
                             (unsigned long long)statistics.events);
        }
}
