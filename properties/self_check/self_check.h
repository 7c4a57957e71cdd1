/* A law against itself: what must be so of any law, whether or not anybody has stated it a second
 * time. The suite of every law asks it, and programs ask it of laws from shared objects, whose
 * suite nobody may have run: verdicts along what a law offers as its solution are about another law
 * where that does not solve its equations.
 *
 *     solves       flow and work are the integrals of rate and force over short holds
 * (flow_consistency.h) long holds   flow and work over a hold are those over its parts, however
 * long it is identities   parts of short holds, force and work, transitions and flow, derivatives
 *     units        other units of length, time and force change nothing but numbers
 *     rest         what is odd is zero at zero
 *     numbers      answers at very large and very small speeds are numbers
 *
 * The checks need what the law has, and are silent about what it has not. Points are random and
 * depend on the seed.
 */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_SELF_CHECK_H
#define BRISTLE_PROPERTIES_SELF_CHECK_SELF_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "models/model.h"

enum { SELF_CHECK_TEXT = 1024 };

struct self_check {
    const struct model *model;
    uint64_t seed;
    unsigned failures;
    char first[SELF_CHECK_TEXT]; /* what the first one is */
};

/* Counts a failure where ok is false, and keeps the words of the first. */
void PREC(self_check_expect)(struct self_check *check, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void PREC(self_check_flow_consistency)(struct self_check *check);
void PREC(self_check_long_holds)(struct self_check *check);
void PREC(self_check_identities)(struct self_check *check);
void PREC(self_check_units)(struct self_check *check);
void PREC(self_check_rest)(struct self_check *check);
void PREC(self_check_numbers)(struct self_check *check);

/* All of them. Returns false, with *text telling which and why, at the first that fails. */
bool PREC(self_check)(const struct model *model, uint64_t seed, char text[SELF_CHECK_TEXT]);

#endif
