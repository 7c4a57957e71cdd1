/* Copies the build of a file, compiles and links the mutant, and runs tests on it
 * (mutant_builder.h). */
#define _XOPEN_SOURCE 700 /* nftw */
#include "properties/mutation/mutant_builder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/mutation/assembler.h"
#include "properties/mutation/process.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

enum { COMPILE_SECONDS = 300 };

static char *const plain_env[] = { "PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL };

static int remove_entry(const char *path, const struct stat *what, int kind, struct FTW *ftw)
{
    (void)what;
    (void)kind;
    (void)ftw;
    return remove(path);
}

static void remove_tree(const char *path)
{
    enum { OPEN_FILES = 16 };
    nftw(path, remove_entry, OPEN_FILES, FTW_DEPTH | FTW_PHYS);
}

/* Creates the directories above the file. */
static void make_parents(const char *path)
{
    char part[4096];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            cli_fail("cannot make the directory '%s': %s", part, strerror(errno));
        *slash = '/';
    }
}

void mutant_builder_open(struct mutant_builder *w, const struct plan *plan, const char *below)
{
    *w = (struct mutant_builder){ .plan = plan };
    snprintf(w->directory, sizeof w->directory, "%s/XXXXXX", below);
    if (!mkdtemp(w->directory))
        cli_fail("cannot make a directory in '%s': %s", below, strerror(errno));
    w->depends = memory_array(plan->n_actions, sizeof *w->depends);
    w->made = memory_array(plan->n_actions, sizeof *w->made);
}

void mutant_builder_close(struct mutant_builder *w)
{
    remove_tree(w->directory);
    free(w->depends);
    free(w->made);
}

static void write_source(const struct mutant_builder *w, const char *text)
{
    char *path = memory_text("%s/%s", w->directory, w->file);
    make_parents(path);
    FILE *out = fopen(path, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0)
        cli_fail("cannot write '%s': %s", path, strerror(errno));
    free(path);
}

void mutant_builder_plant(struct mutant_builder *w, const char *file, const char *text)
{
    remove_tree(w->directory);
    if (mkdir(w->directory, 0700) != 0)
        cli_fail("cannot make the directory '%s': %s", w->directory, strerror(errno));
    for (size_t i = 0; i < w->plan->n_actions; i++) {
        w->made[i] = UNMADE;
        w->depends[i] = false;
    }
    w->file = file;
    if (!file)
        return;
    plan_depends(w->plan, file, w->depends);
    write_source(w, text);
}

/* Returns the path of the action's output. A generator writes below a directory of its own, in
 * which all paths are as below the execution root. */
static char *place_of(const struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    if (action->kind == ACTION_GENERATE)
        return memory_text("%s/%zu/%s", w->directory, i, action->output);
    return memory_text("%s/%zu.%s", w->directory, i, action->kind == ACTION_LINK ? "link" : "o");
}

/* Returns the path of the mutated source, or of the output that is made again; NULL for other
 * files. */
static char *new_place(const struct mutant_builder *w, const char *file)
{
    const size_t i = plan_action(w->plan, file);
    if (w->file && strcmp(file, w->file) == 0)
        return memory_text("%s/%s", w->directory, file);
    return i < w->plan->n_actions && w->made[i] == OTHER ? place_of(w, i) : NULL;
}

/* Puts the file where `place` says, below the directory. */
static void lay_out(const struct mutant_builder *w, const char *directory, const char *place,
                    const char *file)
{
    char *to = memory_text("%s/%s", directory, place), *from = new_place(w, file);
    if (!from)
        from = memory_text("%s%s%s", file[0] == '/' ? "" : w->plan->root, file[0] == '/' ? "" : "/",
                           file);
    make_parents(to);
    if (symlink(from, to) != 0)
        cli_fail("cannot write '%s': %s", to, strerror(errno));
    free(from);
    free(to);
}

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
    return command_in(w->plan->root, argv, plain_env);
}

/* Returns true when both files, or directories, have the same bytes. */
static bool equal_files(const char *a, const char *b)
{
    char *const argv[] = { "/usr/bin/diff", "-rq", (char *)a, (char *)b, NULL };
    return command_in("/", argv, plain_env);
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
    char *source = new_place(w, action->source);
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
    char *output = place_of(w, i);
    char *before = memory_text("%s/%s", w->plan->root, w->plan->actions[i].output);
    const enum made made = equal_files(before, output) ? SAME : OTHER;
    free(before);
    free(output);
    return made;
}

/* What the compiler refuses in a generated file, the generator with its bug has written. */
static enum made compile(const struct mutant_builder *w, size_t i, bool is_generated)
{
    static const char *const none[] = { NULL };
    char *output = place_of(w, i);
    const bool done = compile_to(w, i, output, none);
    free(output);
    return done ? compared(w, i) : is_generated ? REFUSED : BROKEN;
}

/* Runs the command where all that it may read, and nothing else, has the paths that it expects. */
static enum made generate(const struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    char *directory = memory_text("%s/%zu", w->directory, i), *output = place_of(w, i);
    for (char **file = action->files; *file; file++)
        if ((*file)[0] != '/')
            lay_out(w, directory, *file, *file);
    make_parents(output);
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
        write_source(w, one);
        same = compile_to(w, i, a, more);
        write_source(w, other);
        same = same && compile_to(w, i, b, more) &&
               (function ? equal_functions(a, b, function, &any) : equal_files(a, b));
    }
    free(a);
    free(b);
    return same && any;
}

