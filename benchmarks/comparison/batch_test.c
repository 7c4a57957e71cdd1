/* Laws from files are compared in processes of their own: with the results that they have here, and
 * with a failure of that part only where their code ends or never ends. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "integrators/ending_test.h"

static struct comparison comparison(const char *scenario, const struct model *model,
                                    const char *file)
{
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    struct comparison c = comparison_new(scenario_find(scenario), model, p);
    c.file = file;
    c.samples = 11;
    c.setup.duration = 0.1;
    return c;
}

static struct comparison of_law(const char *scenario, const char *law, const char *file)
{
    return comparison(scenario, PREC(model_find)(law), file);
}

static const struct integrator *const *two_methods(void)
{
    static const struct integrator *list[3];
    list[0] = PREC(integrator_find)("heun");
    list[1] = PREC(integrator_find)("rosenbrock");
    return list;
}

static void add_rows(struct comparison *c)
{
    static const double steps[] = { 1e-3, 5e-4 }, tolerances[] = { 1e-3 };
    static const struct compare_ladder ladder = { steps, tolerances, 2, 1, false };
    comparison_add_ladder(c, two_methods(), &ladder);
}

static void expect_bytes(const void *a, const void *b, size_t n, const char *what)
{
    cr_expect_eq(memcmp(a, b, n), 0, "%s", what);
}

static void expect_same_trajectory(const struct trajectory *a, const struct trajectory *b)
{
    const size_t size = a->n * sizeof(double);
    cr_assert(a->n == b->n && a->n_states == b->n_states && a->n_events == b->n_events);
    expect_bytes(a->t, b->t, size, "t");
    expect_bytes(a->x, b->x, size, "x");
    expect_bytes(a->v, b->v, size, "v");
    expect_bytes(a->F, b->F, size, "F");
    expect_bytes(a->energy, b->energy, size, "energy");
    expect_bytes(a->law, b->law, a->n_states * size, "states");
    for (size_t i = 0; i < a->n_events; i++)
        cr_expect(a->events[i].kind == b->events[i].kind && a->events[i].t == b->events[i].t);
}

/* Expects two rows to be equal in everything but the time that they took. */
static void expect_same_row(const struct compare_row *a, const struct compare_row *b)
{
    struct compare_row timeless[2] = { *a, *b };
    timeless[0].seconds = timeless[1].seconds = 0;
    expect_bytes(&timeless[0], &timeless[1], offsetof(struct compare_row, failure), "a row");
    cr_expect_str_eq(a->failure, b->failure);
}

static void expect_same(const struct comparison *a, const struct comparison *b)
{
    cr_expect(!a->not_applicable == !b->not_applicable);
    if (a->not_applicable)
        cr_expect_str_eq(a->not_applicable, b->not_applicable);
    cr_expect(a->enclosed == b->enclosed);
    cr_expect(a->floor == b->floor && a->floor_events == b->floor_events);
    for (size_t k = 0; k < a->n_columns; k++)
        cr_expect(a->floors[k] == b->floors[k], "%s: %g, not %g", a->columns[k], a->floors[k],
                  b->floors[k]);
    cr_assert_eq(a->n_rows, b->n_rows);
    for (size_t i = 0; i < a->n_rows; i++)
        expect_same_row(&a->rows[i], &b->rows[i]);
    if (!a->not_applicable)
        expect_same_trajectory(&a->reference, &b->reference);
}

/* First, in the middle and last: laws from files, with and without a mass, with one state and two,
 * and one to which the scenario does not apply. */
static const struct {
    const char *scenario, *law, *file;
} mixed[] = {
    { "break_away", "dahl", "a.so" },           { "velocity_step", "lugre", NULL },
    { "hysteresis", "viscous", "b.so" },        { "velocity_step", "lugre", "c.so" },
    { "hysteresis", "martinez_rosas", "d.so" },
};
enum { MIXED = sizeof mixed / sizeof *mixed };

static void expect_same_results(unsigned jobs)
{
    struct comparison all[MIXED];
    size_t refused = 0, enclosed = 0;
    for (size_t i = 0; i < MIXED; i++) {
        all[i] = of_law(mixed[i].scenario, mixed[i].law, mixed[i].file);
        add_rows(&all[i]);
    }
    comparisons_errors(all, MIXED, jobs);
    for (size_t i = 0; i < MIXED; i++) {
        struct comparison alone = of_law(mixed[i].scenario, mixed[i].law, NULL);
        add_rows(&alone);
        comparison_errors(&alone);
        expect_same(&all[i], &alone);
        refused += all[i].not_applicable != NULL;
        enclosed += all[i].enclosed;
        for (size_t k = 0; k < all[i].n_rows; k++)
            cr_expect(all[i].rows[k].seconds > 0 && all[i].rows[k].timing.repetitions == 0);
        comparison_free(&alone);
        comparison_free(&all[i]);
    }
    cr_expect_eq(refused, 1);
    cr_expect(enclosed > 0 && enclosed < MIXED - 1, "%zu are enclosed", enclosed);
}

Test(files, have_the_results_that_they_have_here) { expect_same_results(2); }

static void add_by(struct comparison *c, struct integrator *integrator,
                   enum status (*advance)(struct integration *in, real target))
{
    *integrator = *PREC(integrator_find)("heun");
    integrator->advance = advance ? advance : integrator->advance;
    comparison_add(c, integrator, &(struct settings){ .step = 1e-3 });
}

