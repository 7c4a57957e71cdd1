/* What simulate hands on and makes of it: the computation and the drawing are the test's, by the
 * linker's --wrap, so that each ending of a run can be had. */
#include <criterion/criterion.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/options/default_integrator.h"
#include "benchmarks/simulation/simulate_plot.h"
#include "benchmarks/simulation/simulate_run.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

int simulate_main(int argc, char **argv);

enum { WORDS = 40, LINE = 1024 };

/* What the run comes to, and what is expected of the request. */
static struct {
    struct outcome outcome;
    double travel; /* m: the largest |x|, with a sign, at that row */
    size_t row;
    void (*expect)(const struct simulation *s, const struct trajectory *r);
    /* Of the picture: what is expected, and how many were drawn. */
    char title[256];
    const struct figure *figures;
    size_t drawn;
} world;

/* A number for each place. */
static double value_at(size_t column, size_t row)
{
    return 1e-3 * (double)(column + 1) / (double)(row + 2);
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_simulate_run(const struct simulation *s, struct trajectory *r, struct outcome *outcome);
void __wrap_simulate_plot(const char *path, const char *title, const char *footnote,
                          const struct table *table, const struct figure *figures);
void __wrap_plot_check(void);

void __wrap_simulate_run(const struct simulation *s, struct trajectory *r, struct outcome *outcome)
{
    if (world.expect)
        world.expect(s, r);
    for (size_t i = 0; i < r->n; i++) {
        double *const columns[] = { r->x, r->v, r->F, r->energy };
        for (size_t k = 0; k < 4; k++)
            columns[k][i] = value_at(k, i);
        for (size_t k = 0; k < r->n_states; k++)
            r->law[i * r->n_states + k] = value_at(4 + k, i);
        if (world.travel != 0)
            r->x[i] = i == world.row ? world.travel : world.travel / 2;
    }
    *outcome = world.outcome;
}

void __wrap_plot_check(void) {}

/* The columns are those of CSV: time, x, v, F, the states, the energy. */
void __wrap_simulate_plot(const char *path, const char *title, const char *footnote,
                          const struct table *table, const struct figure *figures)
{
    static const char *const names[] = { "t", "x", "v", "F", "z", "energy" },
                             *const units[] = { "s", "m", "m/s", "N", "m", "J" },
                             *const meanings[] = { "time", "position", "velocity", "friction" };
    static const size_t of[] = { 0, 0, 1, 2, 4, 3 };
    cr_expect_str_eq(path, "figure.svg");
    cr_expect(strstr(footnote, "//benchmarks:simulate") && strstr(footnote, "--plot figure.svg"));
    cr_assert_eq(table->n_columns, 6);
    cr_expect_eq(table->n_rows, 5);
    cr_expect_str_eq(title, world.title);
    cr_expect_eq(figures, world.figures);
    for (size_t c = 0; c < 6; c++) {
        const struct column *column = &table->columns[c];
        cr_expect_str_eq(column->name, names[c]);
        cr_expect_str_eq(column->unit, units[c]);
        cr_expect(c < 4 ? strcmp(column->meaning, meanings[c]) == 0 : !column->meaning);
        for (size_t i = 0; c > 0 && i < table->n_rows; i++)
            cr_expect_eq(column->values[i], value_at(of[c], i), "%s, row %zu", names[c], i);
    }
    for (size_t i = 0; i < table->n_rows; i++)
        cr_expect_float_eq(table->columns[0].values[i], 0.5 * (double)i, 1e-15);
    world.drawn++;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* Runs the program by words with single blanks; "~" in a word stands for a blank. */
static int run_words(const char *command)
{
    static char text[LINE];
    char *words[WORDS] = { (char *)"simulate" }, *rest = NULL;
    int n = 1;
    snprintf(text, sizeof text, "%s", command);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        for (char *c = word; *c; c++)
            *c = *c == '~' ? ' ' : *c;
        words[n++] = word;
    }
    optind = 1; /* Criterion has read options, too */
    return simulate_main(n, words);
}

static int run_command(const void *command) { return run_words(command); }

static void expect_ended(const char *command, int status, const char *said)
{
    const struct ended e = in_process(run_command, command);
    cr_expect_eq(e.status, status, "%s: exit %d", command, e.status);
    cr_expect_str_eq(e.said, said, "'%s', not '%s'", e.said, said);
    cr_expect_eq(*e.out == '\0', status != 0, "%s: '%s'", command, e.out);
}

#define LUGRE "--model lugre --velocity hold~0.001~2 --samples 5 "

/* A run that fails leaves no output, one line and the exit that is promised for it. */
Test(program, says_how_a_run_has_failed)
{
    world.outcome = (struct outcome){ .status = STATUS_CRASHED, .failure = "crashed (by test)" };
    expect_ended(LUGRE, 1, "simulate: the code of model 'lugre' crashed (by test)\n");
    world.outcome = (struct outcome){ .status = STATUS_NONFINITE, .statistics.steps = 17 };
    char line[LINE];
    snprintf(line, sizeof line, "simulate: heun failed after 17 steps: %s\n",
             status_text(STATUS_NONFINITE));
    expect_ended(LUGRE "--integrator heun", 1, line);
    world.outcome = (struct outcome){ .no_reference = "for the test's reasons" };
    expect_ended(LUGRE "--integrator reference", 2,
                 "simulate: --integrator reference: not available for model 'lugre' here: for the "
                 "test's reasons\n");
    world.outcome = (struct outcome){ .status = STATUS_OK };
    expect_ended(LUGRE, 0, "");
}

/* Beyond 1e-6, in whichever column; only a reference is uncertain. */
Test(program, warns_of_an_uncertain_reference)
{
    static const size_t columns[] = { REFERENCE_X, REFERENCE_V, REFERENCE_F, REFERENCE_ENERGY,
                                      REFERENCE_LAW };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        world.outcome = (struct outcome){ .status = STATUS_OK };
        world.outcome.uncertainty.floor[columns[i]] = 1e-6;
        expect_ended(LUGRE "--integrator reference", 0, "");
        world.outcome.uncertainty.floor[columns[i]] = 1.16e-6;
        expect_ended(LUGRE "--integrator reference", 0,
                     "simulate: warning: the reference is uncertain: two computations differ by "
                     "1.2e-06 of a column's maximum\n");
        expect_ended(LUGRE, 0, "");
    }
}

