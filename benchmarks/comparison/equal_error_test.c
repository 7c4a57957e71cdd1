/* equal_error shows the shortest times of all curves: here errors and times are in closed form.
 * Linked with --wrap, so that the program takes these rows. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/comparison/compare.h"
#include "tools/base/cli.h"
#include "tools/testing/test_output.h"

/* NOLINTNEXTLINE(bugprone-reserved-identifier): the linker's */
void __wrap_comparison_run(struct comparison *c);
int equal_error_main(int argc, char **argv);

/* guide_test.c: the same number in 0 to 1 for the same texts and number. */
double chance(const char *a, const char *b, const char *c, unsigned salt);

static const struct {
    const char *scenario, *model;
    double alpha;
    size_t outputs;
} races[] = {
    { "stick_slip", "lugre", 0, 3001 },
    { "pid", "lugre", 0, 5001 },
    { "pre_sliding", "lugre", 0, 651 },
    { "stick_slip", "martinez_rosas", 5e4, 3001 },
    { "hysteresis", "lugre", 0, 2001 },
    { "hysteresis", "lugre", 0, 201 },
    { "hysteresis", "martinez_rosas", 0, 2001 },
    { "hysteresis", "martinez_rosas", 0, 201 },
    { "driven_stiff", "lugre", 0, 2001 },
    { "driven_stiff", "lugre", 0, 201 },
    { "driven_stiff", "martinez_rosas", 0, 2001 },
    { "driven_stiff", "martinez_rosas", 0, 201 },
};
enum { N_RACES = sizeof races / sizeof *races, CURVES = 5 };

/* Curve k of a method is the power law time = time_of(e) of the error e; adams fails with the
 * controller, and both rivals do in pre_sliding. */
static bool runs(const char *scenario, const char *method)
{
    return strcmp(scenario, "pre_sliding") == 0
               ? strncmp(method, "cvode", 5) != 0
               : strcmp(scenario, "pid") != 0 || strcmp(method, "cvode_adams") != 0;
}

static double time_of(const char *scenario, const char *model, const char *method, size_t outputs,
                      unsigned k, double error)
{
    const double at_one = 1e-5 * (1 + chance(scenario, model, method, k + (unsigned)outputs)),
                 slope = 0.2 + 0.3 * chance(scenario, model, method, 9);
    return at_one * pow(error, -slope);
}

/* Which of the settings of equal_error a row has: the curve, and the point on it. */
static unsigned place(const struct compare_row *row, unsigned *point)
{
    const struct settings *s = &row->settings;
    if (!(row->integrator->flags & INTEGRATOR_ADAPTIVE)) {
        *point = (unsigned)lround((-0.5 - log10(s->step)) / 0.3);
        cr_expect(s->rtol == 0 && s->atol == 0);
        return 0;
    }
    *point = (unsigned)lround((-3 - log10(s->rtol)) / 0.5);
    return (unsigned)lround(2 + log10(s->atol / s->rtol));
}