static void expect_crashed(const struct compare_row *row, const char *text)
{
    cr_expect_eq(row->status, STATUS_CRASHED);
    cr_expect(row->statistics.steps == 0 && row->settings.step == 1e-3);
    cr_expect(strncmp(compare_failure(row), "the law's code ", 15) == 0 &&
                  strstr(compare_failure(row), text),
              "'%s'", compare_failure(row));
}

/* The rows before, between and after are as they would be. */
Test(files, fail_in_one_row_only)
{
    struct integrator by[5];
    struct comparison c[2] = { of_law("velocity_step", "lugre", "a.so"),
                               of_law("velocity_step", "lugre", NULL) };
    c[0].timeout = 1;
    add_by(&c[0], &by[0], kill_program);
    add_by(&c[0], &by[1], NULL);
    add_by(&c[0], &by[2], leave_program);
    add_by(&c[0], &by[3], never_end);
    add_by(&c[0], &by[4], NULL);
    add_by(&c[1], &by[4], NULL);
    comparisons_errors(c, 2, 2);
    cr_assert_eq(c[0].n_rows, 5, "%s", c[0].not_applicable);
    expect_crashed(&c[0].rows[0], "crashed");
    expect_crashed(&c[0].rows[2], "");
    expect_crashed(&c[0].rows[3], "than 1 s");
    cr_expect_eq(c[0].rows[1].integrator, &by[1]);
    c[0].rows[1].integrator = &by[4];
    expect_same_row(&c[0].rows[1], &c[1].rows[0]);
    expect_same_row(&c[0].rows[4], &c[1].rows[0]);
    cr_expect(c[1].rows[0].status == STATUS_OK && c[1].rows[0].error_max < 0.1);
    for (size_t k = 0; k < 2; k++)
        comparison_free(&c[k]);
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    abort();
}

/* Without a reference no row is tried, and the comparison says why; its neighbours have theirs. */
Test(files, without_a_reference_are_not_compared)
{
    struct model law = *PREC(model_find)("dahl");
    struct comparison c[3] = { of_law("velocity_step", "lugre", "a.so"),
                               comparison("break_away", &law, "b.so"),
                               of_law("velocity_step", "lugre", "c.so") };
    law.force = no_force;
    for (size_t k = 0; k < 3; k++) {
        add_rows(&c[k]);
    }
    comparisons_errors(c, 3, 1);
    cr_expect_null(c[0].not_applicable, "%s", c[0].not_applicable);
    cr_expect_null(c[2].not_applicable, "%s", c[2].not_applicable);
    cr_assert(c[1].not_applicable);
    cr_expect(strncmp(c[1].not_applicable, "the law's code crashed", 22) == 0 &&
                  strstr(c[1].not_applicable, ", asked for the reference"),
              "'%s'", c[1].not_applicable);
    cr_expect_eq(c[1].n_rows, 0);
    cr_expect(c[0].n_rows == 3 && c[2].n_rows == 3);
    for (size_t k = 0; k < 3; k++)
        comparison_free(&c[k]);
}

/* Times that are measured apart come back for each row that works, and of the calibration. */
Test(files, are_timed_apart)
{
    struct integrator by[3];
    struct comparison c = of_law("velocity_step", "lugre", "a.so");
    c.effort.seconds = 0;
    add_by(&c, &by[0], NULL);
    add_by(&c, &by[1], kill_program);
    add_by(&c, &by[2], NULL);
    c.rows[2].settings.step = 1e-5;
    comparisons_errors(&c, 1, 1);
    comparison_times_isolated(&c);
    cr_expect_eq(c.rows[1].timing.repetitions, 0);
    for (size_t i = 0; i < 3; i += 2)
        cr_expect(c.rows[i].timing.repetitions >= 5 && c.rows[i].timing.cpu > 0, "row %zu", i);
    /* a hundred times the steps; the shorter run is mostly set-up, but not a tenth */
    cr_expect_gt(c.rows[2].timing.cpu, 10 * c.rows[0].timing.cpu);
    cr_expect(c.calibration.repetitions >= 5 && c.calibration.cpu > 0);
    comparison_free(&c);
}

/* Where the code ends while it is timed there are no times, and one line says why. */
Test(files, that_end_while_timed_have_no_times, .init = cr_redirect_stderr)
{
    struct integrator by[2];
    struct comparison c = of_law("velocity_step", "lugre", "a.so");
    add_by(&c, &by[0], NULL);
    add_by(&c, &by[1], NULL);
    comparisons_errors(&c, 1, 1);
    by[1].advance = kill_program;
    comparison_times_isolated(&c);
    cr_expect(c.rows[0].timing.repetitions == 0 && c.rows[1].timing.repetitions == 0);
    cr_expect(c.calibration.repetitions == 0);
    fflush(stderr);
    char line[512] = "";
    FILE *said = cr_get_redirected_stderr();
    cr_assert(fgets(line, sizeof line, said));
    cr_expect(
        strncmp(line, "compare: velocity_step, lugre: no times: the law's code crashed", 62) == 0,
        "'%s'", line);
    comparison_free(&c);
}

/* A comparison that is freed may be filled again. */
Test(comparisons, are_empty_once_freed)
{
    struct comparison c = of_law("velocity_step", "lugre", NULL);
    add_rows(&c);
    comparison_free(&c);
    cr_assert_eq(c.n_rows, 0);
    add_rows(&c);
    cr_expect_eq(c.n_rows, 3);
    cr_expect_str_eq(c.rows[2].integrator->name, "rosenbrock");
    comparison_free(&c);
}
