/* Where one mutant is built and tested: the objects, archives and programs that depend on its file
 * are made anew in a directory, and only when a test needs them. */
#ifndef BRISTLE_PROPERTIES_MUTATION_WORKSHOP_H
#define BRISTLE_PROPERTIES_MUTATION_WORKSHOP_H

#include <stdbool.h>

#include "properties/mutation/plan.h"

/* Of the output of an action: not made; byte for byte what it was; another; cannot be made. */
enum made { UNMADE, SAME, OTHER, BROKEN };

struct workshop {
    const struct plan *plan;
    char directory[256];
    const char *file; /* the mutated one, below directory; NULL: none */
    bool *depends;    /* [n_actions] on that file */
    enum made *made;  /* [n_actions] */
};

/* In a new directory below that one. Ends the program where there can be none. */
void workshop_open(struct workshop *workshop, const struct plan *plan, const char *below);
/* Removes the directory. */
void workshop_close(struct workshop *workshop);

/* Takes the text in place of the file; NULL, NULL: all as it is. */
void workshop_plant(struct workshop *workshop, const char *file, const char *text);

/* How many compilations the test still asks for. */
unsigned workshop_missing(const struct workshop *workshop, const struct test *test);

/* Whether every object that depends on the file is byte for byte what it was. */
bool workshop_unchanged(struct workshop *workshop);

/* Whether the compiler makes the same of both texts in the file's place, with more optimization and
 * zeros without a sign: of every object that depends on the file; or, with a function's name, of
 * that function, where all numbers are finite, nothing is const if `variable`, and constants are
 * what they are. Plants nothing. */
bool workshop_same(struct workshop *workshop, const char *file, const char *one, const char *other,
                   const char *function, bool variable);

/* Makes all that the test runs: OTHER where something is not what it was. */
enum made workshop_make(struct workshop *workshop, const struct test *test);

/* Runs the test on what has been made, at most for that long: its exit status as in process.h. */
int workshop_run(const struct workshop *workshop, const struct test *test, double limit,
                 double *seconds);

#endif
