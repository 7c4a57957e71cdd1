/* Comparisons as a whole: rows, ladders, and results that must not change from run to run. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare_test.h"
#include "benchmarks/comparison/measure.h"
#include "reference/experiments/run.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/clock.h"
#include "tools/base/memory.h"

static const struct integrator *const *chosen(const char *a, const char *b)
{
    static const struct integrator *list[3];
    list[0] = PREC(integrator_find)(a);
    list[1] = b ? PREC(integrator_find)(b) : NULL;
    list[2] = NULL;
    return list;
}

static void expect_steps(const char *scenario, bool quick, const double expected[], size_t n)
{
    struct comparison c = comparison(scenario, "lugre");
    comparison_add_standard(&c, chosen("euler", NULL), quick);
    cr_expect_eq(c.n_rows, n, "%s: %zu rows", scenario, c.n_rows);
    for (size_t i = 0; i < c.n_rows && i < n; i++)
        cr_expect_float_eq(c.rows[i].settings.step, expected[i], 0, "%s %zu: %g", scenario, i,
                           c.rows[i].settings.step);
    comparison_free(&c);
}

/* Experiments of 5, 100 and 800 s take at most 5e6 steps, or 1e6, and no step occurs twice. */
Test(ladder, is_coarser_for_long_experiments)
{
    expect_steps("driven_stiff", false, (double[]){ 1e-3, 1e-4, 1e-5, 2e-6 }, 4);
    expect_steps("pid", false, (double[]){ 1e-3, 1e-4, 2e-5 }, 3);
    expect_steps("steady_state", false, (double[]){ 1e-3, 2e-4 }, 2);
    expect_steps("pid", true, (double[]){ 1e-3, 1e-4 }, 2);
    expect_steps("steady_state", true, (double[]){ 1e-3 }, 1);
}

Test(rows, are_named_by_their_settings)
{
    struct comparison c = comparison("driven_steps", "lugre");
    const double steps[] = { 1e-5, 1.5e-4 }, tolerances[] = { 1e-6 };
    const struct compare_ladder ladder = { steps, tolerances, 2, 1, false };
    static const char *const names[] = { "h=1e-05", "h=0.00015", "rtol=1e-06" };
    char name[32];
    comparison_add_ladder(&c, chosen("rk4", "rosenbrock"), &ladder);
    cr_assert_eq(c.n_rows, 3);
    for (size_t i = 0; i < 3; i++) {
        compare_setting(&c.rows[i], name, sizeof name);
        cr_expect_str_eq(name, names[i]);
    }
    comparison_free(&c);
}

Test(rows, that_cannot_work_stay)
{
    struct comparison c = comparison("break_away", "lugre");
    const double steps[] = { 1e-2, 1e-3 };
    const struct compare_ladder ladder = { .steps = steps, .n_steps = 2 };
    comparison_add_ladder(&c, chosen("exponential4", "trapezoidal"), &ladder);
    comparison_errors(&c);
    cr_assert_eq(c.n_rows, 3, "not for this problem is one row");
    cr_expect_eq(c.rows[0].status, STATUS_UNSUPPORTED);
    comparison_free(&c);
    c = comparison("driven_stiff", "lugre");
    comparison_add_ladder(&c, chosen("euler", NULL), &ladder);
    comparison_errors(&c);
    cr_expect(c.n_rows == 2 && c.rows[1].status == STATUS_NONFINITE);
    comparison_free(&c);
    c = comparison("driven_stiff", "coulomb");
    comparison_add_ladder(&c, chosen("euler", NULL), &ladder);
    comparison_errors(&c);
    cr_expect(c.n_rows == 0 && c.not_applicable);
    comparison_free(&c);
}

/* Explicit methods do not come to rest: moving back and forth across v = 0, this one would take
 * millions of steps instead of 3000. */
