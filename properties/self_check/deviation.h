/* Compares somebody's implementation of a law with the law's text, as C printed from it: tables,
 * then each function that both have, over the whole ranges of the parameters, at speeds from rest
 * to the law's largest, at states within and at their bounds, and through the events of laws with
 * memory. The two may remember in forms of their own: what shows is compared.
 *
 * How far two right implementations may be apart. A value is made by some dozens of operations,
 * each of which rounds once. What a rounding does to the value is what a relative change by
 * R_EPSILON of a number that the value is made of does to it. Therefore the difference may be as
 * large as the changes of the text's value when each parameter, velocity, state, time and
 * remembered number in turn changes by 32 roundings, together, plus 32 times what it changes when
 * all operations round up or down, plus 32 roundings of the two values and, of a state after a time
 * and of work, of the largest that they are sums of. Where numbers cancel, this is more than the
 * value's own roundings. Whether an event is due is decided by numbers that are made of such
 * values, hence 32 times as many roundings. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_H

#include <stdbool.h>
#include <stdint.h>

#include "models/model.h"

enum { DEVIATION_ROUNDINGS = 32, DEVIATION_NAME = 160, DEVIATION_TEXT = 4096 };

/* What came of a comparison. */
struct deviation {
    bool any;                  /* the implementation deviates */
    char what[DEVIATION_NAME]; /* what does: "rate of z", "default of Fc" */
    /* Of the first deviation: both values, and the difference that roundings explain; NAN where
     * what deviates is no number. */
    double text, code, allowed;
    /* The deviation as one line: what, both values, by how much they differ, at which place. "" if
     * there is none. */
    char line[DEVIATION_TEXT];
    unsigned places, deviating; /* how many places were compared, at how many `what` deviates */
    unsigned long values;       /* how many values were compared */
    /* Names of functions, with ", " between them: those compared; those that only one side has. */
    char compared[DEVIATION_TEXT], left_out[DEVIATION_TEXT];
};

/* Compares in working precision; text and code may have parameters and states in another order.
 * Places depend on the seed; the first ones have the default parameters. */
void PREC(deviation_find)(const struct model *text, const struct model *code, uint64_t seed,
                          struct deviation *deviation);

/* The same for a Functional Mock-up Unit, whose events and constraints have forms of their own: it
 * makes all events that are due at once, may have events where the text has only kinks, and need
 * not refuse what the text refuses. What its events leave is compared as any. At rest its
 * derivatives are not compared: it takes no selection s. */
void PREC(deviation_find_unit)(const struct model *text, const struct model *unit, uint64_t seed,
                               struct deviation *deviation);

/* Makes a claim of the text one about the implementation. Returns false when that cannot be: its
 * condition takes the parameters in the text's order, and the implementation's is another. The
 * names of all parameters must be the same. */
bool PREC(deviation_claim)(const struct model *text, const struct model *code,
                           const struct claim *claim, struct claim *own) MUST_CHECK;

/* Returns true when the law makes that claim. */
bool PREC(deviation_has_claim)(const struct model *model, const struct claim *claim);

#endif
