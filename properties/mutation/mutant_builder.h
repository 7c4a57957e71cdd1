/* Builds and tests one mutant: the objects, archives and programs that depend on its file are built
 * again in a directory, and only when a test needs them. */
#ifndef BRISTLE_PROPERTIES_MUTATION_MUTANT_BUILDER_H
#define BRISTLE_PROPERTIES_MUTATION_MUTANT_BUILDER_H

#include <stdbool.h>

#include "properties/mutation/plan.h"

/* The output of an action: not made; byte for byte as before; different; refused by the compiler;
 * refused because a generator that has the bug fails, or writes what the compiler refuses. */
enum made { UNMADE, SAME, OTHER, BROKEN, REFUSED };

struct mutant_builder {
    const struct plan *plan;
    char directory[256];
    const char *file; /* the mutated file, below directory; NULL: none */
    bool *depends;    /* [n_actions]: depends on that file */
    enum made *made;  /* [n_actions] */
};

/* Opens a builder in a new directory below `below`. Ends the program if it cannot be made. */
void mutant_builder_open(struct mutant_builder *builder, const struct plan *plan,
                         const char *below);
/* Removes the directory. */
void mutant_builder_close(struct mutant_builder *builder);

/* Puts the text in place of the file; NULL, NULL restores the original. */
void mutant_builder_plant(struct mutant_builder *builder, const char *file, const char *text);

/* Returns how many compilations the test still needs. */
unsigned mutant_builder_missing(const struct mutant_builder *builder, const struct test *test);

/* Returns true when every object that depends on the file is byte for byte as before. */
bool mutant_builder_unchanged(struct mutant_builder *builder);

/* Returns true when the compiler makes the same code of both texts in the file's place, with more
 * optimization and zeros without a sign: the same objects of everything that depends on the file;
 * or, with a function's name, the same code of that function, where all numbers are finite, nothing
 * is const if `variable`, and constants keep their values. Plants nothing. */
bool mutant_builder_same(struct mutant_builder *builder, const char *file, const char *one,
                         const char *other, const char *function, bool variable);

/* Makes everything that the test runs. Returns OTHER if some output differs, BROKEN or REFUSED if
 * one cannot be made. */
enum made mutant_builder_make(struct mutant_builder *builder, const struct test *test);

/* Runs the test on the rebuilt files, for at most `limit` seconds. Returns its exit status as
 * process_run does; *seconds receives its time. */
int mutant_builder_run(const struct mutant_builder *builder, const struct test *test, double limit,
                       double *seconds);

#endif