Test(rows, that_would_not_end_fail)
{
    struct comparison c = comparison("stick_slip", "lugre");
    const struct settings settings = { .step = 1e-2 };
    const struct settings hasty = { .step = 1e-2, .max_steps = 17 };
    comparison_add(&c, PREC(integrator_find)("semi_implicit_euler"), &settings);
    comparison_add(&c, PREC(integrator_find)("semi_implicit_euler"), &hasty);
    c.errors_only = true;
    c.samples = 2;
    comparison_errors(&c);
    cr_expect_eq(c.rows[0].status, STATUS_TOO_MANY_STEPS);
    cr_expect_leq(c.rows[0].statistics.steps, 1012000);
    cr_expect_eq(c.rows[1].status, STATUS_TOO_MANY_STEPS);
    cr_expect_leq(c.rows[1].statistics.steps, 17);
    comparison_free(&c);
}

/* Errors of a second-order method fall like h^2, down to the floor; the steady state is right. */
Test(errors, are_those_of_the_method)
{
    struct comparison c = comparison("velocity_step", "lugre");
    const double steps[] = { 4e-3, 2e-3, 1e-3 };
    const struct compare_ladder ladder = { .steps = steps, .n_steps = 3 };
    comparison_add_ladder(&c, chosen("heun", "exponential"), &ladder);
    comparison_errors(&c);
    for (size_t i = 0; i + 1 < 3; i++) {
        const double order = log2(c.rows[i].error_max / c.rows[i + 1].error_max);
        cr_expect(order > 1.5 && order < 2.7, "order %g", order);
        cr_expect_lt(c.rows[i].steady_state_error, 1e-12);
    }
    cr_expect_lt(c.rows[3].error_max, 1e-12, "the exact flow: %g", c.rows[3].error_max);
    cr_expect(isnan(c.rows[0].event_error) && isnan(c.rows[0].period_error));
    cr_expect_geq(compare_scd(&c, &c.rows[3]), 12);
    comparison_free(&c);
}

/* Each of several comparisons has the errors that it has alone. */
Test(errors, of_many_comparisons_are_those_of_each)
{
    static const char *const cases[][2] = { { "break_away", "lugre" },
                                            { "velocity_step", "dahl" },
                                            { "driven_steps", "reset_integrator" } };
    const double steps[] = { 1e-2 };
    const struct compare_ladder ladder = { .steps = steps, .n_steps = 1 };
    struct comparison all[3];
    for (size_t i = 0; i < 3; i++) {
        all[i] = comparison(cases[i][0], cases[i][1]);
        comparison_add_ladder(&all[i], chosen("heun", "exponential"), &ladder);
    }
    comparisons_errors(all, 3, 2);
    for (size_t i = 0; i < 3; i++) {
        struct comparison alone = comparison(cases[i][0], cases[i][1]);
        comparison_add_ladder(&alone, chosen("heun", "exponential"), &ladder);
        comparison_errors(&alone);
        cr_assert_eq(all[i].n_rows, alone.n_rows);
        for (size_t k = 0; k < alone.n_rows; k++)
            cr_expect(all[i].rows[k].error_max == alone.rows[k].error_max &&
                          all[i].rows[k].statistics.steps == alone.rows[k].statistics.steps &&
                          alone.rows[k].statistics.steps > 0,
                      "%s, row %zu: %g, alone %g", cases[i][0], k, all[i].rows[k].error_max,
                      alone.rows[k].error_max);
        comparison_free(&alone);
        comparison_free(&all[i]);
    }
}

static char *csv(const struct comparison *comparisons, size_t n)
{
    struct memory_stream stream;
    compare_csv(memory_open(&stream), comparisons, n);
    return memory_close(&stream);
}

static char *csv_by(unsigned jobs)
{
    struct comparison c[3] = { comparison("break_away", "lugre"),
                               comparison("velocity_step", "viscous"),
                               comparison("driven_steps", "dahl") };
    const double steps[] = { 1e-2, 1e-3 }, tolerances[] = { 1e-4, 1e-6 };
    const struct compare_ladder ladder = { steps, tolerances, 2, 2, false };
    for (size_t i = 0; i < 3; i++)
        comparison_add_ladder(&c[i], chosen("implicit_euler", "cvode_bdf"), &ladder);
    comparisons_errors(c, 3, jobs);
    char *text = csv(c, 3);
    for (size_t i = 0; i < 3; i++)
        comparison_free(&c[i]);
    return text;
}