static enum made make(struct mutant_builder *w, size_t i);

static enum made link_again(struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    char *output = place_of(w, i);
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
            argv[k++] = own[j] = place_of(w, input);
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

static enum made make_again(struct mutant_builder *w, size_t i)
{
    const struct action *action = &w->plan->actions[i];
    const bool is_own = plan_reads(action, w->file);
    enum made worst = SAME;
    for (size_t k = 0; k < action->n_inputs && worst <= OTHER; k++) {
        const enum made made = make(w, action->inputs[k]);
        worst = made > worst ? made : worst;
    }
    if (worst > OTHER || (worst == SAME && !is_own))
        return worst;
    switch (action->kind) {
    case ACTION_COMPILE:
        return compile(w, i, worst == OTHER);
    case ACTION_LINK:
        return link_again(w, i);
    default:
        return generate(w, i);
    }
}

static enum made make(struct mutant_builder *w, size_t i)
{
    if (!w->depends[i])
        return SAME;
    if (w->made[i] == UNMADE)
        w->made[i] = make_again(w, i);
    return w->made[i];
}

enum made mutant_builder_make(struct mutant_builder *w, const struct test *test)
{
    enum made worst = SAME;
    for (size_t i = 0; i < test->n_files; i++) {
        const size_t action = plan_action(w->plan, test->files[i]);
        const enum made made = action < w->plan->n_actions ? make(w, action) : SAME;
        if (made > OTHER)
            return made;
        worst = made > worst ? made : worst;
    }
    return worst;
}

bool mutant_builder_unchanged(struct mutant_builder *w)
{
    bool any = false;
    for (size_t i = 0; i < w->plan->n_actions; i++) {
        if (w->plan->actions[i].kind == ACTION_LINK || !w->depends[i])
            continue;
        any = true;
        if (make(w, i) != SAME)
            return false;
    }
    return any;
}

static void count(const struct mutant_builder *w, size_t i, bool seen[], unsigned *missing)
{
    if (seen[i] || !w->depends[i] || w->made[i] != UNMADE)
        return;
    seen[i] = true;
    *missing += w->plan->actions[i].kind != ACTION_LINK;
    for (size_t k = 0; k < w->plan->actions[i].n_inputs; k++)
        count(w, w->plan->actions[i].inputs[k], seen, missing);
}

unsigned mutant_builder_missing(const struct mutant_builder *w, const struct test *test)
{
    bool *seen = memory_array(w->plan->n_actions, sizeof *seen);
    unsigned missing = 0;
    for (size_t i = 0; i < test->n_files; i++) {
        const size_t action = plan_action(w->plan, test->files[i]);
        if (action < w->plan->n_actions)
            count(w, action, seen, &missing);
    }
    free(seen);
    return missing;
}

static const char *place_in_runfiles(const struct test *test)
{
    for (size_t i = 0; i < test->n_files; i++)
        if (strcmp(test->files[i], test->executable) == 0)
            return test->places[i];
    return test->executable;
}

int mutant_builder_run(const struct mutant_builder *w, const struct test *test, double limit,
                       double *seconds)
{
    enum { OWN_ENV = 7 };
    char *runfiles = memory_text("%s/test.runfiles", w->directory);
    char *temporary = memory_text("%s/tmp/", w->directory);
    char *directory = memory_text("%s/bristle", runfiles);
    make_parents(temporary);
    for (size_t i = 0; i < test->n_files; i++)
        lay_out(w, directory, test->places[i], test->files[i]);
    char *executable = memory_text("%s/%s", directory, place_in_runfiles(test));
    size_t n = 0;
    while (test->env[n])
        n++;
    char **env = memory_array(n + OWN_ENV + 1, sizeof *env);
    char *own[OWN_ENV] = {
        memory_text("%s", plain_env[0]),          memory_text("%s", plain_env[1]),
        memory_text("TEST_TMPDIR=%s", temporary), memory_text("TEST_SRCDIR=%s", runfiles),
        memory_text("RUNFILES_DIR=%s", runfiles), memory_text("TEST_WORKSPACE=bristle"),
        memory_text("CRITERION_FAIL_FAST=1"),
    };
    memcpy((void *)env, (const void *)own, sizeof own);
    memcpy((void *)(env + OWN_ENV), (const void *)test->env, n * sizeof *env);
    size_t arguments = 0;
    while (test->args[arguments])
        arguments++;
    char **argv = memory_array(arguments + 2, sizeof *argv);
    argv[0] = executable;
    memcpy((void *)(argv + 1), (const void *)test->args, arguments * sizeof *argv);
    const struct process process = {
        .directory = directory, .argv = argv, .env = env, .seconds = limit
    };
    const int status = process_run(&process, seconds);
    for (int i = 0; i < OWN_ENV; i++)
        free(own[i]);
    free((void *)argv);
    free((void *)env);
    free(executable);
    free(directory);
    remove_tree(runfiles);
    remove_tree(temporary);
    free(temporary);
    free(runfiles);
    return status;
}
