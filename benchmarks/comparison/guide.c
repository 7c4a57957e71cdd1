/* Searches the steps and tolerances at which a method reaches an error, and prints the table. */
#include "benchmarks/comparison/guide.h"

#include <math.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "reference/experiments/experiment.h"
#include "tools/base/cli.h"
#include "tools/base/parallel.h"

static const double targets[] = { 1e-2, 1e-6 };
enum { N_TARGETS = 2 };

static const double MOST_STEPS = 2e6;
static const double steps[] = { 1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4,
                                5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6 };
static const double tolerances[] = { 1e-2, 1e-3, 1e-4,  1e-5,  1e-6, 1e-7,
                                     1e-8, 1e-9, 1e-10, 1e-11, 1e-12 };
enum {
    N_STEPS = sizeof steps / sizeof *steps,
    N_TOLERANCES = sizeof tolerances / sizeof *tolerances
};

/* With a mass, martinez_rosas at Table I throws the mass far away at the first release
 * (reference/findings.md): with this alpha it is a friction law. */
struct guided {
    const char *scenario;
    double t_end; /* s: short, but enough for all phases of the motion */
    const char *law;
    double alpha; /* 0: the default */
};

static const struct guided experiments[] = {
    { "hysteresis", 10, "lugre", 0 },  { "hysteresis", 10, "martinez_rosas", 0 },
    { "driven_stiff", 2, "lugre", 0 }, { "driven_stiff", 2, "martinez_rosas", 0 },
    { "stick_slip", 12, "lugre", 0 },  { "stick_slip", 12, "martinez_rosas", 5e4 },
    { "pid", 16, "lugre", 0 },         { "pid", 16, "martinez_rosas", 5e4 },
};
enum { N_EXPERIMENTS = sizeof experiments / sizeof *experiments };

/* The least work found so far for an error; integrator NULL: none. */
struct choice {
    const struct integrator *integrator;
    double setting, work; /* s or relative tolerance; evaluations per s */
};

/* A line of the table for each target. */
struct line {
    struct choice given[N_TARGETS], euler[N_TARGETS], rk4[N_TARGETS];
    struct choice chosen[N_TARGETS], bdf[N_TARGETS];
};

static double work_of(struct comparison *c, const struct compare_row *row)
{
    struct experiment experiment;
    const struct ode ode = PREC(experiment_ode)(&experiment, c->model, c->p, &c->setup, false);
    const struct statistics *s = &row->statistics;
    return (double)(s->rate_evals + s->flow_evals + ode.n * s->jac_evals) / c->setup.duration;
}

/* Runs one setting. Returns false when the integrator does not fit the problem. */
static bool run(struct comparison *c, const struct integrator *integrator, double setting,
                double *error, double *work)
{
    const bool adaptive = integrator->flags & INTEGRATOR_ADAPTIVE;
    struct settings settings = { .step = 0 };
    *(adaptive ? &settings.rtol : &settings.step) = setting;
    c->n_rows = 0;
    comparison_add(c, integrator, &settings);
    comparison_row(c, 0);
    const struct compare_row *row = &c->rows[0];
    *error = row->status == STATUS_OK ? row->error_max : (double)INFINITY;
    *work = work_of(c, row);
    return row->status != STATUS_UNSUPPORTED;
}

/* Returns true when no finer setting can be better, for any of the errors that are not settled. */
static bool hopeless(const struct choice best[], const bool settled[], double error, double work)
{
    if (!isfinite(error))
        return false;
    for (size_t k = 0; k < N_TARGETS; k++)
        if (!settled[k] && !(best[k].integrator && best[k].work < work))
            return false;
    return true;
}

/* Prefers less work, then the coarser setting. */
static void keep_better(struct choice other, struct choice *best)
{
    const bool less = !best->integrator || other.work < best->work;
    if (other.integrator && (less || (other.work <= best->work && other.setting > best->setting)))
        *best = other;
}

/* Finds the coarsest settings of one integrator that reach the errors together with the next finer
 * ones; keeps them if they take less work than the best ones so far. */
static void search(struct comparison *c, const struct integrator *integrator,
                   const double settings[], size_t n, struct choice best[])
{
    bool settled[N_TARGETS] = { false };
    double before = (double)INFINITY, work_before = 0, error, work;
    for (size_t i = 0; i < n; i++) {
        size_t left = 0;
        if (!run(c, integrator, settings[i], &error, &work))
            return;
        for (size_t k = 0; k < N_TARGETS; k++) {
            if (!settled[k] && before <= targets[k] && error <= targets[k]) {
                settled[k] = true;
                keep_better((struct choice){ integrator, settings[i - 1], work_before }, &best[k]);
            }
            left += !settled[k];
        }
        if (left == 0 || hopeless(best, settled, error, work))
            return;
        before = error;
        work_before = work;
    }
}

/* Returns the standard steps that are no longer than the time between samples and not too many. */
static const double *usable_steps(const struct comparison *c, size_t *n)
{
    const double interval = c->setup.duration / (double)(c->samples - 1);
    size_t first = 0;
    while (first + 1 < N_STEPS && steps[first] > interval * (1 + 1e-12))
        first++;
    for (*n = 0; first + *n < N_STEPS; ++*n)
        if (c->setup.duration > steps[first + *n] * MOST_STEPS * (1 + 1e-12))
            break;
    return steps + first;
}

