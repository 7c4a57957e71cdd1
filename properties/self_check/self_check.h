/* What must be true of any law, whether or not it has a ball model. The suite of every law runs
 * these checks, and programs run them on laws from shared objects, whose suite nobody may have run:
 * if a law's solution does not solve its equations, verdicts along the solution are about another
 * law.
 *
 *     flow_consistency   flow and work are the integrals of rate and force over short holds
 *     long_holds         flow and work over a hold are those over its parts, however long it is
 *     identities         parts of short holds, force and work, transitions and flow, derivatives,
 *                        parts of work, rates and force at once
 *     units              other units of length, time and force change nothing but numbers
 *     rest               odd functions are zero at zero
 *     numbers            answers at very large and very small speeds are numbers; programs ask up
 *                        to the law's speed_max only, beyond which a text promises nothing
 *
 * The checks use the members that the law has, and skip what it lacks. Samples are random and
 * depend on the seed. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_SELF_CHECK_H
#define BRISTLE_PROPERTIES_SELF_CHECK_SELF_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "models/model.h"

enum { SELF_CHECK_TEXT = 1024 };

struct self_check {
    const struct model *model;
    uint64_t seed;
    double speed_max; /* m/s: numbers tries no larger speed; 0: any */
    unsigned failures;
    char first[SELF_CHECK_TEXT]; /* text of the first failure */
};

/* Counts a failure if ok is false, and keeps the text of the first one. */
void PREC(self_check_expect)(struct self_check *check, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void PREC(self_check_flow_consistency)(struct self_check *check);
void PREC(self_check_long_holds)(struct self_check *check);
void PREC(self_check_identities)(struct self_check *check);
void PREC(self_check_units)(struct self_check *check);
void PREC(self_check_rest)(struct self_check *check);
void PREC(self_check_numbers)(struct self_check *check);

/* Runs all checks. Returns false, with text saying which failed and why, at the first that
 * fails. */
bool PREC(self_check)(const struct model *model, uint64_t seed, char text[SELF_CHECK_TEXT]);

#endif
