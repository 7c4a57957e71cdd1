/* What becomes of a mutant. */
#ifndef BRISTLE_PROPERTIES_MUTATION_JUDGE_H
#define BRISTLE_PROPERTIES_MUTATION_JUDGE_H

#include <pthread.h>

#include "properties/mutation/mutant_builder.h"
#include "properties/mutation/operators.h"

enum fate {
    FATE_OPEN,
    FATE_DETECTED,   /* a test fails, crashes, or does not end */
    FATE_UNBUILT,    /* the compiler refuses it: no mutant */
    FATE_EQUIVALENT, /* every object is byte for byte what it was, or there is another proof */
    FATE_SURVIVED,
};
extern const char *const fate_names[];

/* Which tests are run. */
struct tests_asked {
    double most;       /* s: not those that take longer */
    const char *names; /* only those with labels like one of these, see patterns_match */
};

/* Whether one of the patterns in the manner of the shell, separated by commas, matches the text or
 * its end behind the last slash or colon. NULL matches all. */
bool patterns_match(const char *patterns, const char *text);

/* The time that each test takes when nothing is wrong, measured when it is first needed. */
struct clock {
    struct tests_asked asked;
    pthread_mutex_t *busy;
    double *seconds; /* 0: not known yet */
};

void clock_open(struct clock *clock, const struct plan *plan);
void clock_close(struct clock *clock, const struct plan *plan);

/* Of that test; 0: not known yet. */
double clock_seconds(struct clock *clock, size_t test);

/* Runs tests until one notices, those that ask for little first, and those that bear the
 * file's name. *label is the one that did, or the kind of proof of an equivalent mutant, or NULL.
 * Ends the program where a test fails with nothing planted. */
enum fate judge_mutant(struct mutant_builder *builder, struct clock *clock, const char *file,
                       const struct source *source, const struct mutant *mutant,
                       const char **label);

#endif
