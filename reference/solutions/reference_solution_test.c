/* References of driven laws against independent computations. */
#include <stdio.h>
#include <unistd.h>

#include "reference/experiments/exact.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_fixture.h"
#include "tools/testing/test_random.h"

/* Closed form and quadrature in balls, against RK4 at h = 2 us. After a reversal z relaxes
 * within a few ms, while |v| < 0.05 m/s and k = sigma0 |v| h < 0.01, so RK4 errs by less than
 * k^4/120 = 1e-10 of 1/sigma0; y crosses its peak in vs/2 pi = 160 us, 80 steps, where the
 * rule is Simpson's with an error of (1/80)^4/2880 of the peak. */
Test(reference_solution, of_a_sine_agrees_with_rk4)
{
    struct reference_fixture s;
    struct trajectory run;
    struct statistics statistics;
    const struct settings settings = { .step = 2e-6 };
    drive_along(&s, "martinez_rosas", "sine 0 1 6.283185307179586 0 1");
    cr_expect(s.uncertainty.enclosed);
    cr_expect(s.uncertainty.floor[REFERENCE_LAW] <= 1e-15 &&
              s.uncertainty.floor[REFERENCE_LAW + 1] <= 1e-15);
    trajectory_init(&run, N, 2, 1);
    cr_assert_eq(run_experiment(PREC(integrator_find)("rk4"), &settings, s.model, s.p, &s.setup,
                                &run, &statistics),
                 STATUS_OK);
    for (unsigned i = 0; i < 2 * N; i++)
        cr_expect(fabs(run.law[i] - s.reference.law[i]) <= 1e-10 / s.p[0],
                  "at %g: %.17g, rigorously %.17g", run.t[i / 2], run.law[i], s.reference.law[i]);
    const double *F = s.reference.F;
    cr_expect(isnan(F[0]) && isnan(F[N / 2]) && !isnan(F[1]),
              "F is an interval where v = 0, and only there");
    trajectory_free(&run);
    clean(&s);
}

/* A wave of zero amplitude is a hold: quadrature and closed form meet. */
Test(reference_solution, of_a_flat_wave_is_that_of_a_hold)
{
    struct reference_fixture flat, hold;
    drive_along(&flat, "martinez_rosas", "sine 0.0015 1e-300 1 0 3");
    drive_along(&hold, "martinez_rosas", "hold 0.0015 3");
    for (int i = 0; i < 2 * N; i++)
        cr_expect(fabs(flat.reference.law[i] - hold.reference.law[i]) <=
                  4 * DBL_EPSILON * fabs(hold.reference.law[i]));
    double error[REFERENCE_LAW + 2];
    reference_solution_differences(&hold.reference, &flat.reference, error);
    cr_expect(error[REFERENCE_ENERGY] <= 4 * DBL_EPSILON, "energy: %g", error[REFERENCE_ENERGY]);
    clean(&flat);
    clean(&hold);
}

/* The rows of a table are ramps, one after the other: the first, those between and the last. Its
 * numbers are exact, and so are the ramps'. */
Test(reference_solution, of_a_table_is_that_of_its_ramps)
{
    static const char *const names[] = { "coulomb_viscous", "lugre", "martinez_rosas",
                                         "maxwell_slip" };
    char csv[64];
    snprintf(csv, sizeof csv, "csv /tmp/table_test_%ld.csv", (long)getpid());
    FILE *file = fopen(csv + 4, "w");
    cr_assert(file);
    fputs("0,0.25\n0.25,0.0009765625\n0.5,-0.0009765625\n1,0.001953125\n", file);
    fclose(file);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct reference_fixture table, ramps;
        double error[REFERENCE_LAW + MODEL_MAX_STATES];
        drive_along(&table, names[k], csv);
        drive_along(&ramps, names[k],
                    "ramp 0.25 0.0009765625 0.25; ramp 0.0009765625 -0.0009765625 0.25; "
                    "ramp -0.0009765625 0.001953125 0.5");
        cr_expect(table.uncertainty.enclosed && ramps.uncertainty.enclosed, "%s", names[k]);
        reference_solution_differences(&ramps.reference, &table.reference, error);
        cr_expect(error[REFERENCE_ENERGY] <= 4 * DBL_EPSILON, "%s: energy %g", names[k],
                  error[REFERENCE_ENERGY]);
        for (unsigned i = 0; i < ramps.model->n_states; i++)
            cr_expect(error[REFERENCE_LAW + i] <= 4 * DBL_EPSILON, "%s: state %u %g", names[k], i,
                      error[REFERENCE_LAW + i]);
        clean(&table);
        clean(&ramps);
    }
    remove(csv + 4);
}