/* Other columns than the one that counts have larger errors. */
void __wrap_comparison_run(struct comparison *c)
{
    size_t k = 0;
    while (k < N_RACES &&
           (strcmp(races[k].scenario, c->scenario->name) != 0 ||
            strcmp(races[k].model, c->model->name) != 0 || races[k].outputs != c->samples))
        k++;
    cr_assert_lt(k, N_RACES, "%s, %s, %zu", c->scenario->name, c->model->name, c->samples);
    const struct model *model = c->model;
    if (races[k].alpha > 0)
        cr_expect_eq(c->p[quantity_index(model->params, model->n_params, "alpha")], races[k].alpha);
    unsigned seen[CURVES][17] = { { 0 } };
    for (size_t i = 0; i < c->n_rows; i++) {
        struct compare_row *row = &c->rows[i];
        unsigned point;
        const unsigned curve = place(row, &point);
        cr_assert(curve < CURVES && point < 17);
        seen[curve][point]++;
        const double error = 0.3 * pow(10, -0.5 * point);
        for (size_t j = 0; j < c->n_columns; j++)
            row->error[j] = c->setup.has_mass || j + 1 == c->n_columns ? 10 * error : 0.1 * error;
        row->error[c->setup.has_mass ? 0 : (curve + point) % model->n_states] = error;
        row->error_max = 11 * error;
        row->status = runs(c->scenario->name, row->integrator->name) ? STATUS_OK : STATUS_NONFINITE;
        const double time = time_of(c->scenario->name, model->name, row->integrator->name,
                                    c->samples, curve, error);
        row->timing = (struct timing){ .cpu = 3 * time,
                                       .cpu_min = time,
                                       .cpu_q1 = 2 * time,
                                       .cpu_q3 = 4 * time,
                                       .real = 5 * time,
                                       .repetitions = 3,
                                       .iterations = 1 };
    }
    for (size_t i = 0; i < c->n_rows; i++)
        for (size_t j = 0; j < i; j++)
            cr_expect(c->rows[i].integrator != c->rows[j].integrator ||
                          c->rows[i].settings.step != c->rows[j].settings.step ||
                          c->rows[i].settings.rtol != c->rows[j].settings.rtol ||
                          c->rows[i].settings.atol != c->rows[j].settings.atol,
                      "%s runs twice by the same settings", c->rows[i].integrator->name);
    for (unsigned j = 0; j < CURVES * 17; j++)
        cr_expect_eq(seen[j / 17][j % 17], seen[j / 17][0], "curves are not complete");
}

/* Returns the shortest time of any curve; NAN: the method fails. */
static double shortest(size_t k, const char *method, unsigned curves, double error)
{
    double best = (double)NAN;
    for (unsigned i = 0; i < curves && runs(races[k].scenario, method); i++)
        best = fmin(best,
                    time_of(races[k].scenario, races[k].model, method, races[k].outputs, i, error));
    return best;
}

/* Expects a number, to rounding in some logarithms; "nan" where there is none. */
static void expect_time(const char *csv, const cJSON *json, size_t row, const char *key,
                        double value)
{
    char cell[CELL];
    csv_cell(csv, row, key, cell);
    cr_expect(isnan(value) ? strcmp(cell, "nan") == 0
                           : fabs(strtod(cell, NULL) - value) <= 1e-12 * value,
              "%s, row %zu: %s, not %g", key, row, cell, value);
    json_cell(cJSON_GetArrayItem(json, (int)row), key, cell);
    cr_expect(isnan(value) ? !*cell : fabs(strtod(cell, NULL) - value) <= 1e-12 * value,
              "%s, row %zu: %s, not %g", key, row, cell, value);
}

static void put_time(char text[32], double time)
{
    if (isnan(time))
        snprintf(text, 32, "not reached");
    else
        snprintf(text, 32, "%8.3f ms", 1e3 * time);
}

/* Expects the line, which fits a terminal, and moves *table behind it. */
static void expect_line(const char **table, const char *line)
{
    cr_expect(strncmp(*table, line, strlen(line)) == 0, "%.100s\ninstead of\n%s", *table, line);
    cr_expect_leq(strcspn(*table, "\n"), 80, "%.100s", *table);
    *table = strchr(*table, '\n') + 1;
}

/* Expects what is compared, above its rows. */
static void expect_heading(const char **table, size_t k)
{
    char line[200], alpha[40] = "";
    if (races[k].alpha > 0)
        snprintf(alpha, sizeof alpha, " with alpha = %g", races[k].alpha);
    snprintf(line, sizeof line, "%s, %s%s, %zu outputs\n", races[k].scenario, races[k].model, alpha,
             races[k].outputs);
    expect_line(table, line);
}

