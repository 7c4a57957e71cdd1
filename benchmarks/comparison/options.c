/* Reads scenarios, models, integrators and what is to be measured. */
#include "benchmarks/comparison/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double THRESHOLD = 1.5;

/* Adds what a name means to a list of n, unless it is there; returns how many there are then. */
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
    o->laws[n] = law_choose(name);
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

/* Splits A,B,C in place; returns how many names there are. */
static size_t choose(struct compare_options *o, const char *option, char *text, adder *add)
{
    size_t n = 0;
    char *rest = NULL;
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        if (n == COMPARE_MOST_NAMES)
            cli_fail("%s: more than %d", option, COMPARE_MOST_NAMES);
        n = add(o, n, name);
    }
    if (n == 0)
        cli_fail("%s: expected names separated by commas, see --list", option);
    return n;
}

static int falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Positive numbers separated by commas, from large to small; one that comes again counts once. */
static size_t read_numbers(const char *option, char *text, double values[])
{
    size_t n = 0, kept = 0;
    char *rest = NULL;
    for (char *part = strtok_r(text, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
        if (n == COMPARE_MOST_SETTINGS)
            cli_fail("%s: more than %d", option, COMPARE_MOST_SETTINGS);
        values[n++] = cli_positive(option, part);
    }
    if (n == 0)
        cli_fail("%s: expected positive numbers separated by commas", option);
    qsort(values, n, sizeof *values, falling);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || values[i] < values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

static void check(const struct compare_options *o, bool asked_for_all_models)
{
    if (o->assignments.n > 0 && (asked_for_all_models || o->laws[1].model))
        cli_fail("--set is for one model: choose it with --model");
    if (o->ranking && o->no_times)
        cli_fail("--ranking is by time: it goes without --no-times");
    if (o->ranking && o->baseline)
        cli_fail("--ranking goes without --baseline");
    if (!(o->threshold >= 1))
        cli_fail("--threshold: %g is below 1, times as before", o->threshold);
}

/* Everything there is; the tables are far shorter than the lists. */
static void all(struct compare_options *o)
{
    for (size_t i = 0; i < COMPARE_MOST_NAMES && scenarios[i]; i++)
        o->scenarios[i] = scenarios[i];
    for (size_t i = 0; i < COMPARE_MOST_NAMES && PREC(models)[i]; i++)
        o->laws[i] = law_choice_of(PREC(models)[i]);
    for (size_t i = 0; i < COMPARE_MOST_NAMES && PREC(integrators)[i]; i++)
        o->integrators[i] = PREC(integrators)[i];
}

static const struct option options[] = {
    { "scenario", required_argument, NULL, 's' },
    { "model", required_argument, NULL, 'm' },
    { "integrators", required_argument, NULL, 'i' },
    { "steps", required_argument, NULL, 'H' },
    { "tolerances", required_argument, NULL, 'T' },
    { "set", required_argument, NULL, 'S' },
    { "quick", no_argument, NULL, 'q' },
    { "no-times", no_argument, NULL, 'n' },
    { "ranking", no_argument, NULL, 'r' },
    { "baseline", required_argument, NULL, 'b' },
    { "threshold", required_argument, NULL, 't' },
    { "guide", no_argument, NULL, 'g' },
    { "timeout", required_argument, NULL, 'O' },
    { "jobs", required_argument, NULL, 'j' },
    { "format", required_argument, NULL, 'f' },
    { "output", required_argument, NULL, 'o' },
    { "list", no_argument, NULL, 'l' },
    CLI_COMMON,
};

/* What is compared. */
static bool read_choice(int option, struct compare_options *o)
{
    switch (option) {
    case 's':
        o->scenarios[choose(o, "--scenario", optarg, add_scenario)] = NULL;
        return true;
    case 'm':
        o->laws[choose(o, "--model", optarg, add_model)] = (struct law_choice){ .model = NULL };
        return true;
    case 'i':
        o->integrators[choose(o, "--integrators", optarg, add_integrator)] = NULL;
        return true;
    case 'H':
        o->n_steps = read_numbers("--steps", optarg, o->steps);
        return true;
    case 'T':
        o->n_tolerances = read_numbers("--tolerances", optarg, o->tolerances);
        return true;
    case 'S':
        option_assign(&o->assignments, optarg);
        return true;
    default:
        return false;
    }
}

/* How, and what is shown. */
static void read_manner(int option, struct compare_options *o)
{
    switch (option) {
    case 'q':
        o->quick = true;
        break;
    case 'n':
        o->no_times = true;
        break;
    case 'r':
        o->ranking = true;
        break;
    case 'b':
        o->baseline = optarg;
        break;
    case 't':
        o->threshold = cli_positive("--threshold", optarg);
        break;
    case 'g':
        o->guide = true;
        break;
    case 'O':
        o->timeout = cli_positive("--timeout", optarg);
        break;
    case 'j':
        o->jobs = (unsigned)cli_count("--jobs", optarg, 1, 256);
        break;
    case 'f':
        o->format = cli_format(optarg);
        break;
    case 'o':
        o->path = optarg;
        break;
    default:
        option_print_list();
        exit(EXIT_AS_DECLARED);
    }
}

void compare_read_options(int argc, char **argv, struct compare_options *o)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    bool all_models = true;
    *o = (struct compare_options){ .assignments = { .option = "--set" },
                                   .jobs = cores > 0 ? (unsigned)cores : 1,
                                   .threshold = THRESHOLD };
    all(o);
    for (int option; (option = cli_option(argc, argv, ":o:", options)) != -1;) {
        all_models &= option != 'm';
        if (!read_choice(option, o))
            read_manner(option, o);
    }
    cli_no_operands(argc, argv);
    check(o, all_models);
}