Test(csv, is_the_same_for_any_number_of_threads)
{
    char *one = csv_by(1), *two = csv_by(2), *again = csv_by(2);
    cr_expect_str_eq(one, two);
    cr_expect_str_eq(two, again);
    cr_expect(strstr(one, "velocity_step,viscous,,,,not applicable: "));
    free(one);
    free(two);
    free(again);
}

static size_t fields(const char *line)
{
    size_t n = 1;
    for (bool quoted = false; *line && *line != '\n'; line++) {
        quoted ^= *line == '"';
        n += *line == ',' && !quoted;
    }
    return n;
}

Test(csv, has_as_many_fields_in_every_line)
{
    char *text = csv_by(1);
    const size_t n = fields(text);
    cr_expect_eq(n, 36);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        cr_expect_eq(fields(line), n, "%s", line);
    free(text);
}

/* Times are measured afterwards, and change nothing else. */
Test(times, are_of_rows_that_work)
{
    struct comparison c = comparison("driven_stiff", "lugre");
    const double steps[] = { 1e-3 };
    const struct compare_ladder ladder = { .steps = steps, .n_steps = 1 };
    comparison_add_ladder(&c, chosen("euler", "exponential"), &ladder);
    comparison_errors(&c);
    c.effort.seconds = 0;
    comparison_times(&c);
    cr_expect_eq(c.rows[0].timing.repetitions, 0, "failed");
    cr_expect_eq(c.rows[1].timing.repetitions, 5);
    cr_expect(c.rows[1].timing.cpu > 0 && c.calibration.cpu > 0);
    comparison_free(&c);
}

/* Columns of a trajectory, in the order of a comparison's. */
static double value_of(const struct trajectory *r, bool has_mass, size_t k, size_t i)
{
    const size_t first = has_mass ? 2 : 0;
    if (k < first)
        return k == 0 ? r->x[i] : r->v[i];
    return k - first < r->n_states ? r->law[i * r->n_states + k - first] : r->F[i];
}

/* Expects the errors of a row: the largest distance over all samples, in units of the reference's
 * largest magnitude. */
static void expect_errors(const struct comparison *c, const struct compare_row *row)
{
    const size_t n = c->model->n_states + (c->setup.has_mass ? 3 : 1);
    struct trajectory run, energy;
    struct statistics s, t;
    double most = 0, last = 0, bound[MODEL_MAX_STATES] = { 0 };
    unsigned long beyond = 0;
    trajectory_init(&run, c->samples, c->model->n_states, c->setup.duration);
    trajectory_init(&energy, c->samples, c->model->n_states, c->setup.duration);
    cr_assert_eq(row->status, STATUS_OK);
    cr_assert_eq(
        run_without_energy(row->integrator, &row->settings, c->model, c->p, &c->setup, &run, &s),
        STATUS_OK);
    cr_assert_eq(
        run_experiment(row->integrator, &row->settings, c->model, c->p, &c->setup, &energy, &t),
        STATUS_OK);
    cr_assert_eq(c->n_columns, n);
    for (size_t k = 0; k < n; k++) {
        const size_t first = c->setup.has_mass ? 2 : 0;
        cr_expect_str_eq(c->columns[k], k < first   ? (k == 0 ? "x" : "v")
                                        : k + 1 < n ? c->model->states[k - first].name
                                                    : "F");
        double size = 0, error = 0, at_end = 0;
        for (size_t i = 0; i < c->samples; i++) {
            const double exact = value_of(&c->reference, c->setup.has_mass, k, i);
            at_end = fabs(value_of(&run, c->setup.has_mass, k, i) - exact);
            size = fmax(size, fabs(exact));
            error = fmax(error, at_end);
        }
        cr_expect_float_eq(row->error[k], error / size, 2 * DBL_EPSILON, "%s", c->columns[k]);
        most = fmax(most, error / size);
        last = fmax(last, at_end / size);
    }
    c->model->bound(c->p, bound);
    for (size_t i = 0; i < c->samples; i++)
        beyond += fabs(run.law[i]) > bound[0] * (1 + 32 * DBL_EPSILON);
    cr_expect_float_eq(row->error_max, most, 2 * DBL_EPSILON);
    cr_expect_float_eq(row->error_final, last, 2 * DBL_EPSILON);
    cr_expect_eq(row->bound_violations, beyond, "%lu", row->bound_violations);
    cr_expect(row->statistics.steps == s.steps && row->statistics.flow_evals == s.flow_evals &&
              row->statistics.events == s.events && row->statistics.jac_evals == s.jac_evals);
    const double balance = compare_energy_balance(&c->setup, &c->reference, &energy),
                 event = compare_event_error(&c->setup, &c->reference, &run);
    cr_expect_float_eq(row->energy_balance, balance, 0);
    cr_expect(row->event_error == event || (isnan(row->event_error) && isnan(event)));
    trajectory_free(&run);
    trajectory_free(&energy);
}