/* Expects a row in all formats; moves *table behind its line. */
static void expect_race(const char **table, const char *csv, const cJSON *json, size_t row,
                        size_t k, const char *method, double error)
{
    const double time =
                     shortest(k, method, strcmp(method, "exponential4") == 0 ? 1 : CURVES, error),
                 bdf = shortest(k, "cvode_bdf", CURVES, error),
                 adams = shortest(k, "cvode_adams", CURVES, error), best = fmin(bdf, adams);
    const char *rival = bdf < adams || isnan(adams) ? "cvode_bdf" : "cvode_adams";
    char line[200], its[32], others[32], factor[32] = "";
    if (isnan(best))
        rival = "cvode_adams";
    expect_text(csv, json, row, "scenario", races[k].scenario);
    expect_text(csv, json, row, "model", races[k].model);
    expect_number(csv, NULL, row, "alpha", races[k].alpha);
    expect_number(csv, json, row, "outputs", (double)races[k].outputs);
    expect_number(csv, json, row, "error", error);
    expect_text(csv, json, row, "method", method);
    expect_text(csv, json, row, "rival", rival);
    expect_time(csv, json, row, "time_s", time);
    expect_time(csv, json, row, "rival_time_s", best);
    put_time(its, time);
    put_time(others, best);
    if (!isnan(best))
        snprintf(factor, sizeof factor, " x%.3g", best / time);
    snprintf(line, sizeof line, "  %5.0e %-20s %s %-11s %s%s\n", error, method, its, rival, others,
             factor);
    expect_line(table, line);
}

/* Runs the program; returns what it writes, to be freed. */
static char *written(const char *format, const char *scenario, const char *model)
{
    char path[300];
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, sizeof path, "%.200s/equal_error.%d", directory ? directory : "/tmp",
             (int)getpid());
    char *words[] = {
        (char *)"equal_error", (char *)"--format", (char *)format,    (char *)"-o",  path,
        (char *)"--scenario",  (char *)scenario,   (char *)"--model", (char *)model, NULL
    };
    const int n = model ? 9 : scenario ? 7 : 5;
    words[n] = NULL;
    optind = 1; /* Criterion has read options, too */
    cr_assert_eq(equal_error_main(n, words), 0);
    char *text = cli_read(path);
    cr_assert(text);
    return text;
}

Test(equal_error, shows_the_shortest_times_of_all_curves)
{
    static const char *const driven[] = { "exponential4", "exponential_adaptive", "rosenbrock" };
    char *table = written("table", NULL, NULL), *csv = written("csv", NULL, NULL),
         *text = written("json", NULL, NULL);
    cJSON *json = cJSON_Parse(text);
    const cJSON *results = cJSON_GetObjectItem(json, "results");
    const char *line = table;
    size_t row = 0;
    expect_all_digits(csv);
    if (!results)
        results = json;
    expect_line(&line, "  error method                      time rival          its time\n");
    for (size_t k = 0; k < N_RACES; k++) {
        expect_heading(&line, k);
        for (int t = 0; t < 2; t++)
            for (size_t m = k < 4 ? 2 : 0; m < 3; m++)
                expect_race(&line, csv, results, row++, k, driven[m], t == 0 ? 1e-6 : 1e-8);
    }
    cr_expect_str_empty(line);
    cr_expect_eq(cJSON_GetArraySize(results), (int)row);
    cr_expect_str_eq(
        cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "context"), "program")),
        "equal_error");
    cJSON_Delete(json);
    free(table);
    free(csv);
    free(text);
}

Test(equal_error, takes_what_is_chosen)
{
    static const struct {
        const char *scenario, *model;
        size_t rows;
    } cases[] = { { "stick_slip", NULL, 4 },
                  { "stick_slip", "lugre", 2 },
                  { "hysteresis", NULL, 24 },
                  { "driven_stiff", "lugre", 12 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *csv = written("csv", cases[i].scenario, cases[i].model);
        size_t lines = 0;
        for (const char *s = csv; *s; s++)
            lines += *s == '\n';
        cr_expect_eq(lines, 1 + cases[i].rows, "%s: %zu", cases[i].scenario, lines);
        for (size_t k = 0; k < cases[i].rows; k++) {
            expect_text(csv, NULL, k, "scenario", cases[i].scenario);
            if (cases[i].model)
                expect_text(csv, NULL, k, "model", cases[i].model);
        }
        free(csv);
    }
}
