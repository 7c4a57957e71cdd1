/* The build graph of the tests, as plan.bzl writes it, and the part of it that depends on a
 * file. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PLAN_H
#define BRISTLE_PROPERTIES_MUTATION_PLAN_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

/* A compilation, a link of objects into an archive or a program, or a command that writes sources
 * or data. */
enum action_kind { ACTION_COMPILE, ACTION_LINK, ACTION_GENERATE };

/* One output of an action. Texts belong to the plan. */
struct action {
    enum action_kind kind;
    const char *output, *source; /* source: of a compilation */
    bool testonly;               /* it is part of tests alone; of a link: unknown */
    char **argv;                 /* ended by NULL */
    /* of ACTION_GENERATE, each ended by NULL: the environment, and every file that it may read */
    char **env, **files;
    /* the actions that make its inputs */
    size_t *inputs;
    size_t n_inputs;
    /* sources in the tree that it reads, relative to the execution root; ended by NULL */
    char **headers;
};

struct test {
    const char *label, *executable;
    char **args, **env; /* each ended by NULL */
    size_t n_files;
    const char **places, **files; /* paths in the runfiles, and from the execution root */
};

struct plan {
    char root[4096]; /* the execution root: where commands run */
    struct cJSON **lines;
    size_t n_lines;
    struct action *actions; /* sorted by output */
    size_t n_actions;
    struct test *tests;
    size_t n_tests;
};

/* Reads the plan, whose outputs must all have been built. Ends the program with a message if it
 * cannot. plan_close releases it. */
void plan_open(struct plan *plan, const char *path, const char *root);
void plan_close(struct plan *plan);

/* Returns the action that makes the file, or n_actions. */
size_t plan_action(const struct plan *plan, const char *output);

/* Returns true when the action reads that source itself. */
bool plan_reads(const struct action *action, const char *file);

/* Sets depends[n_actions]: whether the action's output depends on the source file. */
void plan_depends(const struct plan *plan, const char *file, bool depends[]);

/* Returns true when the test runs a file whose action depends on the source (depends[] of
 * plan_depends). */
bool plan_test_depends(const struct plan *plan, const struct test *test, const bool depends[]);

#endif
