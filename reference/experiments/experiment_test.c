/* An experiment begins where its law does, driven or with a mass at rest, and says of a moment what
 * its surface or its mass does. */
#include "reference/experiments/experiment.h"

#include <criterion/criterion.h>
#include <math.h>

static void begins_off(const real p[], real x[])
{
    x[0] = p[0] / 8;
    x[1] = -p[0];
}

static void stands(const real p[], const struct memory *mem, real v, real s, const real x[],
                   real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    dx[0] = dx[1] = 0;
}

static real pulls(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s;
    return 2 * x[0] - x[1];
}

static const struct quantity params[] = { { .name = "p", .value = 4 } },
                             states[] = { { .name = "a" }, { .name = "b" } };
static const struct model law = { .name = "off",
                                  .params = params,
                                  .n_params = 1,
                                  .states = states,
                                  .n_states = 2,
                                  .initial = begins_off,
                                  .rate = stands,
                                  .force = pulls };
static const real p[] = { 4 };

static void set_velocity(struct setup *setup, const char *text)
{
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse(text, &setup->velocity, error), "%s", error);
}

/* v = 1/2 + t. */
Test(experiment, begins_where_a_driven_law_does)
{
    struct setup setup = { .has_mass = false };
    struct experiment e;
    real x[4] = { 9, 9, 9, 9 };
    set_velocity(&setup, "ramp 0.5 2.5 2");
    const struct ode ode = PREC(experiment_ode)(&e, &law, p, &setup, true);
    cr_assert_eq(ode.n, 3);
    PREC(experiment_begin)(&e, ode.n, x);
    cr_expect(x[0] == C(0.5) && x[1] == -4 && x[2] == 0 && x[3] == 9);
    x[2] = 7;
    const struct experiment_point at = PREC(experiment_point)(&e, 1, x);
    cr_expect(at.x == 1 && at.v == C(1.5) && at.F == 5 && at.energy == 7);
    cr_expect(at.law[0] == C(0.5) && at.law[1] == -4);
    signal_free(&setup.velocity);
}

Test(experiment, begins_where_a_law_with_a_mass_does)
{
    struct setup setup = { .has_mass = true, .plant = { .mass = 2 } };
    struct experiment e;
    real x[ODE_MAX_STATES];
    for (unsigned i = 0; i < ODE_MAX_STATES; i++)
        x[i] = 9;
    const struct ode ode = PREC(experiment_ode)(&e, &law, p, &setup, true);
    PREC(experiment_begin)(&e, ode.n, x);
    const struct experiment_point at = PREC(experiment_point)(&e, 0, x);
    cr_expect(at.law[0] == C(0.5) && at.law[1] == -4);
    cr_expect(at.x == 0 && at.v == 0 && at.energy == 0);
    cr_expect_eq(x[ode.n], 9);
}
