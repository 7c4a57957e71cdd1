/* Digits that are shown, searches over alpha, and experiments as they are run. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/replication/parts.h"
#include "benchmarks/replication/search.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/solutions/reference_solution.h"

/* NOLINTNEXTLINE(bugprone-reserved-identifier): the linker's */
bool __real_finding_run(const struct finding *f, double alpha, enum method method,
                        struct trajectory *r);

Test(numbers, have_the_digits_asked_for_and_no_more_than_agree)
{
    static const struct {
        double a, b;
        int digits;
        const char *number, *common;
    } cases[] = {
        { 0.1, 0.1, 4, "0.1000", "0.1000" },
        { 9.99996, 9.99996, 4, "10.00", "10.00" },
        { 9.9994, 9.9994, 4, "9.999", "9.999" },
        { -123456, -123456, 4, "-123500", "-123500" },
        { 1234.5678, 1234.5678, 4, "1235", "1235" },
        { 0.00123456, 0.00123456, 2, "0.0012", "0.001235" },
        { 57000, 57000, 2, "57000", "57000" },
        { 0, 0, 4, "0", "0" },
        { (double)NAN, (double)NAN, 4, "—", "—" },
        { 1.2345, (double)NAN, 3, "1.23", "unstable" },
        /* half of a last digit of 9.999...: 0.0005, 0.005, 0.05, 0.5 of 10 */
        { 0.99990, 0.99994, 4, "0.9999", "0.9999" },
        { 0.9999, 0.9998, 4, "0.9999", "1.00" },
        { 0.9999, 0.9951, 4, "0.9999", "1.0" },
        { 0.9999, 0.9949, 4, "0.9999", "1" },
        { 0.9999, 0.9501, 4, "0.9999", "1" },
        { 0.9999, 0.9498, 4, "0.9999", "unstable" },
        { 1, -1, 4, "1.000", "unstable" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[FINDINGS_CELL];
        findings_number(text, cases[i].a, cases[i].digits);
        cr_expect_str_eq(text, cases[i].number, "%zu: %s", i, text);
        findings_common(text, cases[i].a, cases[i].b);
        cr_expect_str_eq(text, cases[i].common, "%zu: %s", i, text);
        findings_common(text, cases[i].b, cases[i].a);
        cr_expect_eq(strcmp(text, "unstable") == 0, strcmp(cases[i].common, "unstable") == 0);
    }
}

Test(numbers, name_alphas_as_on_the_command_line)
{
    static const struct {
        double alpha;
        const char *text;
    } cases[] = { { 0, "LuGre" },    { 1e3, "1000" }, { 25000, "25000" },
                  { 5e5, "500000" }, { 1e6, "1e6" },  { 2.5e6, "2.5e6" },
                  { 1e9, "1e9" },    { 5e9, "5e9" },  { 1e10, "1e10" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[FINDINGS_CELL];
        findings_alpha(text, cases[i].alpha);
        cr_expect_str_eq(text, cases[i].text);
    }
}

static unsigned calls;
static double cube(double alpha, enum method method)
{
    calls++;
    return (method == FINE ? 1 : -1) * alpha * alpha * alpha;
}
static double jump(double alpha, enum method method)
{
    (void)method;
    calls++;
    return alpha < 1234 ? -1 : 1;
}
static double valley(double alpha, enum method method)
{
    (void)method;
    return alpha > 5678 ? 1 - 5678 / alpha : 1 - alpha / 5678;
}

/* Halving ln 1e6 to 1e-6 takes 24 steps; every third of them halves. */
Test(search, finds_roots_jumps_and_minima)
{
    static const double targets[] = { 8, 27.5, 1e3, 9.9e5, 1e12 };
    for (size_t i = 0; i < 5; i++) {
        const double root = cbrt(targets[i]);
        cr_expect_float_eq(findings_root(cube, targets[i], 1, 1e6, FINE), root, 1e-6 * root);
        cr_expect_float_eq(findings_root(cube, -targets[i], 1, 1e6, COARSE), root, 1e-6 * root);
    }
    calls = 0;
    cr_expect_float_eq(findings_root(jump, 0, 1, 1e6, FINE), 1234, 1234e-6);
    cr_expect_leq(calls, 2 + 3 * 24);
    cr_expect(isnan(findings_root(cube, 0.5, 1, 1e6, FINE)), "below at neither end");
    cr_expect(isnan(findings_root(cube, 8, 3, 1e6, FINE)), "passed already");
    cr_expect(isnan(findings_root(cube, 1e18, 1, 1e5, FINE)), "not reached");
    cr_expect_float_eq(findings_minimum(valley, 1e3, 1e5, FINE), 5678, 5.678);
    cr_expect_float_eq(findings_minimum(valley, 5e3, 6e3, FINE), 5678, 5.678);
    cr_expect_float_eq(findings_minimum(valley, 6e3, 1e4, FINE), 6e3, 6.0);
}

/* Samples are at 0 and from `from` to the end; the velocity is the changed signal's, and the force
 * that of another computation, the reference. */
static void expect_run(double alpha, enum method method, size_t samples, double exact)
{
    const struct finding experiment = { .scenario = "hysteresis",
                                        .changes = { { "omega", 10 }, { "mean", 2e-3 } },
                                        .t_end = 1,
                                        .from = 0.5,
                                        .samples = 21 };
    struct trajectory r, reference;
    struct setup setup;
    char error[SIGNAL_TEXT];
    double p[MODEL_MAX_PARAMS];
    const struct model *model = PREC(model_find)(alpha > 0 ? "martinez_rosas" : "lugre");
    PREC(model_defaults)(model, p);
    if (alpha > 0)
        cr_assert(quantity_set(model->params, model->n_params, "alpha", alpha, p));
    cr_assert(__real_finding_run(&experiment, alpha, method, &r));
    cr_assert_eq(r.n, samples);
    cr_assert(setup_velocity("cosine 0.002 0.001 10 0 1", &setup, error), "%s", error);
    trajectory_init(&reference, r.n, model->n_states, 1);
    for (size_t i = 0; i < r.n; i++) {
        const double part = (double)i - 1, last = (double)(r.n - 2);
        const double t = i == 0 ? 0 : 0.5 + 0.5 * part / last;
        cr_expect_float_eq(r.t[i], t, 1e-15);
        cr_expect_float_eq(r.v[i], 0.002 + 0.001 * cos(10 * t), 1e-15);
        reference.t[i] = r.t[i];
    }
    cr_assert_null(reference_solution_run(model, p, &setup, &reference, NULL));
    for (size_t i = 0; i < r.n; i++)
        cr_expect_float_eq(r.F[i], reference.F[i], exact * fabs(reference.F[i]), "%g at %g: %g",
                           alpha, r.t[i], r.F[i] / reference.F[i] - 1);
    trajectory_free(&r);
    trajectory_free(&reference);
    setup_free(&setup);
}

/* Tolerances are 1e-13 and 1e-12 in a step; some hundred steps may add them up. */
Test(run, is_the_law_along_the_changed_experiment)
{
    expect_run(LUGRE, FINE, 21, 1e-10);
    expect_run(25000, FINE, 21, 1e-10);
    expect_run(TABLE_I, COARSE, 21, 1e-9);
    expect_run(25000, EXACT, 21, 1e-12);
    expect_run(25000, EXACT_AGAIN, 19, 1e-12);
}

/* An experiment that names what there is not, or what its scenario refuses, ends the program. */
static void run_changed(const char *scenario, const char *name, double value)
{
    const struct finding experiment = {
        .scenario = scenario, .changes = { { name, value } }, .t_end = 0.01, .samples = 3
    };
    struct trajectory r;
    (void)!__real_finding_run(&experiment, LUGRE, FINE, &r);
}
Test(run, of_no_scenario, .exit_code = 2) { run_changed("hysteresi", "omega", 1); }
Test(run, of_no_quantity, .exit_code = 2) { run_changed("hysteresis", "omeg", 1); }
Test(run, of_no_motion, .exit_code = 2) { run_changed("hysteresis", "omega", (double)NAN); }
Test(run, of_a_motion, .exit_code = 0) { run_changed("hysteresis", "omega", 1); }
