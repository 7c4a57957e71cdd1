/* Reads the options of compare (options.h). */
#include "benchmarks/comparison/options.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/options.h"

/* Adds what the name means to a list of n, unless it is there. Returns the new number. */
typedef size_t adder(struct compare_options *o, size_t n, const char *name);

static size_t add_scenario(struct compare_options *o, size_t n, const char *name)
{
    o->scenarios[n] = option_scenario(name);
    for (size_t i = 0; i < n; i++)
        if (o->scenarios[i] == o->scenarios[n])
            return n;
    return n + 1;
}

static size_t add_model(struct compare_options *o, size_t n, const char *name)
{
    o->laws[n] = law_choose(name, o->map);
    for (size_t i = 0; i < n; i++) {
        if (o->laws[i].model == o->laws[n].model)
            return n;
        if (strcmp(o->laws[i].model->name, o->laws[n].model->name) == 0)
            cli_fail("--model: two laws have the name '%s'", o->laws[n].model->name);
    }
    return n + 1;
}

static size_t add_integrator(struct compare_options *o, size_t n, const char *name)
{
    o->integrators[n] = option_integrator(name);
    for (size_t i = 0; i < n; i++)
        if (o->integrators[i] == o->integrators[n])
            return n;
    return n + 1;
}

/* Returns how many different items A,B,C names. */
static size_t choose(struct compare_options *o, const char *option, char *text, adder *add)
{
    char *names[COMPARE_MOST_NAMES];
    const size_t n = option_split(option, "names", text, names, COMPARE_MOST_NAMES);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        kept = add(o, kept, names[i]);
    return kept;
}

static int falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Reads positive numbers separated by commas and sorts them, largest first; equal ones count
 * once. */
