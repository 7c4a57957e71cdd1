/* Makes what depends on the mutated file again, as the tests need it, and runs them
 * (mutant_builder.h). */
#include "properties/mutation/mutant_builder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/mutation/mutant_actions.h"
#include "properties/mutation/mutant_files.h"
#include "properties/mutation/process.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

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
    files_remove_tree(w->directory);
    free(w->depends);
    free(w->made);
}

void mutant_builder_plant(struct mutant_builder *w, const char *file, const char *text)
{
    files_remove_tree(w->directory);
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
    files_write_source(w, text);
}

static enum made make(struct mutant_builder *w, size_t i);

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
    return actions_make(w, i, worst == OTHER);
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
    files_make_parents(temporary);
    for (size_t i = 0; i < test->n_files; i++)
        files_lay_out(w, directory, test->places[i], test->files[i]);
    char *executable = memory_text("%s/%s", directory, place_in_runfiles(test));
    size_t n = 0;
    while (test->env[n])
        n++;
    char **env = memory_array(n + OWN_ENV + 1, sizeof *env);
    char *own[OWN_ENV] = {
        memory_text("%s", actions_env[0]),        memory_text("%s", actions_env[1]),
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
    files_remove_tree(runfiles);
    files_remove_tree(temporary);
    free(temporary);
    free(runfiles);
    return status;
}
