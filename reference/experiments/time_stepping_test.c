/* Time-stepping of masses with Coulomb friction, without events: sticking is exact, at any step. In
 * both precisions. */
#include <criterion/criterion.h>

#include "integrators/integrator.h"
#include "reference/experiments/plant_ode.h"

enum { SAMPLES = 401 };

struct time_stepping_run {
    real t[SAMPLES], x[SAMPLES], v[SAMPLES];
};

static void keep(void *ctx, size_t i, real t, const real x[])
{
    struct time_stepping_run *r = ctx;
    r->t[i] = t;
    r->x[i] = x[0];
    r->v[i] = x[1];
}

/* 1 kg with 1 N of friction under the force signal. */
static void run_naively(const char *method, const char *law, const char *force, real h, real t_end,
                        struct time_stepping_run *r)
{
    static union {
        max_align_t alignment;
        char bytes[1 << 12];
    } work;
    const struct model *model = PREC(model_find)(law);
    struct plant plant = { .mass = 1 };
    struct moving moving;
    struct statistics statistics;
    real p[MODEL_MAX_PARAMS], x[ODE_MAX_STATES] = { 0 }, times[SAMPLES];
    char error[SIGNAL_TEXT];
    const struct settings settings = { .step = h, .ignore_events = true };
    cr_assert(signal_parse(force, &plant.force, error), "%s", error);
    PREC(model_defaults)(model, p);
    for (int i = 0; i < SAMPLES; i++)
        times[i] = t_end * (real)i / (SAMPLES - 1);
    const struct ode ode = PREC(plant_ode)(&moving, model, p, &plant, true);
    cr_assert_eq(PREC(drive)(PREC(integrator_find)(method), &ode, &settings, times, SAMPLES, x,
                             &work, keep, r, &statistics),
                 STATUS_OK);
    signal_free(&plant.force);
}

static const real steps[] = { C(0.3), C(0.07), C(1e-2), C(1e-3) };

/* Below the friction nothing moves, not even in the last digit. */
Test(time_stepping, what_sticks_sticks_exactly)
{
    static const char *const laws[] = { "coulomb", "coulomb_viscous", "stribeck", "exponential" };
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < 4; i++) {
            struct time_stepping_run r;
            run_naively("time_stepping", laws[k], "sine 0 0.99 7 0.1 20", steps[i], 20, &r);
            for (int j = 0; j < SAMPLES; j++)
                cr_assert(r.x[j] == 0 && r.v[j] == 0, "%s: v = %g", laws[k], (double)r.v[j]);
        }
}

/* 2 N for 1 s bring the mass to 1 m/s, and without force it stops 1 s later: by this method within
 * a step, and then for good. By a method that evaluates sgn(v) it jumps to and fro. */
Test(time_stepping, stops_within_a_step_and_stays)
{
    for (size_t i = 0; i < 4; i++) {
        struct time_stepping_run r, other;
        const real h = steps[i];
        run_naively("time_stepping", "coulomb", "hold 2 1; hold 0 7", h, 8, &r);
        run_naively("rk4", "coulomb", "hold 2 1; hold 0 7", h, 8, &other);
        bool shivers = false;
        for (int j = 0; j < SAMPLES; j++)
            if (r.t[j] > 2 + 2 * h) {
                cr_expect(r.v[j] == 0 && r.x[j] == r.x[SAMPLES - 1], "v = %g at %g", (double)r.v[j],
                          (double)r.t[j]);
                shivers |= other.v[j] != 0;
            }
        /* The jump of the force is seen up to a step late: an acceleration of 1 too long. */
        cr_expect(r_abs(r.x[SAMPLES - 1] - 1) <= 3 * h, "x = %g", (double)r.x[SAMPLES - 1]);
        cr_expect(shivers);
    }
}