static bool is_among(const char *name, const char *const names[])
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* Searches all integrators except those with a column of their own; likely best ones first, since
 * others are then soon hopeless. */
static void search_all(struct comparison *c, bool adaptive, const double settings[], size_t n,
                       struct choice best[])
{
    static const char *const known[] = { "euler", "rk4", "cvode_bdf", NULL };
    static const char *const likely[] = { "rosenbrock4",          "exponential4", "exponential",
                                          "exponential_adaptive", "rosenbrock",   NULL };
    for (const char *const *name = likely; *name; name++) {
        const struct integrator *integrator = PREC(integrator_find)(*name);
        if (((integrator->flags & INTEGRATOR_ADAPTIVE) != 0) == adaptive)
            search(c, integrator, settings, n, best);
    }
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        if ((((*i)->flags & INTEGRATOR_ADAPTIVE) != 0) == adaptive &&
            !is_among((*i)->name, known) && !is_among((*i)->name, likely))
            search(c, *i, settings, n, best);
}

static void fill(void *context, size_t i)
{
    struct line *line = (struct line *)context + i;
    const struct guided *guided = &experiments[i];
    const struct model *model = PREC(model_find)(guided->law);
    double p[MODEL_MAX_PARAMS];
    size_t n;
    PREC(model_defaults)(model, p);
    if (guided->alpha > 0 &&
        !quantity_set(model->params, model->n_params, "alpha", guided->alpha, p))
        cli_fail("%s has no alpha", model->name);
    struct comparison c = comparison_new(scenario_find(guided->scenario), model, p);
    c.errors_only = true;
    c.samples = 1 + (size_t)round((double)(c.samples - 1) * guided->t_end / c.setup.duration);
    c.setup.duration = guided->t_end;
    comparison_reference(&c);
    if (c.not_applicable)
        cli_fail("%s, %s: %s", guided->scenario, guided->law, c.not_applicable);
    const double *const usable = usable_steps(&c, &n);
    /* an integrator with its own column may be the best, too */
    search(&c, PREC(integrator_find)("euler"), usable, n, line->euler);
    search(&c, PREC(integrator_find)("rk4"), usable, n, line->rk4);
    search(&c, PREC(integrator_find)("cvode_bdf"), tolerances, N_TOLERANCES, line->bdf);
    for (size_t k = 0; k < N_TARGETS; k++) {
        keep_better(line->euler[k], &line->given[k]);
        keep_better(line->rk4[k], &line->given[k]);
        keep_better(line->bdf[k], &line->chosen[k]);
    }
    search_all(&c, false, usable, n, line->given);
    search_all(&c, true, tolerances, N_TOLERANCES, line->chosen);
    comparison_free(&c);
}

/* Prints two digits: "5", "120", "6.0k", "1.5M". */
static void print_work(FILE *out, double work)
{
    if (work < 995)
        fprintf(out, "%.0f", work < 100 ? work : 10 * round(work / 10));
    else if (work < 9.95e3)
        fprintf(out, "%.1fk", work / 1e3);
    else if (work < 9.95e5)
        fprintf(out, "%.0fk", work < 9.95e4 ? work / 1e3 : 10 * round(work / 1e4));
    else
        fprintf(out, "%.1fM", work / 1e6);
}

static void print_step(FILE *out, double step)
{
    if (step > 0.9e-3)
        fprintf(out, "%.0f ms", 1e3 * step);
    else
        fprintf(out, "%.0f µs", 1e6 * step);
}

/* Prints the setting, the integrator's name if `named`, and the work. */
static void print_choice(FILE *out, const struct choice *choice, bool named)
{
    if (!choice->integrator) {
        fputs(" - |", out);
        return;
    }
    fputc(' ', out);
    if (named)
        fprintf(out, "`%s`, ", choice->integrator->name);
    if (choice->integrator->flags & INTEGRATOR_ADAPTIVE)
        fprintf(out, "%.0e", choice->setting);
    else
        print_step(out, choice->setting);
    fputs(": ", out);
    print_work(out, choice->work);
    fputs(" |", out);
}

void compare_guide(FILE *out, unsigned jobs)
{
    struct line lines[N_EXPERIMENTS] = { { .given = { { NULL, 0, 0 } } } };
    parallel_for(N_EXPERIMENTS, jobs, "experiments", fill, lines);
    fputs("| experiment | error | steps of given size | `euler` | `rk4` | steps chosen | "
          "`cvode_bdf` |\n|---|---|---|---|---|---|---|\n",
          out);
    for (size_t i = 0; i < N_EXPERIMENTS; i++)
        for (size_t k = 0; k < N_TARGETS; k++) {
            const struct guided *guided = &experiments[i];
            fprintf(out, "| %s, %s", guided->scenario, guided->law);
            if (guided->alpha > 0)
                fprintf(out, " α = %g", guided->alpha);
            fprintf(out, " | %s |", k == 0 ? "1 %" : "1e-6");
            print_choice(out, &lines[i].given[k], true);
            print_choice(out, &lines[i].euler[k], false);
            print_choice(out, &lines[i].rk4[k], false);
            print_choice(out, &lines[i].chosen[k], true);
            print_choice(out, &lines[i].bdf[k], false);
            fputc('\n', out);
        }
}
