/* Where one mutant is built and tested: the objects, archives and programs that depend on its file
 * are made anew in a directory, and only when a test needs them. */
#ifndef BRISTLE_PROPERTIES_MUTATION_MUTANT_BUILDER_H
#define BRISTLE_PROPERTIES_MUTATION_MUTANT_BUILDER_H

#include <stdbool.h>

#include "properties/mutation/plan.h"

/* Of the output of an action: not made; byte for byte what it was; another; cannot be made. */
enum made { UNMADE, SAME, OTHER, BROKEN };

struct mutant_builder {
    const struct plan *plan;
    char directory[256];
    const char *file; /* the mutated one, below directory; NULL: none */
    bool *depends;    /* [n_actions] on that file */
    enum made *made;  /* [n_actions] */
};

/* In a new directory below that one. Ends the program where there can be none. */
void mutant_builder_open(struct mutant_builder *builder, const struct plan *plan,
                         const char *below);
/* Removes the directory. */
void mutant_builder_close(struct mutant_builder *builder);

/* Takes the text in place of the file; NULL, NULL: all as it is. */
void mutant_builder_plant(struct mutant_builder *builder, const char *file, const char *text);

/* How many compilations the test still asks for. */
unsigned mutant_builder_missing(const struct mutant_builder *builder, const struct test *test);

/* Whether every object that depends on the file is byte for byte what it was. */
bool mutant_builder_unchanged(struct mutant_builder *builder);

/* Whether the compiler makes the same of both texts in the file's place, with more optimization and
 * zeros without a sign: of every object that depends on the file; or, with a function's name, of
 * that function, where all numbers are finite, nothing is const if `variable`, and constants are
 * what they are. Plants nothing. */
bool mutant_builder_same(struct mutant_builder *builder, const char *file, const char *one,
                         const char *other, const char *function, bool variable);

/* Makes all that the test runs: OTHER where something is not what it was. */
enum made mutant_builder_make(struct mutant_builder *builder, const struct test *test);

/* Runs the test on what has been made, at most for that long: its exit status as in process.h. */
int mutant_builder_run(const struct mutant_builder *builder, const struct test *test, double limit,
                       double *seconds);

#endif