/* The largest is not the last: columns, extremes and bounds as in plain loops. LuGre has one
 * state. */
Test(errors, are_those_of_the_samples)
{
    static const char *const scenarios_of[] = { "break_away", "hysteresis" };
    const double steps[] = { 1e-4 }, tolerances[] = { 1e-3 };
    const struct compare_ladder ladder = { steps, tolerances, 1, 1, false };
    for (size_t k = 0; k < 2; k++) {
        struct comparison c = comparison(scenarios_of[k], "lugre");
        struct trajectory reference;
        struct uncertainty u;
        c.samples = 101;
        c.setup.duration = 0.25;
        comparison_add_ladder(&c, chosen("heun", "rosenbrock"), &ladder);
        const double start = clock_thread();
        comparison_errors(&c);
        const double seconds = clock_thread() - start;
        cr_assert_eq(c.n_rows, 2);
        for (size_t i = 0; i < 2; i++)
            expect_errors(&c, &c.rows[i]);
        cr_expect(c.rows[0].seconds > 0 && c.rows[1].seconds > 0);
        cr_expect_leq(c.rows[0].seconds + c.rows[1].seconds, seconds);
        trajectory_init(&reference, 101, 1, 0.25);
        cr_assert_null(reference_solution_run(c.model, c.p, &c.setup, &reference, &u));
        const double floors[] = { u.floor[REFERENCE_X], u.floor[REFERENCE_V],
                                  u.floor[REFERENCE_LAW], u.floor[REFERENCE_F] };
        const double *floor = k == 0 ? floors : floors + 2;
        for (size_t i = 0; i < c.n_columns; i++)
            cr_expect_float_eq(c.floors[i], floor[i], 0);
        cr_expect_float_eq(
            c.floor, fmax(fmax(floor[0], floor[1]), k == 0 ? fmax(floor[2], floor[3]) : 0), 0);
        cr_expect(c.enclosed == u.enclosed && c.floor_events == u.floor_events);
        trajectory_free(&reference);
        comparison_free(&c);
    }
}

/* At a loose tolerance the state is beyond its bound at many samples, but not at all. */
Test(errors, beyond_the_bound_are_counted)
{
    struct comparison c = comparison("driven_steps", "dahl");
    const struct settings settings = { .rtol = 1e-2 };
    c.samples = 501;
    comparison_add(&c, PREC(integrator_find)("rosenbrock"), &settings);
    comparison_errors(&c);
    expect_errors(&c, &c.rows[0]);
    cr_expect(c.rows[0].bound_violations > 50 && c.rows[0].bound_violations < 450, "%lu",
              c.rows[0].bound_violations);
    comparison_free(&c);
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    return (real)NAN;
}

/* A force that is not a number is infinitely wrong; the states are not. */
Test(errors, of_what_is_no_number_are_infinite)
{
    struct model law = *PREC(model_find)("lugre");
    struct comparison c = comparison("hysteresis", "lugre");
    const struct settings settings = { .step = 1e-3 };
    law.force = no_force;
    c.samples = 11;
    c.setup.duration = 0.1;
    c.errors_only = true;
    c.model = &law;
    comparison_add(&c, PREC(integrator_find)("heun"), &settings);
    comparison_errors(&c);
    cr_assert_eq(c.rows[0].status, STATUS_OK);
    cr_expect(c.rows[0].error[0] < 1e-2 && isinf(c.rows[0].error[1]));
    cr_expect(isinf(c.rows[0].error_max) && isinf(c.rows[0].error_final));
    comparison_free(&c);
}
