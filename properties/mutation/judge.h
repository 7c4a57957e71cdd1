/* Decides the fate of a mutant. */
#ifndef BRISTLE_PROPERTIES_MUTATION_JUDGE_H
#define BRISTLE_PROPERTIES_MUTATION_JUDGE_H

#include <pthread.h>

#include "properties/mutation/mutant_builder.h"
#include "properties/mutation/operators.h"
#include "properties/mutation/reach.h"

enum fate {
    FATE_OPEN,
    FATE_DETECTED,   /* a test fails, crashes, or does not end */
    FATE_UNBUILT,    /* the compiler refuses it */
    FATE_EQUIVALENT, /* every object is unchanged byte for byte, or another proof holds */
    FATE_SURVIVED,
};
extern const char *const fate_names[];

/* The tests to run. */
struct tests_asked {
    double most;               /* s: only tests that take no longer */
    const char *names;         /* only tests whose labels match (patterns_match); NULL: all */
    const struct reach *reach; /* only tests that may execute the function; NULL: all */
};

/* Returns true when one of the shell patterns, separated by commas, matches the text or its end
 * behind the last slash or colon. NULL matches all texts. */
bool patterns_match(const char *patterns, const char *text);

/* The time that each test takes without a bug, measured when it is first needed, and how many bugs
 * it has noticed. */
struct clock {
    struct tests_asked asked;
    pthread_mutex_t *busy;
    double *seconds; /* 0: unknown */
    unsigned *noticed;
};

void clock_open(struct clock *clock, const struct plan *plan);
void clock_close(struct clock *clock, const struct plan *plan);

/* Returns the time of that test, s; 0: unknown. */
double clock_seconds(struct clock *clock, size_t test);

/* Runs tests until one notices the mutant: tests that need few compilations first, that have
 * noticed many bugs, and tests with the file's name. *label receives that test, or the kind of
 * proof of an equivalent mutant, or NULL. Ends the program if a test fails without a bug. */
enum fate judge_mutant(struct mutant_builder *builder, struct clock *clock, const char *file,
                       const struct source *source, const struct mutant *mutant,
                       const char **label);

#endif
