/* Runs are those of the problem that is stated: a law that is a damper, with a mass and driven, in
 * closed form, in both precisions. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/behaviour/run.h"

/* N s/m, kg, N/m, m, m/s, N */
static const double damping = 0.8, mass = 2, stiffness = 8, place = 0.3, pull = 0.7, force = 1.5;

static const struct run_problem pulled = {
    .law = "viscous",
    .params = { { "sigma2", 0.8 } },
    .input = "hold 1.5 3",
    .mass = 2,
    .stiffness = 8,
    .place = 0.3,
    .pull = 0.7,
    .with_energy = true,
    .start = { 0.1, -0.4, 0.25 },
    .duration = 3,
};

/* The mass follows the spring's end at a constant distance, but for a damped swing. */
static double place_at(double t, double *speed)
{
    const double beta = damping / (2 * mass), omega = sqrt(stiffness / mass - beta * beta);
    const double behind = (force - damping * pull) / stiffness;
    const double a = 0.1 - place - behind, b = (-0.4 - pull + beta * a) / omega;
    const double c = cos(omega * t), s = sin(omega * t), decay = exp(-beta * t);
    *speed = pull + decay * ((b * omega - beta * a) * c - (a * omega + beta * b) * s);
    return place + pull * t + behind + decay * (a * c + b * s);
}

/* Returns the energy that the damper has taken, J, by Simpson's rule: with 2000 parts its error is
 * far below 1e-9. It starts at 0.25 J, as the problem does. */
static double taken_until(double t)
{
    enum { PARTS = 2000 };
    double sum = 0, v;
    for (int i = 0; i <= PARTS; i++) {
        place_at(t * i / PARTS, &v);
        sum += (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2) * damping * v * v;
    }
    return 0.25 + sum * t / PARTS / 3;
}

typedef void runner(const char *integrator, const struct run_problem *problem,
                    const struct run_settings *settings, struct run *run);

/* The methods' own errors are of the size of their tolerances, a few hundred steps of them. */
static void expect_pulled(runner *run_problem, double rtol)
{
    struct run run = { .samples = 25 };
    const struct run_settings settings = { .rtol = rtol };
    run_problem("rosenbrock", &pulled, &settings, &run);
    cr_assert(run.status == STATUS_OK && run.n == 3 && run.steps > 5);
    for (size_t i = 0; i < run.samples; i++) {
        const double t = 3 * (double)i / 24;
        double v;
        const double x = place_at(t, &v);
        cr_expect_float_eq(run.x[i][0], x, 1e3 * rtol, "x at %g s: %g, not %g", t, run.x[i][0], x);
        cr_expect_float_eq(run.x[i][1], v, 1e3 * rtol, "v at %g s: %g, not %g", t, run.x[i][1], v);
        cr_expect_float_eq(run.x[i][2], taken_until(t), 1e3 * rtol, "energy at %g s: %g", t,
                           run.x[i][2]);
    }
}

Test(run, of_a_mass_is_a_damped_swing) { expect_pulled(run_problem_f64, 1e-9); }
Test(run, of_a_mass_in_float_is_the_same) { expect_pulled(run_problem_f32, 1e-5); }

/* Driven, the damper takes c v^2 each second; a method with steps of given size takes them all. */
static void expect_driven(runner *run_problem, double rounding)
{
    static const struct run_problem problem = { .law = "viscous",
                                                .params = { { "sigma2", 0.8 } },
                                                .input = "hold 0.5 1; hold -0.25 1",
                                                .with_energy = true,
                                                .duration = 2 };
    struct run run = { .samples = 9 };
    const struct run_settings settings = { .step = 0.0625 };
    run_problem("rk4", &problem, &settings, &run);
    cr_assert(run.status == STATUS_OK && run.n == 1);
    cr_expect_eq(run.steps, 32, "%g steps", (double)run.steps);
    for (size_t i = 0; i < run.samples; i++) {
        const double t = 0.25 * (double)i,
                     taken = 0.8 * (0.25 * fmin(t, 1) + 0.0625 * fmax(t - 1, 0));
        cr_expect_float_eq(run.x[i][0], taken, rounding, "at %g s: %g, not %g", t, run.x[i][0],
                           taken);
    }
}

/* Some tens of roundings of 0.25. */
Test(run, of_a_driven_law_takes_its_energy)
{
    expect_driven(run_problem_f64, 1e-14);
    expect_driven(run_problem_f32, 1e-5);
}

Test(run, says_what_does_not_work)
{
    struct run run = { .samples = 3 };
    struct run_settings settings = { .rtol = 1e-6, .max_steps = 3 };
    run_problem_f64("magic", &pulled, &settings, &run);
    cr_expect_eq(run.status, STATUS_UNSUPPORTED);
    run_problem_f64("rosenbrock", &pulled, &settings, &run);
    cr_expect_eq(run.status, STATUS_TOO_MANY_STEPS);
    settings.max_steps = 0;
    run_problem_f64("rosenbrock", &pulled, &settings, &run);
    cr_expect_eq(run.status, STATUS_OK);
}

/* A jump of the input at 1 s, within a step of 0.8 s, ends a step unless events are ignored. */
Test(run, ignores_events_where_it_is_told_to)
{
    static const struct run_problem problem = {
        .law = "viscous", .input = "hold 0.5 1; hold 1 1.4", .with_energy = true, .duration = 2.4
    };
    struct run_settings settings = { .step = 0.8 };
    struct run aware = { .samples = 2 }, naive = aware;
    run_problem_f64("rk4", &problem, &settings, &aware);
    settings.naive = true;
    run_problem_f64("rk4", &problem, &settings, &naive);
    cr_assert(aware.status == STATUS_OK && naive.status == STATUS_OK);
    cr_expect_eq(naive.steps, 3);
    cr_expect_eq(aware.steps, 4, "2 to the jump, 2 from there");
    cr_expect_gt(fabs(naive.x[1][0] / aware.x[1][0] - 1), 1e-3);
}
