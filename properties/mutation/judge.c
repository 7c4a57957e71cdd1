/* Runs the tests of a mutant until one fails or all have passed. */
#include "properties/mutation/judge.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/process.h"
#include "properties/mutation/proof.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

const char *const fate_names[] = {
    [FATE_OPEN] = "open",         [FATE_DETECTED] = "detected",
    [FATE_UNBUILT] = "unbuilt",   [FATE_EQUIVALENT] = "equivalent",
    [FATE_SURVIVED] = "survived",
};

/* A test that takes more than PATIENCE times its usual time does not end; a busy machine may add
 * BUSY seconds. */
static const double PATIENCE = 10, BUSY = 10;
/* For a test of unknown time, and for a compilation, s. */
static const double TEST_SECONDS = 1, COMPILE_SECONDS = 0.25;
static const double BASELINE_SECONDS = 600;

bool patterns_match(const char *patterns, const char *text)
{
    if (!patterns)
        return true;
    const char *base = text;
    for (const char *at = text; *at; at++)
        if (*at == '/' || *at == ':')
            base = at + 1;
    for (const char *at = patterns; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        char *pattern = memory_text("%.*s", (int)strcspn(at, ","), at);
        const bool match = fnmatch(pattern, text, 0) == 0 || fnmatch(pattern, base, 0) == 0;
        free(pattern);
        if (match)
            return true;
    }
    return false;
}

void clock_open(struct clock *clock, const struct plan *plan)
{
    clock->seconds = memory_array(plan->n_tests, sizeof *clock->seconds);
    clock->noticed = memory_array(plan->n_tests, sizeof *clock->noticed);
    clock->busy = memory_array(plan->n_tests, sizeof(pthread_mutex_t));
    for (size_t i = 0; i < plan->n_tests; i++)
        pthread_mutex_init(clock->busy + i, NULL);
}

void clock_close(struct clock *clock, const struct plan *plan)
{
    for (size_t i = 0; i < plan->n_tests; i++)
        pthread_mutex_destroy(clock->busy + i);
    free(clock->busy);
    free(clock->noticed);
    free(clock->seconds);
}

double clock_seconds(struct clock *clock, size_t test)
{
    pthread_mutex_lock(clock->busy + test);
    const double seconds = clock->seconds[test];
    pthread_mutex_unlock(clock->busy + test);
    return seconds;
}

static unsigned noticed(struct clock *clock, size_t test, unsigned more)
{
    pthread_mutex_lock(clock->busy + test);
    const unsigned so_far = clock->noticed[test] += more;
    pthread_mutex_unlock(clock->busy + test);
    return so_far;
}

static double baseline(struct mutant_builder *builder, struct clock *clock, size_t test)
{
    pthread_mutex_lock(clock->busy + test);
    if (clock->seconds[test] <= 0) {
        struct mutant_builder pure = *builder;
        pure.made = memory_array(builder->plan->n_actions, sizeof *pure.made);
        if (mutant_builder_run(&pure, &builder->plan->tests[test], BASELINE_SECONDS,
                               &clock->seconds[test]) != 0)
            cli_fail("%s fails without any bug planted", builder->plan->tests[test].label);
        free(pure.made);
    }
    const double seconds = clock->seconds[test];
    pthread_mutex_unlock(clock->busy + test);
    return seconds;
}

/* Returns true when the label contains the file's name, without its ending, as a word. */
static bool bears_name(const char *label, const char *file)
{
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    char name[128];
    snprintf(name, sizeof name, ":%.*s_", (int)strcspn(base, "."), base);
    return strstr(label, name) != NULL;
}

/* Returns true when the test stands in the file's directory. */
static bool is_near(const char *label, const char *file)
{
    const size_t n = strcspn(label, ":") - 2; /* without "//" */
    return strncmp(label + 2, file, n) == 0 && file[n] == '/' && !strchr(file + n + 1, '/');
}

