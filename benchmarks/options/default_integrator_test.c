/* simulate without --integrator gives right results, for every law and kind of motion. */
#include "benchmarks/options/default_integrator.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_fixture.h"

enum { SAMPLES = 202 };

/* The errors of a run's steps, some hundreds or thousands, may add up to this. */
static const double ALLOWED = 1e3 * DEFAULT_TOLERANCE;

/* No signal samples at an event of a law. */
static const char *const signals[] = {
    "hold 0.0001 1; hold 0.01 1; hold -1 0.5; hold 0 0.5; hold -0.001 1; hold 1 1",
    "ramp 0 0.01 1; ramp 0.01 -0.02 2",
    "sine 0 0.01 6.283185307179586 0.3 2",
    "sine 0 0.3 6.283185307179586 0 1",
};
static void run(const struct reference_fixture *s, const char *name, double rtol, double atol,
                struct trajectory *r)
{
    const struct integrator *integrator = PREC(integrator_find)(name);
    const bool adaptive = integrator->flags & INTEGRATOR_ADAPTIVE;
    const struct settings settings = {
        .step = adaptive ? 0 : r->t[1],
        .rtol = rtol,
        .atol = atol,
    };
    struct statistics statistics;
    cr_assert_eq(
        run_with_energy_apart(integrator, &settings, s->model, s->p, &s->setup, r, &statistics),
        STATUS_OK, "%s by %s", s->model->name, name);
}

/* Compares with the reference; for laws without one along that signal with a run to many more
 * digits. */
static void expect(struct reference_fixture *s)
{
    trajectory_init(&s->reference, SAMPLES, s->model->n_states, s->setup.duration);
    if (reference_solution_run(s->model, s->p, &s->setup, &s->reference, NULL))
        run(s, "rosenbrock", 1e-5 * DEFAULT_TOLERANCE, 1e-5 * DEFAULT_TOLERANCE, &s->reference);
}

static void check(struct reference_fixture *s, const char *signal)
{
    const char *name = default_integrator(s->model, &s->setup);
    const size_t n = REFERENCE_LAW + s->model->n_states;
    struct trajectory r;
    double error[REFERENCE_LAW + MODEL_MAX_STATES];
    expect(s);
    trajectory_init(&r, SAMPLES, s->model->n_states, s->setup.duration);
    const double rtol = default_relative_tolerance(s->model, s->p, &s->setup);
    run(s, name, rtol, DEFAULT_TOLERANCE, &r);
    reference_solution_differences(&s->reference, &r, error);
    for (size_t k = 0; k < n; k++)
        cr_expect(error[k] <= ALLOWED, "%s by %s along '%s': column %zu is off by %.2g",
                  s->model->name, name, signal, k, error[k]);
    trajectory_free(&r);
}

static void check_along(const char *signal)
{
    for (const struct model *const *model = PREC(models); *model; model++) {
        struct reference_fixture s = { .model = *model };
        char error[SIGNAL_TEXT];
        PREC(model_defaults)(*model, s.p);
        cr_assert(setup_velocity(signal, &s.setup, error), "%s", error);
        check(&s, signal);
        clean(&s);
    }
}

Test(default_integrator, is_right_along_holds) { check_along(signals[0]); }
Test(default_integrator, is_right_along_ramps) { check_along(signals[1]); }
Test(default_integrator, is_right_along_a_slow_sine) { check_along(signals[2]); }
Test(default_integrator, is_right_along_a_fast_sine) { check_along(signals[3]); }

/* The tolerance follows from the farthest place, wherever along the signal that is, as one of a
 * thousand looks sees it. */
Test(default_tolerance, follows_from_the_farthest_place)
{
    static const struct {
        const char *signal;
        double travel; /* m */
    } cases[] = {
        { "hold 0.01 1; hold -0.01 1", 0.01 },
        { "hold -0.02 2; hold 0.04 1", 0.04 },
        { "hold 0.001 1; hold 0.5 1", 0.501 },
        { "sine 0 0.1 6.283185307179586 0 1", 0.1 / 3.14159265358979 },
    };
    const struct model *model = PREC(model_find)("bristle");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setup setup = { .has_mass = false };
        char error[SIGNAL_TEXT];
        cr_assert(signal_parse(cases[i].signal, &setup.velocity, error), "%s", error);
        const double tolerance = default_relative_tolerance(model, p, &setup),
                     expected = fitting_relative_tolerance(model, p, cases[i].travel);
        cr_expect(expected < DEFAULT_TOLERANCE && fabs(tolerance / expected - 1) < 2e-3,
                  "%s: %g, expected %g", cases[i].signal, tolerance, expected);
        signal_free(&setup.velocity);
    }
}
