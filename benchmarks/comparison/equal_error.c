/* equal_error: compares the times that the methods made for friction and CVODE need for the same
 * error. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/work_precision.h"
#include "benchmarks/options/options.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/options.h"

/* A law in a scenario, and the methods that are compared with CVODE there. */
struct race {
    const char *scenario, *model;
    double alpha; /* the parameter alpha; 0: its default */
    size_t samples;
    const char *methods[5];
};

#define DRIVEN                                                                                     \
    {                                                                                              \
        "exponential4", "exponential_adaptive", "rosenbrock"                                       \
    }

static const struct race races[] = {
    { "stick_slip", "lugre", 0, 3001, { "rosenbrock" } },
    { "pid", "lugre", 0, 5001, { "rosenbrock" } },
    { "pre_sliding", "lugre", 0, 651, { "rosenbrock" } },
    { "stick_slip", "martinez_rosas", 5e4, 3001, { "rosenbrock" } },
    { "hysteresis", "lugre", 0, 2001, DRIVEN },
    { "hysteresis", "lugre", 0, 201, DRIVEN },
    { "hysteresis", "martinez_rosas", 0, 2001, DRIVEN },
    { "hysteresis", "martinez_rosas", 0, 201, DRIVEN },
    { "driven_stiff", "lugre", 0, 2001, DRIVEN },
    { "driven_stiff", "lugre", 0, 201, DRIVEN },
    { "driven_stiff", "martinez_rosas", 0, 2001, DRIVEN },
    { "driven_stiff", "martinez_rosas", 0, 201, DRIVEN },
};

enum { N_RACES = sizeof races / sizeof *races };

static const char *const rivals[] = { "cvode_bdf", "cvode_adams" };
enum { N_RIVALS = 2 };

static const double targets[] = { 1e-6, 1e-8 };
enum { N_TARGETS = 2 };

/* Absolute tolerances, in units of the relative one. */
static const double atol_factors[] = { 0.01, 0.1, 1, 10, 100 };
enum { N_FACTORS = 5, N_LADDER = 17 };

/* Returns the i-th tolerance, from coarse to fine. */
static double tolerance(size_t i) { return pow(10, -3 - 0.5 * (double)i); }
static double step_size(size_t i) { return pow(10, -0.5 - 0.3 * (double)i); }

struct result {
    const struct race *race;
    const char *method, *rival; /* NULL: did not reach the error */
    double target, time, rival_time;
};

enum { MAX_RESULTS = N_RACES * N_TARGETS * 5 };

static void add_curve(struct comparison *c, const struct integrator *integrator, double factor)
{
    for (size_t i = 0; i < N_LADDER; i++) {
        struct settings s = { .rtol = tolerance(i), .atol = factor * tolerance(i) };
        if (!(integrator->flags & INTEGRATOR_ADAPTIVE))
            s = (struct settings){ .step = step_size(i) };
        comparison_add(c, integrator, &s);
    }
}

static size_t n_factors(const struct integrator *integrator)
{
    return integrator->flags & INTEGRATOR_ADAPTIVE ? N_FACTORS : 1;
}

/* The error of position, the first column of a mass, or of force, the last column. */
static double error_of(const struct comparison *c, const struct compare_row *row)
{
    double most = 0;
    if (row->status != STATUS_OK)
        return (double)NAN;
    if (strcmp(c->columns[0], "x") == 0)
        return row->error[0];
    for (size_t k = 0; k + 1 < c->n_columns; k++)
        most = fmax(most, row->error[k]);
    return most;
}

/* Returns the shortest time of any curve of this integrator. */
static double best_time(const struct comparison *c, const struct integrator *integrator,
                        double target)
{
    double best = (double)NAN;
    for (size_t i = 0; i + N_LADDER <= c->n_rows; i += N_LADDER) {
        struct work_point points[N_LADDER];
        if (c->rows[i].integrator != integrator)
            continue;
        for (size_t k = 0; k < N_LADDER; k++)
            points[k] =
                (struct work_point){ error_of(c, &c->rows[i + k]), c->rows[i + k].timing.cpu_min };
        best = fmin(best, work_at_error(points, N_LADDER, target));
    }
    return best;
}

static void add_all(struct comparison *c, const char *name)
{
    const struct integrator *integrator = PREC(integrator_find)(name);
    for (size_t k = 0; k < n_factors(integrator); k++)
        add_curve(c, integrator, atol_factors[k]);
}

static size_t run(const struct race *race, struct result results[])
{
    const struct model *model = PREC(model_find)(race->model);
    double p[MODEL_MAX_PARAMS];
    size_t n = 0;
    PREC(model_defaults)(model, p);
    if (race->alpha > 0 && !quantity_set(model->params, model->n_params, "alpha", race->alpha, p))
        cli_fail("%s has no alpha", model->name);
    struct comparison c = comparison_new(scenario_find(race->scenario), model, p);
    c.samples = race->samples;
    c.effort.seconds = 0.02;
    for (size_t i = 0; i < N_RIVALS; i++)
        add_all(&c, rivals[i]);
    for (const char *const *method = race->methods; *method; method++)
        add_all(&c, *method);
    comparison_run(&c);
    for (size_t t = 0; t < N_TARGETS && !c.not_applicable; t++)
        for (const char *const *method = race->methods; *method; method++) {
            struct result *r = &results[n++];
            *r = (struct result){ .race = race, .method = *method, .target = targets[t] };
            r->time = best_time(&c, PREC(integrator_find)(*method), targets[t]);
            r->rival_time = (double)NAN;
            for (size_t i = 0; i < N_RIVALS; i++) {
                const double time = best_time(&c, PREC(integrator_find)(rivals[i]), targets[t]);
                if (time < r->rival_time || isnan(r->rival_time)) {
                    r->rival_time = time;
                    r->rival = rivals[i];
                }
            }
        }
    comparison_free(&c);
    return n;
}

