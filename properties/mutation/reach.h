/* Which lines each test executes, as tools/test_reach.sh has counted: a test that does not execute
 * a function notices no bug in it. */
#ifndef BRISTLE_PROPERTIES_MUTATION_REACH_H
#define BRISTLE_PROPERTIES_MUTATION_REACH_H

#include <stdbool.h>
#include <stddef.h>

/* Lines first to last of a file, which a test executes all or in part. */
struct reached {
    const char *test, *file;
    unsigned first, last;
};

struct reach {
    char *text;
    struct reached *at; /* sorted by test */
    size_t n;
};

/* Reads lines "TEST FILE FIRST-LAST..."; they belong to the reach, and reach_close releases it.
 * Returns the number of the first line that is none, or 0. */
size_t reach_open(struct reach *reach, char *text);
void reach_close(struct reach *reach);

/* Returns true when the test may execute one of these lines: it has been seen to, or nothing is
 * known of the test. */
bool reach_may(const struct reach *reach, const char *test, const char *file, unsigned first,
               unsigned last);

#endif
