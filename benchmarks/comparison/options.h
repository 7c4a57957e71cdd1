/* The options of `compare`. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_OPTIONS_H
#define BRISTLE_BENCHMARKS_COMPARISON_OPTIONS_H

#include "benchmarks/comparison/compare.h"
#include "benchmarks/options/options.h"
#include "properties/plugin/law_choice.h"
#include "tools/base/cli.h"

enum { COMPARE_MOST_NAMES = 64, COMPARE_MOST_SETTINGS = 32 };

struct compare_options {
    /* NULL-terminated. */
    const struct scenario *scenarios[COMPARE_MOST_NAMES + 1];
    struct law_choice laws[COMPARE_MOST_NAMES + 1]; /* ended by one without a model */
    const struct integrator *integrators[COMPARE_MOST_NAMES + 1];
    double steps[COMPARE_MOST_SETTINGS], tolerances[COMPARE_MOST_SETTINGS];
    size_t n_steps, n_tolerances; /* 0: the standard ones */
    struct assignments assignments;
    bool quick, no_times, ranking, guide;
    bool some_models; /* laws are those of --model */
    unsigned jobs;
    enum format format;
    char *models;                                /* as given, or NULL */
    const char *map, *path, *baseline, *changes; /* or NULL */
    double threshold, timeout; /* timeout: s, of laws from files; 0: the default */
};

/* Reads the command line; refuses a bad one with one line, exit 2. `--list` prints the list and
 * ends the program. */
void compare_read_options(int argc, char **argv, struct compare_options *options);

#endif