/* Returns the test to run next, or n_tests. */
static size_t choose(const struct mutant_builder *w, struct clock *clock, const bool open[])
{
    /* A test with the file's name, or beside it, counts as so many times cheaper. */
    enum { NAME = 20, BESIDE = 4 };
    size_t best = w->plan->n_tests;
    double least = 0;
    for (size_t i = 0; i < w->plan->n_tests; i++) {
        const double seconds = clock_seconds(clock, i);
        if (!open[i] || seconds > clock->asked.most)
            continue;
        const struct test *test = &w->plan->tests[i];
        double cost = COMPILE_SECONDS * mutant_builder_missing(w, test) +
                      (seconds > 0 ? seconds : TEST_SECONDS);
        cost /= 1 + noticed(clock, i, 0);
        if (bears_name(test->label, w->file))
            cost /= NAME;
        else if (is_near(test->label, w->file))
            cost /= BESIDE;
        if (best == w->plan->n_tests || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

/* Lines of a file. */
struct lines {
    unsigned first, last;
};

/* Returns the lines of the function with the bug, or all of them where it is in none. */
static struct lines lines_around(const struct source *s, const struct mutant *mutant)
{
    const size_t i = mutant_token(s, mutant);
    if (i == s->n || !token_in_body(s, i))
        return (struct lines){ 0, UINT_MAX };
    const size_t brace = token_function(s, i), end = token_closing(s, brace);
    return (struct lines){ s->tokens[token_declaration(s, brace)].line,
                           end < s->n ? s->tokens[end].line : UINT_MAX };
}

/* Returns true when a program with the bug writes what tests are made of: they notice it without
 * executing it. */
static bool is_generated(const struct mutant_builder *w)
{
    bool any = false;
    for (size_t i = 0; i < w->plan->n_actions; i++)
        any = any || (w->depends[i] && w->plan->actions[i].kind == ACTION_GENERATE);
    return any;
}

static bool runs_programs(const struct plan *plan, const struct test *test, const bool depends[])
{
    bool any = false;
    for (size_t i = 0; i < test->n_files; i++) {
        const size_t action = plan_action(plan, test->files[i]);
        any = any || (strcmp(test->files[i], test->executable) != 0 && action < plan->n_actions &&
                      depends[action]);
    }
    return any;
}

/* Sets open[n_tests]: whether the test is asked for and may notice a bug in these lines. */
static void open_tests(const struct mutant_builder *w, const struct tests_asked *asked,
                       const struct lines *lines, bool open[])
{
    const struct reach *reach = is_generated(w) ? NULL : asked->reach;
    for (size_t i = 0; i < w->plan->n_tests; i++) {
        const struct test *test = &w->plan->tests[i];
        open[i] = patterns_match(asked->names, test->label) &&
                  plan_test_depends(w->plan, test, w->depends) &&
                  (!reach || runs_programs(w->plan, test, w->depends) ||
                   reach_may(reach, test->label, w->file, lines->first, lines->last));
    }
}

static enum fate test(struct mutant_builder *w, struct clock *clock, const struct lines *lines,
                      const char **label)
{
    const struct plan *plan = w->plan;
    bool *open = memory_array(plan->n_tests, sizeof *open);
    enum fate fate = FATE_OPEN;
    size_t i;
    open_tests(w, &clock->asked, lines, open);
    while (fate == FATE_OPEN && (i = choose(w, clock, open)) < plan->n_tests) {
        const enum made made = mutant_builder_make(w, &plan->tests[i]);
        double seconds;
        open[i] = false;
        if (made == BROKEN)
            fate = FATE_UNBUILT;
        if (made == REFUSED) {
            fate = FATE_DETECTED;
            *label = plan->tests[i].label;
        }
        if (made != OTHER)
            continue;
        const double usual = baseline(w, clock, i), limit = BUSY + PATIENCE * usual;
        if (usual <= clock->asked.most &&
            mutant_builder_run(w, &plan->tests[i], limit, &seconds) != 0) {
            fate = FATE_DETECTED;
            *label = plan->tests[i].label;
            noticed(clock, i, 1);
        }
    }
    free(open);
    return fate;
}

enum fate judge_mutant(struct mutant_builder *w, struct clock *clock, const char *file,
                       const struct source *source, const struct mutant *mutant, const char **label)
{
    /* Most boundaries are proved equivalent, which takes less time than all tests. */
    const bool boundary = strcmp(mutant->operator, "boundary") == 0;
    *label = boundary ? prove_equivalent(w, file, source, mutant) : NULL;
    if (*label)
        return FATE_EQUIVALENT;
    char *text = mutant_text(source, mutant);
    mutant_builder_plant(w, file, text);
    free(text);
    const struct lines lines = lines_around(source, mutant);
    const enum fate fate = test(w, clock, &lines, label);
    if (fate != FATE_OPEN)
        return fate;
    if (mutant_builder_unchanged(w))
        *label = "objects";
    else if (!boundary)
        *label = prove_equivalent(w, file, source, mutant);
    return *label ? FATE_EQUIVALENT : FATE_SURVIVED;
}
