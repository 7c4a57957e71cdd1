/* The build graph of the tests, as plan.bzl writes it, and which part of it depends on a file. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PLAN_H
#define BRISTLE_PROPERTIES_MUTATION_PLAN_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

/* A compilation, or a link of objects to an archive or a program. Texts belong to the plan. */
struct action {
    bool link;
    const char *output, *source; /* source: of a compilation */
    char **argv;                 /* ended by NULL */
    /* Indices of the actions that make inputs of this one, of links. */
    size_t *inputs;
    size_t n_inputs;
    /* What the compiler has read, paths relative to the execution root; ended by NULL. */
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
    struct action *actions; /* by output */
    size_t n_actions;
    struct test *tests;
    size_t n_tests;
};

/* Reads the plan; everything in it must have been built. Ends the program with a message where
 * it cannot. To be released by plan_close. */
void plan_open(struct plan *plan, const char *path, const char *root);
void plan_close(struct plan *plan);

/* The action that makes the file, or n_actions. */
size_t plan_action(const struct plan *plan, const char *output);

/* depends[n_actions]: whether the action's output depends on the source file. */
void plan_depends(const struct plan *plan, const char *file, bool depends[]);

/* Whether the test runs something of which that is so. */
bool plan_test_depends(const struct plan *plan, const struct test *test, const bool depends[]);

#endif
