/* Fuzzes the command line of `compare`, one argument in each line, including assignments of
 * parameters. The program accepts it, or ends with status 2 and one line on stderr, or with help
 * and status 0.
 *
 * Linked with -Wl,--wrap=exit, so that a call of exit returns here. */
#include <getopt.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/options.h"
#include "properties/fuzz/fuzz.h"

enum { MOST_ARGUMENTS = 64 };

/* The place to return to when exit is called while a command line is read. */
static jmp_buf back;
static bool reading;
static int ended;

_Noreturn void __real_exit(int status); /* NOLINT(bugprone-reserved-identifier): the linker's */
_Noreturn void __wrap_exit(int status); /* NOLINT(bugprone-reserved-identifier): the linker's */

_Noreturn void __wrap_exit(int status) /* NOLINT(bugprone-reserved-identifier): the linker's */
{
    if (!reading)
        __real_exit(status);
    ended = status;
    longjmp(back, 1);
}

/* Splits the text into arguments, in place. */
static int split(char *text, char *argv[MOST_ARGUMENTS + 2])
{
    int argc = 0;
    char *rest = NULL;
    static char program[] = "compare";
    argv[argc++] = program;
    for (char *word = strtok_r(text, "\n", &rest); word && argc <= MOST_ARGUMENTS;
         word = strtok_r(NULL, "\n", &rest))
        argv[argc++] = word;
    argv[argc] = NULL;
    return argc;
}

static void check(const struct compare_options *o)
{
    fuzz_demand(o->scenarios[0] && o->laws[0].model && o->integrators[0], "nothing to compare");
    fuzz_demand(o->n_steps <= COMPARE_MOST_SETTINGS && o->n_tolerances <= COMPARE_MOST_SETTINGS,
                "too many settings");
    for (size_t i = 0; i < o->n_steps; i++)
        fuzz_demand(o->steps[i] > 0, "a step of no length");
    for (size_t i = 0; i < o->n_tolerances; i++)
        fuzz_demand(o->tolerances[i] > 0, "a tolerance of nothing");
    fuzz_demand(o->jobs > 0, "no threads");
}

/* Reads one command line; splits the text in place. */
static void read_line(char *text)
{
    static char *argv[MOST_ARGUMENTS + 2];
    static struct compare_options options;
    const int argc = split(text, argv);
    double p[MODEL_MAX_PARAMS];
    optind = 0; /* glibc: restarts getopt */
    compare_read_options(argc, argv, &options);
    check(&options);
    option_params(options.laws[0].model, &options.assignments, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *text, *said, *shown;
    static size_t n_said, n_shown;
    static FILE *error, *out;
    FILE *const usual_error = stderr, *const usual_out = stdout;
    text = fuzz_text(data, size);
    error = open_memstream(&said, &n_said);
    out = open_memstream(&shown, &n_shown);
    fuzz_demand(error && out, "out of memory");
    ended = -1;
    reading = true;
    stderr = error;
    stdout = out;
    if (setjmp(back) == 0)
        read_line(text);
    reading = false;
    stderr = usual_error;
    stdout = usual_out;
    fclose(error);
    fclose(out);
    fuzz_demand(ended == -1 || ended == EXIT_AS_DECLARED || ended == EXIT_USAGE,
                "an end with another status");
    if (ended == EXIT_USAGE)
        fuzz_demand_line(said);
    else
        fuzz_demand(n_said == 0, "taken with a complaint");
    free(said);
    free(shown);
    free(text);
    return 0;
}