/* The exact solution in double against ball arithmetic, energy included. */
Test(reference_solution, of_holds_is_the_exact_solution_in_double)
{
    static const char *const names[] = { "coulomb", "exponential", "lugre", "martinez_rosas" };
    static const struct hold holds[] = {
        { 1e-4, 1 }, { 1e-2, 1 }, { -1, 1 }, { 0, 1 }, { 1e-3, 1 }
    };
    for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
        struct reference_fixture s;
        double bound[MODEL_MAX_STATES] = { 0 }, energy = 0, scale = 0;
        struct exact_state walk;
        drive_along(&s, names[m], "hold 1e-4 1; hold 1e-2 1; hold -1 1; hold 0 1; hold 1e-3 1");
        const struct model *model = s.model;
        exact_state_start(&walk, model, s.p);
        if (model->bound)
            model->bound(s.p, bound);
        for (size_t i = 0; i < 5; i++) {
            energy += exact_state_hold(&walk, holds[i]);
            scale += fabs(holds[i].v) * holds[i].h * model->force_scale(s.p, holds[i].v, 0);
            const size_t at = (i + 1) * (N - 1) / 5;
            /* 32 roundings a hold, as in properties/trials/evaluate_property.c */
            const double rounding = 32 * DBL_EPSILON * (double)(i + 1);
            for (unsigned k = 0; k < model->n_states; k++)
                cr_expect(fabs(walk.x[k] - s.reference.law[at * model->n_states + k]) <=
                          rounding * bound[k]);
            cr_expect(fabs(energy - s.reference.energy[at]) <= rounding * scale, "%s: %.17g, %.17g",
                      names[m], energy, s.reference.energy[at]);
        }
        clean(&s);
    }
}

/* Every driven law has a reference along every kind of segment; bonds that move a mass have
 * none. */
Test(reference_solution, is_there_for_every_segment_and_not_made_up)
{
    struct reference_fixture s;
    const char *every = "ramp 0 0.001 0.1; sine 0 0.001 30 0 0.1; chirp 0 0.001 1 60 0.2";
    drive_along(&s, "lugre", every);
    cr_expect(s.uncertainty.enclosed);
    cr_expect(largest_uncertainty(&s.uncertainty, 1) <= DBL_EPSILON, "floor %g",
              largest_uncertainty(&s.uncertainty, 1));
    clean(&s);
    drive_along(&s, "elastoplastic", every);
    cr_expect(s.uncertainty.enclosed);
    cr_expect(largest_uncertainty(&s.uncertainty, 1) <= DBL_EPSILON, "floor %g",
              largest_uncertainty(&s.uncertainty, 1));
    clean(&s);
    drive_along(&s, "maxwell_slip", every);
    cr_expect(s.uncertainty.enclosed);
    cr_expect(largest_uncertainty(&s.uncertainty, 4) <= DBL_EPSILON, "floor %g",
              largest_uncertainty(&s.uncertainty, 4));
    clean(&s);
    open_law(&s, "bristle");
    experiment(&s, "stick_slip");
    trajectory_init(&s.reference, N, 1, 1);
    cr_expect(reference_solution_run(s.model, s.p, &s.setup, &s.reference, NULL),
              "a reference for bonds");
    clean(&s);
}

/* A Stribeck peak of 160 us before each reversal, which no state announces: the two
 * computations meet only if neither leaps over it. */
Test(reference_solution, of_a_fast_reversal_has_its_stribeck_peak)
{
    struct reference_fixture s;
    drive_along(&s, "lugre", "sine 0 1 6.283185307179586 0 1");
    cr_expect(largest_uncertainty(&s.uncertainty, 1) <= 1e-11, "floor %g",
              largest_uncertainty(&s.uncertainty, 1));
    /* Rising to 1.0032 of its sliding value, as RK4 finds at 2 us. */
    cr_expect(fabs(1e5 * s.reference.law[N / 2] - 1.00320357426) <= 1e-10, "%.12g",
              1e5 * s.reference.law[N / 2]);
    clean(&s);
}

/* Printed bounds are no less than the numbers they stand for, and less than a unit of their last
 * digit more. */
Test(reference_solution, bounds_are_printed_upward)
{
    unsigned long long state = test_seed();
    for (int i = 0; i < 20000; i++) {
        char text[UNCERTAINTY_TEXT];
        const double bound = exp2(60 * test_uniform(&state) - 55);
        const int digits = i % 3;
        uncertainty_text(text, bound, digits);
        const double printed = strtod(text, NULL);
        cr_expect(printed >= bound, "%.17g as %s", bound, text);
        cr_expect(printed <= bound * (1 + 1.001 * pow(10, -digits)), "%.17g as %s", bound, text);
    }
    char text[UNCERTAINTY_TEXT];
    uncertainty_text(text, 0x1p-53, 1);
    cr_expect_str_eq(text, "1.2e-16");
    uncertainty_text(text, 9.96e-7, 1);
    cr_expect_str_eq(text, "1.0e-06");
    uncertainty_text(text, 0, 1);
    cr_expect_str_eq(text, "0.0e+00");
    uncertainty_text(text, HUGE_VAL, 1);
    cr_expect_str_eq(text, "inf");
}
