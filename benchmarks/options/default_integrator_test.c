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