/* Bonds of bristles snap by a length: at more than twice the tolerance that fits the farthest
 * place, wherever that is. Methods with steps of given size have no tolerance. */
Test(program, warns_of_a_tolerance_that_is_too_large)
{
    static const double parts[] = { 1.98, 2.02 };
    const struct model *model = PREC(model_find)("bristle");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    for (size_t i = 0; i < 5; i += 2)
        for (size_t k = 0; k < 2; k++) {
            char command[LINE], said[LINE] = "";
            world.row = i;
            world.travel = i == 2 ? -0.0625 : 0.0625;
            const double fits = fitting_relative_tolerance(model, p, 0.0625), r = parts[k] * fits;
            if (k == 1)
                snprintf(said, sizeof said,
                         "simulate: warning: events of bristle come by %.2g m of travel, of which "
                         "a relative tolerance of %.1e is %.1e m: --rtol %.0e or less finds them "
                         "as they are\n",
                         model->length(p), r, r * 0.0625, fits);
            snprintf(command, sizeof command,
                     "--model bristle --velocity hold~0.001~2 --samples 5 --integrator rosenbrock "
                     "--rtol %.17g",
                     r);
            cr_expect_lt(fits, 1e-8);
            expect_ended(command, 0, said);
            snprintf(command, sizeof command,
                     "--model bristle --velocity hold~0.001~2 --samples 5 --integrator rk4 --rtol "
                     "%.17g",
                     r);
            expect_ended(command, 0, "");
        }
}

static void expect_defaults(const struct simulation *s, const struct trajectory *r)
{
    cr_assert(s->law.model && !s->law.file);
    cr_expect_str_eq(s->law.model->name, "lugre");
    cr_expect_str_eq(s->integrator->name, "exponential");
    cr_expect_eq(s->timeout, SUBPROCESS_TIMEOUT);
    cr_expect(s->settings->step == 2.0 / 200 && !s->settings->ignore_events);
    cr_expect(s->settings->rtol == 1e-6 && s->settings->atol == 1e-6);
    cr_expect(r->n == 201 && r->t[200] == 2 && s->p[0] == 1e5);
}

static void expect_given(const struct simulation *s, const struct trajectory *r)
{
    cr_expect_str_eq(s->integrator->name, "rosenbrock");
    cr_expect(s->timeout == 7 && s->settings->step == 0.125 && s->settings->ignore_events);
    cr_expect(s->settings->rtol == 1e-5 && s->settings->atol == 1e-4);
    cr_expect(r->n == 11 && r->t[10] == 1.5 && s->p[0] == 2e5 && s->setup->plant.mass == 3);
}

static void expect_adaptive(const struct simulation *s, const struct trajectory *r)
{
    cr_expect_str_eq(s->integrator->name, "rosenbrock");
    cr_expect(s->settings->step == 0 && s->settings->rtol == 1e-6 && s->settings->atol == 1e-4);
    cr_expect_eq(r->n, scenario_find("stick_slip")->samples);
    cr_expect_eq(r->t[r->n - 1], s->setup->duration);
}

static void expect_absolute(const struct simulation *s, const struct trajectory *r)
{
    cr_expect(s->settings->rtol == 1e-5 && s->settings->atol == 0, "as given for --rtol");
    cr_expect(s->settings->step == 0.5 && r->n == 5);
}