static void print_milliseconds(FILE *out, double seconds)
{
    if (isnan(seconds))
        fprintf(out, " %11s", "not reached");
    else
        fprintf(out, " %8.3f ms", 1e3 * seconds);
}

static void print_race(FILE *out, const struct race *race)
{
    fprintf(out, "%s, %s", race->scenario, race->model);
    if (race->alpha > 0)
        fprintf(out, " with alpha = %g", race->alpha);
    fprintf(out, ", %zu outputs\n", race->samples);
}

static void print_table(FILE *out, const struct result results[], size_t n)
{
    fprintf(out, "  %5s %-20s %11s %-11s %11s\n", "error", "method", "time", "rival", "its time");
    for (size_t i = 0; i < n; i++) {
        const struct result *r = &results[i];
        if (i == 0 || r->race != results[i - 1].race)
            print_race(out, r->race);
        fprintf(out, "  %5.0e %-20s", r->target, r->method);
        print_milliseconds(out, r->time);
        fprintf(out, " %-11s", r->rival);
        print_milliseconds(out, r->rival_time);
        if (r->rival_time > 0 && r->time > 0)
            fprintf(out, " x%.3g", r->rival_time / r->time);
        fputc('\n', out);
    }
}

/* Writes a time; an error that was not reached gives "nan" in CSV. */
static void state_time(struct columns *c, const char *key, double seconds)
{
    if (isnan(seconds) && !c->is_json)
        column_text(c, key, "nan");
    else
        column_number(c, key, seconds, 17);
}

static void state_row(struct columns *c, const struct result *r)
{
    column_text(c, "scenario", r->race->scenario);
    column_text(c, "model", r->race->model);
    if (!c->is_json)
        column_number(c, "alpha", r->race->alpha, 17);
    column_count(c, "outputs", r->race->samples);
    column_number(c, "error", r->target, 17);
    column_text(c, "method", r->method);
    state_time(c, "time_s", r->time);
    column_text(c, "rival", r->rival);
    state_time(c, "rival_time_s", r->rival_time);
    columns_end_row(c);
}

static void print(FILE *out, enum format format, const struct result results[], size_t n)
{
    if (format == FORMAT_TABLE) {
        print_table(out, results, n);
        return;
    }
    struct columns c = columns_begin(out, format, NULL);
    for (size_t i = 0; i < n; i++)
        state_row(&c, &results[i]);
    columns_finish(&c);
}

struct request {
    const struct scenario *scenario;
    const struct model *model;
    enum format format;
    const char *path;
};

static void read_scenario(void *request, char *name)
{
    ((struct request *)request)->scenario = option_scenario(name);
}

static void read_model(void *request, char *name)
{
    ((struct request *)request)->model = option_model(name);
}

static const struct option_entry options[] = {
    { "scenario", "S", "only this scenario", OPTION_CALL, .read = read_scenario },
    { "model", "M", "only this model", OPTION_CALL, .read = read_model },
    OPTIONS_OUTPUT(struct request),
    { "list", NULL, "show models, integrators and scenarios", OPTION_SHOW,
      .show = option_print_list },
    { NULL },
};

static const struct command command_line = {
    .name = "equal_error",
    .usage = "[OPTION]...",
    .about = "Times integrators at equal error against the reference: every method on its own "
             "work-precision curve, CVODE at its best over BDF and Adams, relative tolerance and "
             "absolute tolerance, with the same events and the same Jacobian.",
    .options = options,
    .notes = "Errors: with a mass that of its position, otherwise the largest of the law's states; "
             "at the worst sample, relative to the maximum.",
    .examples = { "equal_error --scenario stick_slip --model lugre",
                  "equal_error --format csv -o equal_error.csv" },
    .exits = "0, or 2 for wrong usage.",
};

static bool is_chosen(const struct race *race, const struct request *r)
{
    return (!r->scenario || strcmp(r->scenario->name, race->scenario) == 0) &&
           (!r->model || strcmp(r->model->name, race->model) == 0);
}

int main(int argc, char **argv)
{
    struct result results[MAX_RESULTS];
    struct request r = { .path = NULL };
    size_t n = 0;
    command_read(&command_line, argc, argv, &r);
    for (size_t i = 0; i < N_RACES; i++)
        if (is_chosen(&races[i], &r))
            n += run(&races[i], results + n);
    if (n == 0)
        cli_fail("no comparison of '%s' in '%s': the scenarios are stick_slip, pid, pre_sliding, "
                 "hysteresis and driven_stiff, the models lugre and martinez_rosas",
                 r.model ? r.model->name : "any model",
                 r.scenario ? r.scenario->name : "any scenario");
    struct cli_output output;
    cli_open(&output, r.path);
    print(output.file, r.format, results, n);
    cli_close(&output);
    return 0;
}
