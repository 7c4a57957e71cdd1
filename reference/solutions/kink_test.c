/* Methods of order 4 are of order 4 across the kink of |z|, which is an event. */
#include "reference/experiments/run.h"
#include "reference/solutions/reference_fixture.h"

/* Returns the largest error of z by that method, relative to the largest z, at samples where steps
 * end. */
static double error_of(const struct reference_fixture *s, const char *integrator, double step)
{
    struct trajectory run;
    struct statistics statistics;
    double error[REFERENCE_LAW + MODEL_MAX_STATES];
    const struct settings settings = { .step = step };
    trajectory_init(&run, N, s->model->n_states, s->setup.duration);
    cr_assert_eq(run_experiment(PREC(integrator_find)(integrator), &settings, s->model, s->p,
                                &s->setup, &run, &statistics),
                 STATUS_OK);
    reference_solution_differences(&s->reference, &run, error);
    trajectory_free(&run);
    return error[REFERENCE_LAW];
}

/* Runs a velocity that swings over a few of the law's lengths, ten times a run. */
static void expect_order(double n, const char *integrator)
{
    struct reference_fixture s;
    open_law(&s, "bouc_wen");
    set(&s, "n", n);
    if (n > 1) { /* z_max stays what it is */
        set(&s, "beta", 5e9);
        set(&s, "gamma", 5e9);
    }
    char error[SIGNAL_TEXT];
    cr_assert(setup_velocity("sine 0 0.00003 3.141592653589793 0.3 20", &s.setup, error));
    solve(&s, s.setup.duration);
    const double coarse = error_of(&s, integrator, 0.025), fine = error_of(&s, integrator, 0.00625);
    /* A sixteenth of its power is lost to terms of the next order. */
    cr_expect(log2(coarse / fine) / 2 >= 3.75, "n = %g, %s: %.3g and %.3g, order %.2f", n,
              integrator, coarse, fine, log2(coarse / fine) / 2);
    clean(&s);
}

Test(kink, of_bouc_wen_costs_no_order)
{
    for (int n = 1; n <= 2; n++) {
        expect_order(n, "rk4");
        expect_order(n, "rosenbrock4");
    }
}