static void expect_reference(const struct simulation *s, const struct trajectory *r)
{
    (void)r;
    cr_expect(!s->integrator && s->settings->step == 0);
}

/* Each option reaches its place, and has the default that the help states. */
Test(program, hands_on_what_is_given)
{
    static const struct {
        const char *command;
        void (*expect)(const struct simulation *s, const struct trajectory *r);
    } cases[] = {
        { "--model lugre --velocity hold~0.001~2 -o /dev/null", expect_defaults },
        { "--model lugre --scenario stick_slip --set sigma0=2e5 --plant mass=3 --t-end 1.5 "
          "--integrator rosenbrock --timeout 7 --step 0.125 --events off --rtol 1e-5 --atol 1e-4 "
          "--samples 11 -o /dev/null",
          expect_given },
        { "--model lugre --scenario stick_slip --atol 1e-4 -o /dev/null", expect_adaptive },
        { LUGRE "--rtol 1e-5 -o /dev/null", expect_absolute },
        { LUGRE "--integrator reference -o /dev/null", expect_reference },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        world.expect = cases[i].expect;
        cr_expect_eq(run_words(cases[i].command), 0, "%s", cases[i].command);
    }
}

static void expect_sampled(const struct simulation *s, const struct trajectory *r)
{
    (void)s;
    cr_expect(r->n == 4 && r->t[3] == 1.5, "%zu samples to %g s", r->n, r->t[r->n - 1]);
}

/* A log has the samples of its rate up to the end, and is CSV, whichever way that is asked for. */
Test(program, writes_a_log_by_its_rate)
{
    static const char *const formats[] = { "", "--format csv", "--format table" };
    world.expect = expect_sampled;
    for (size_t i = 0; i < 3; i++) {
        char command[LINE];
        snprintf(command, sizeof command,
                 "--model lugre --velocity hold~0.001~1.75 --sensor rate=2,encoder=1e-4 %s",
                 formats[i]);
        const struct ended e = in_process(run_command, command);
        cr_expect(e.status == 0 && !*e.said, "%s", e.said);
        cr_expect_str_eq(e.out, "t [s],x [m],F [N]\n0,0.0005,0.0015\n0.5,0.0003,0.001\n"
                                "1,0.0002,0.00075\n1.5,0.0002,0.0006\n");
    }
    const struct ended pulled =
        in_process(run_command, "--model lugre --scenario stick_slip --t-end 1.75 --sensor rate=2");
    cr_expect(strncmp(pulled.out, "t [s],x [m],u [N]\n", 18) == 0, "%s", pulled.out);
    world.expect = NULL;
    expect_ended(LUGRE "--sensor rate=2", 2,
                 "simulate: --samples: --sensor has a rate, expected one of the two\n");
    expect_ended("--model lugre --velocity hold~1~1 --sensor rate=2 --format json", 2,
                 "simulate: --format: --sensor writes CSV, not JSON\n");
}

/* What is drawn is what is printed: the scenario's figures, or those that follow from the motion.
 */
Test(program, draws_what_it_prints)
{
    const struct scenario *scenario = scenario_find("stick_slip");
    snprintf(world.title, sizeof world.title, "lugre: hold 0.001 2");
    cr_expect_eq(run_words(LUGRE "--plot figure.svg -o /dev/null"), 0);
    snprintf(world.title, sizeof world.title, "lugre: %s", scenario->title);
    world.figures = scenario->figures;
    cr_expect(scenario->figures != NULL);
    cr_expect_eq(run_words("--model lugre --scenario stick_slip --t-end 2 --samples 5 --plot "
                           "figure.svg -o /dev/null"),
                 0);
    cr_expect_eq(world.drawn, 2);
}

/* In each format, with the names of what was run; floors are the reference's. */
Test(program, prints_what_was_run)
{
    world.outcome.uncertainty.floor[REFERENCE_F] = 0.9e-6;
    const struct ended driven = in_process(run_command, LUGRE "--format json"),
                       pulled = in_process(
                           run_command, "--model lugre --scenario stick_slip --t-end 2 --samples 5 "
                                        "--format json --integrator reference"),
                       lines = in_process(run_command, LUGRE "--format csv"),
                       table = in_process(run_command, LUGRE);
    cr_expect(strstr(driven.out, "\"integrator\":\"exponential\"") ||
              strstr(driven.out, "\"integrator\":\t\"exponential\""));
    cr_expect(!strstr(driven.out, "\"scenario\"") && !strstr(driven.out, "\"reference\""));
    cr_expect(strstr(pulled.out, "\"stick_slip\"") && strstr(pulled.out, "\"floor\"") &&
              strstr(pulled.out, "\"reference\""));
    cr_expect(strncmp(lines.out, "t,x,v,F,z,energy\n0,", 19) == 0, "%s", lines.out);
    cr_expect(strncmp(table.out, "           t ", 13) == 0, "%s", table.out);
    cr_expect(!strstr(table.out, "reference:"));
}
