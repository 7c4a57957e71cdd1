/* The build graph of the tests, as plan.bzl writes it, and the part of it that depends on a
 * file. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PLAN_H
#define BRISTLE_PROPERTIES_MUTATION_PLAN_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

/* A compilation, or a link of objects into an archive or a program. Texts belong to the plan. */
struct action {
    bool link;
    const char *output, *source; /* source: of a compilation */
    bool testonly;               /* of a compilation: it is part of tests alone */
    char **argv;                 /* ended by NULL */
    /* of a link: the actions that make its inputs */
    size_t *inputs;
    size_t n_inputs;
    /* files that the compiler has read, relative to the execution root; ended by NULL */
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

/* Sets depends[n_actions]: whether the action's output depends on the source file. */
void plan_depends(const struct plan *plan, const char *file, bool depends[]);

/* Returns true when the test runs a file whose action depends on the source (depends[] of
 * plan_depends). */
bool plan_test_depends(const struct plan *plan, const struct test *test, const bool depends[]);

#endif
