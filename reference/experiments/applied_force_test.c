/* The applied force by its formula along a motion in closed form, and by the momentum that a run
 * gains. */
#include "reference/experiments/applied_force.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/model.h"
#include "reference/experiments/run.h"
#include "reference/experiments/scenario.h"

/* x = sin t: of u all is known but the integral, whose error is below 24 (h/2)^4/720 T K. */
Test(applied_force, is_that_of_the_formula)
{
    enum { N = 1001 };
    char error[SIGNAL_TEXT];
    struct trajectory r;
    struct plant plant = {
        .mass = 1, .stiffness = 3, .damping = 5, .integral = 7, .place = 0.5, .pull = 0.25
    };
    double force[N];
    cr_assert(signal_parse("hold 2 1; ramp 2 4 9", &plant.force, error), "%s", error);
    trajectory_init(&r, N, 0, 10);
    for (size_t i = 0; i < N; i++) {
        r.x[i] = sin(r.t[i]);
        r.v[i] = cos(r.t[i]);
    }
    applied_force_along(&plant, &r, force);
    for (size_t i = 0; i < N; i++) {
        const double t = r.t[i], place = 0.5 + 0.25 * t, given = t < 1 ? 2 : 2 + 2 * (t - 1) / 9;
        const double q = 1 - cos(t) - 0.5 * t - 0.125 * t * t;
        const double u = given + 3 * (place - r.x[i]) - 5 * r.v[i] - 7 * q;
        cr_expect_float_eq(force[i], u, 1e-9, "at %g s: %.17g, not %.17g", t, force[i], u);
    }
    trajectory_free(&r);
    signal_free(&plant.force);
}

enum { SAMPLES = 4001 };

/* Sums u - F by trapezoids, which err by less than 1e-3 of the largest momentum. */
static void expect_momentum(const char *name, const struct trajectory *r, const double force[],
                            double mass)
{
    const double largest = mass * trajectory_largest(r->v, r->n, 1);
    double momentum = 0;
    cr_expect_gt(largest, 0);
    for (size_t i = 1; i < r->n; i++) {
        const double before = force[i - 1] - r->F[i - 1], now = force[i] - r->F[i];
        momentum += (r->t[i] - r->t[i - 1]) * (before + now) / 2;
        cr_assert(fabs(momentum - mass * r->v[i]) <= 1e-3 * largest, "%s at %g s: %g, not %g", name,
                  r->t[i], momentum, mass * r->v[i]);
    }
}

/* The momentum of a mass is the integral of u - F. */
Test(applied_force, moves_the_mass)
{
    static const char *const names[] = { "pid", "stick_slip", "break_away" };
    const struct model *model = PREC(model_find)("lugre");
    const struct settings settings = { .rtol = 1e-8, .atol = 1e-8 };
    double p[MODEL_MAX_PARAMS], force[SAMPLES];
    PREC(model_defaults)(model, p);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const struct scenario *scenario = scenario_find(names[k]);
        char error[SIGNAL_TEXT];
        double q[SCENARIO_MAX_PARAMS];
        struct setup setup;
        struct trajectory r;
        struct statistics statistics;
        scenario_defaults(scenario, q);
        cr_assert(scenario_set_up(scenario, q, &setup, error), "%s", error);
        trajectory_init(&r, SAMPLES, model->n_states, fmin(setup.duration, 8));
        cr_assert_eq(run_experiment(PREC(integrator_find)("rosenbrock"), &settings, model, p,
                                    &setup, &r, &statistics),
                     STATUS_OK);
        applied_force_along(&setup.plant, &r, force);
        expect_momentum(names[k], &r, force, setup.plant.mass);
        trajectory_free(&r);
        setup_free(&setup);
    }
}
