/* Makes one output again: compiles, links, or runs a generator (mutant_actions.h). */
#include "properties/mutation/mutant_actions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/assembler.h"
#include "properties/mutation/mutant_files.h"
#include "properties/mutation/process.h"
#include "tools/base/memory.h"

enum { COMPILE_SECONDS = 300 };

char *const actions_env[] = { "PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL };

static bool command_in(const char *directory, char *const argv[], char *const env[])
{
    double seconds;
    const struct process process = {
        .directory = directory, .argv = argv, .env = env, .seconds = COMPILE_SECONDS
    };
    return process_run(&process, &seconds) == 0;
}

static bool command(const struct mutant_builder *w, char *const argv[])
{
    return command_in(w->plan->root, argv, actions_env);
}

/* Returns true when both files, or directories, have the same bytes. */
static bool equal_files(const char *a, const char *b)
{
    char *const argv[] = { "/usr/bin/diff", "-rq", (char *)a, (char *)b, NULL };
    return command_in("/", argv, actions_env);
}

/* Adds the option again, for the same path below the directories of generators that have written
 * something else. */
static size_t search_generated(const struct mutant_builder *w, const struct action *action,
                               const char *path, const char *argv[], size_t k, char *own[],
                               size_t *n_own)
{
    for (size_t i = 0; i < action->n_inputs; i++)
        if (w->made[action->inputs[i]] == OTHER) {
            own[*n_own] = memory_text("%s/%zu/%s", w->directory, action->inputs[i], path);
            argv[k++] = "-iquote";
            argv[k++] = own[(*n_own)++];
        }
    return k;
}

/* Compiles with the mutated file, and generated ones, before all others in the search path. More
 * options, up to NULL, come last. */
static bool compile_to(const struct mutant_builder *w, size_t i, const char *output,
                       const char *const more[])
{
    const struct action *action = &w->plan->actions[i];
    char *source = files_made(w, action->source);
    size_t n = 0, n_more = 0, k = 0, n_own = 0;
    while (action->argv[n])
        n++;
    while (more[n_more])
        n_more++;
    const size_t most = n * (action->n_inputs + 1); /* each argument may be a path to search */
    const char **argv = memory_array(2 * most + n_more + 3, sizeof *argv);
    char **own = memory_array(most, sizeof *own);
    for (size_t j = 0; j < n; j++) {
        const char *word = action->argv[j];
        if (strcmp(word, "-iquote") == 0)
            k = search_generated(w, action, action->argv[j + 1], argv, k, own, &n_own);
        if (source && strcmp(word, action->source) == 0)
            argv[k++] = source;
        else
            argv[k++] = strcmp(word, action->output) == 0 ? output : word;
        if (j == 0) {
            argv[k++] = "-iquote";
            argv[k++] = w->directory;
        }
    }
    for (size_t j = 0; j < n_more; j++)
        argv[k++] = more[j];
    const bool done = command(w, (char *const *)argv);
    for (size_t j = 0; j < n_own; j++)
        free(own[j]);
    free((void *)own);
    free((void *)argv);
    free(source);
    return done;
}

/* Compares the output with that of Bazel. */
static enum made compared(const struct mutant_builder *w, size_t i)
{
    char *output = files_output(w, i);
    char *before = memory_text("%s/%s", w->plan->root, w->plan->actions[i].output);
    const enum made made = equal_files(before, output) ? SAME : OTHER;
    free(before);
    free(output);
    return made;
}

static enum made compile(const struct mutant_builder *w, size_t i, bool is_generated)
{
    static const char *const none[] = { NULL };
    char *output = files_output(w, i);
    const bool done = compile_to(w, i, output, none);
    free(output);
    return done ? compared(w, i) : is_generated ? REFUSED : BROKEN;
}

/* Runs the command where all that it may read, and nothing else, has the paths that it expects. */
static enum made generate(const struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    char *directory = memory_text("%s/%zu", w->directory, i), *output = files_output(w, i);
    for (char **file = action->files; *file; file++)
        if ((*file)[0] != '/')
            files_lay_out(w, directory, *file, *file);
    files_make_parents(output);
    const bool done = command_in(directory, action->argv, action->env);
    free(output);
    free(directory);
    return done ? compared(w, i) : REFUSED;
}

/* Returns true when the function is equal in two assembler files; *found tells whether both contain
 * it. */
static bool equal_functions(const char *a, const char *b, const char *function, bool *found)
{
    char *one = assembler_function(a, function), *other = assembler_function(b, function);
    const bool equal = one && other && strcmp(one, other) == 0;
    *found |= equal && *one;
    free(one);
    free(other);
    return equal;
}

bool mutant_builder_same(struct mutant_builder *w, const char *file, const char *one,
                         const char *other, const char *function, bool variable)
{
    const char *const more[] = {
        "-O3",
        "-fno-signed-zeros",
        "-fno-trapping-math",
        "-fno-math-errno",
        "-w",
        function ? "-S" : NULL,
        "-fno-guess-branch-probability", /* keeps blocks in the order of the source */
        "-fno-reorder-blocks",
        "--param=max-inline-insns-single=10000",
        "--param=max-inline-insns-auto=10000",
        "--param=large-function-growth=10000",
        "--param=inline-unit-growth=10000",
        "-ffinite-math-only",
        "-Dweak=used",
        variable ? "-Dconst=" : NULL,
        NULL,
    };
    bool same = true, any = false;
    mutant_builder_plant(w, file, one);
    char *a = memory_text("%s/one.o", w->directory), *b = memory_text("%s/other.o", w->directory);
    for (size_t i = 0; same && i < w->plan->n_actions; i++) {
        if (w->plan->actions[i].kind != ACTION_COMPILE || !plan_reads(&w->plan->actions[i], file))
            continue;
        any |= !function;
        files_write_source(w, one);
        same = compile_to(w, i, a, more);
        files_write_source(w, other);
        same = same && compile_to(w, i, b, more) &&
               (function ? equal_functions(a, b, function, &any) : equal_files(a, b));
    }
    free(a);
    free(b);
    return same && any;
}

static enum made link_again(const struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    char *output = files_output(w, i);
    size_t n = 0;
    while (action->argv[n])
        n++;
    char **argv = memory_array(n + 1, sizeof *argv), **own = memory_array(n + 1, sizeof *own);
    for (size_t j = 0, k = 0; j < n; j++) {
        const size_t input = plan_action(w->plan, action->argv[j]);
        if (action->argv[j][0] == '@') /* response file: repeats the arguments */
            continue;
        if (input == i)
            argv[k++] = output;
        else if (input < w->plan->n_actions && w->made[input] == OTHER)
            argv[k++] = own[j] = files_output(w, input);
        else
            argv[k++] = action->argv[j];
    }
    const enum made made = command(w, argv) ? OTHER : BROKEN;
    for (size_t j = 0; j < n; j++)
        free(own[j]);
    free((void *)own);
    free((void *)argv);
    free(output);
    return made;
}

enum made actions_make(const struct mutant_builder *w, size_t i, bool is_generated)
{
    switch (w->plan->actions[i].kind) {
    case ACTION_COMPILE:
        return compile(w, i, is_generated);
    case ACTION_LINK:
        return link_again(w, i);
    default:
        return generate(w, i);
    }
}