static size_t choose_numbers(const char *option, char *text, double values[])
{
    char *parts[COMPARE_MOST_SETTINGS];
    const size_t n = option_split(option, "positive numbers", text, parts, COMPARE_MOST_SETTINGS);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        values[i] = cli_positive(option, parts[i]);
    qsort(values, n, sizeof *values, falling);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || values[i] < values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

static void check(const struct compare_options *o)
{
    if (o->assignments.n > 0 && (!o->some_models || o->laws[1].model))
        cli_fail("--set is for one model: choose it with --model");
    if (o->ranking && o->no_times)
        cli_fail("--ranking is by time: it goes without --no-times");
    if (o->ranking && o->baseline)
        cli_fail("--ranking goes without --baseline");
    if (o->changes && !o->baseline)
        cli_fail("--changes are those from a baseline: name one with --baseline");
    if (!(o->threshold >= 1))
        cli_fail("--threshold: %g is below 1, times as before", o->threshold);
}

/* Selects everything; the tables are far shorter than the lists. */
static void all(struct compare_options *o)
{
    for (size_t i = 0; i < COMPARE_MOST_NAMES && scenarios[i]; i++)
        o->scenarios[i] = scenarios[i];
    for (size_t i = 0; i < COMPARE_MOST_NAMES && PREC(models)[i]; i++)
        o->laws[i] = law_choice_of(PREC(models)[i]);
    for (size_t i = 0; i < COMPARE_MOST_NAMES && PREC(integrators)[i]; i++)
        o->integrators[i] = PREC(integrators)[i];
}

/* Chooses the laws, once it is known how units among them are mapped. */
static void choose_laws(struct compare_options *o)
{
    if (!o->models)
        return;
    const size_t n = choose(o, "--model", o->models, add_model);
    o->laws[n] = (struct law_choice){ .model = NULL };
    law_check_map(o->map, o->laws, n);
}

static void read_scenarios(void *options, char *text)
{
    struct compare_options *o = options;
    o->scenarios[choose(o, "--scenario", text, add_scenario)] = NULL;
}

static void read_models(void *options, char *text)
{
    struct compare_options *o = options;
    o->models = text;
    o->some_models = true;
}

static void read_integrators(void *options, char *text)
{
    struct compare_options *o = options;
    o->integrators[choose(o, "--integrators", text, add_integrator)] = NULL;
}

static void read_steps(void *options, char *text)
{
    struct compare_options *o = options;
    o->n_steps = choose_numbers("--steps", text, o->steps);
}

static void read_tolerances(void *options, char *text)
{
    struct compare_options *o = options;
    o->n_tolerances = choose_numbers("--tolerances", text, o->tolerances);
}

static void read_assignment(void *options, char *text)
{
    option_assign(&((struct compare_options *)options)->assignments, text);
}

static const struct option_entry entries[] = {
    { "scenario", "S,T", "only these scenarios", OPTION_CALL, .read = read_scenarios },
    { "model", "M,N",
      "only these laws, or those in texts, shared objects or units (see "
      "properties/plugin/README.md)",
      OPTION_CALL, .read = read_models },
    OPTION_MAP(struct compare_options),
    { "integrators", "I,J", "only these", OPTION_CALL, .read = read_integrators },
    { "steps", "A,B",
      "of methods that are given steps, s (default 1e-3, 1e-4, 1e-5 and 2e-6, coarser where that "
      "makes more than 5e6 steps)",
      OPTION_CALL, .read = read_steps },
    { "tolerances", "A,B", "of methods that choose theirs (default 1e-4, 1e-6, 1e-8 and 1e-10)",
      OPTION_CALL, .read = read_tolerances },
    { "set", "NAME=VALUE", "a parameter of the one --model; repeatable", OPTION_CALL,
      .read = read_assignment },
    { "quick", NULL, "the two coarsest settings, and few repetitions", OPTION_FLAG,
      .into = offsetof(struct compare_options, quick) },
    { "no-times", NULL, "only what is the same from run to run", OPTION_FLAG,
      .into = offsetof(struct compare_options, no_times) },
    { "ranking", NULL, "who is fastest at errors of 1e-2, 1e-4, 1e-6 and 1e-8 instead", OPTION_FLAG,
      .into = offsetof(struct compare_options, ranking) },
    { "baseline", "FILE",
      "what is other than in the earlier --format json output FILE instead, with ratios of times, "
      "their spreads and significance; -o still gets the comparison itself",
      OPTION_TEXT, .into = offsetof(struct compare_options, baseline) },
    { "changes", "FILE", "writes these, all rows with all numbers, in that --format", OPTION_TEXT,
      .into = offsetof(struct compare_options, changes) },
    { "threshold", "X", "times longer than X times the earlier ones count", OPTION_POSITIVE,
      .into = offsetof(struct compare_options, threshold), .initial = "1.5" },
    { "guide", NULL,
      "the table of the guide in benchmarks/comparison/README.md instead, in Markdown", OPTION_FLAG,
      .into = offsetof(struct compare_options, guide) },
    { "timeout", "S",
      "seconds that a reference or a row of a shared object or unit may take (default 300)",
      OPTION_POSITIVE, .into = offsetof(struct compare_options, timeout) },
    { "jobs", "N",
      "threads (default: all cores) for all but times, which are measured in one; results do not "
      "depend on it",
      OPTION_UNSIGNED, .into = offsetof(struct compare_options, jobs), .lo = 1, .hi = 256,
      .is_aside = true },
    OPTION_FORMAT(struct compare_options, " (Google Benchmark's layout)"),
    OPTION_OUTPUT(struct compare_options),
    { "list", NULL, "show models, integrators and scenarios", OPTION_SHOW,
      .show = option_print_list },
    { NULL },
};

static const struct command command_line = {
    .name = "compare",
    .usage = "[OPTION]...",
    .about = "Compares integrators on friction laws, driven or with a mass: errors against "
             "references, whether physics is obeyed, work, and time. Without options everything: "
             "all scenarios, laws and integrators, which takes more than an hour; --quick, or a "
             "choice, takes less.",
    .options = entries,
    .notes = "Errors are relative to the largest magnitude of each column; <= marks the "
             "reference's own. event s: the time of releases, captures and the watched speed; "
             "energy: the balance of energies; bound: samples beyond the law's bound.",
    .examples = { "compare --quick --scenario stick_slip --model lugre",
                  "compare --model dahl --integrators rk4 --steps 1e-4,1e-5 --no-times",
                  "compare --quick --scenario pid --format json -o earlier.json",
                  "compare --quick --scenario pid --baseline earlier.json" },
    .exits = "0; 1 if --baseline finds a difference; 2 for wrong usage. Integrators that fail stay "
             "in the table.",
};

void compare_read_options(int argc, char **argv, struct compare_options *o)
{
    *o = (struct compare_options){ .assignments = { .option = "--set" }, .jobs = cli_processors() };
    all(o);
    command_read(&command_line, argc, argv, o);
    choose_laws(o);
    check(o);
}
