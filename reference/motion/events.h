/* Inside motion.h: short parts of a motion of a law with events, by ranges.
 *
 * A part has one sign of v for certain. The states stay in a box as in range.h. A guard that is
 * positive over the box does not fire. Where some may fire, it has to be certain that one does
 * before the part ends: the motion goes on from any that may be the first, for some time within the
 * part, and so on. All these ways have to come to the same discrete variables (ways.h), as where
 * elements that have stuck together since one instant begin to slip at one instant, too. Whatever
 * else may happen is not decided, unless it may stay open (events_open): discrete variables are
 * then balls, from which the next segment goes on by each of their values.
 *
 * An instant at which v is zero within a motion is no rest: guards see the velocity of the motion
 * that begins there (reference/experiments/driven.c).
 */
#ifndef BRISTLE_REFERENCE_MOTION_EVENTS_H
#define BRISTLE_REFERENCE_MOTION_EVENTS_H

#include "reference/motion/motion.h"
#include "reference/taylor/range.h"

/* A law with events on its way. */
struct events {
    struct general_step *g;
    const struct arb_segment *segment;
    arb_ptr x, energy; /* states and behind them discrete variables, energy by part: now; energy */
                       /* may be NULL */
    arb_ptr hull, energy_hull; /* all that they have been since events_begin */
    /* What they were then; all that rates and powers have been since; what events have set. */
    arb_ptr first, first_energy, rate, power;
    bool was_set[GENERAL_STATES], has_moved;
    void (*span)(void *ctx, const struct arb_span *span); /* NULL: not wanted */
    void *ctx;
    struct taylor_range range; /* scratch */
    /* What became negative, or zero, with the last event of a part, or EXPRESSION_NONE. */
    expression relation;
    bool was_at_zero;
};

void events_init(struct events *e, struct general_step *g);
void events_clear(struct events *e);

/* Lets the hulls begin with what is now. */
void events_begin(struct events *e);

/* Narrows what is now down by how long it has been since events_begin, h: by all rates since, but
 * for states that events have set. */
void events_narrow(struct events *e, const arb_t h);

/* Makes the transitions that are certainly due at velocity v of that sign, 0: v is zero. Returns
 * false when they do not end. */
bool events_settle(struct events *e, const arb_t v, int sign);

/* Goes from `from` to `to`, both exact, where v has the sign 1 or -1 but for the two ends, or is
 * zero throughout, sign 0. Returns false where something is not certain. */
bool events_pass(struct events *e, const arb_t from, const arb_t to, int sign);

/* The same over a time in which v may come to zero: it changes its sign once or, where that at one
 * end is the same or not known, also twice or not at all. The sign is known at one end at least. */
bool events_cross(struct events *e, const arb_t from, const arb_t to);

/* Anywhere from `from` to `to`, where v has a sign at `from`, and changes it at most once. */
bool events_end(struct events *e, const arb_t from, const arb_t to);

/* Goes to anywhere from `from` to `to`, where v has that sign: events may happen until then or not.
 * What that makes of the discrete variables is what the balls of them hold, before and after. */
bool events_open(struct events *e, const arb_t from, const arb_t to, int sign);

/* Returns in how many ways the discrete variables, behind n_states states, can be whole numbers
 * that the balls hold; 0: in too many. Takes those of way k, from 0, if there is one. */
enum { EVENTS_NO_WAY = -1 };
int events_ways(const struct events *e, arb_ptr x, int k);

/* Inside: whether an event is due where the guards have been evaluated. */
enum event_due { DUE, DUE_NOT, DUE_UNKNOWN };

/* Most transitions at one instant, or in one part. */
enum { EVENTS_MOST = 64 };

/* How many states and discrete variables there are. */
slong events_size(const struct events *e);

/* Takes the states x, and the discrete variables and the energy now, into the hulls. */
void events_extend(struct events *e, arb_srcptr x);

/* Evaluates the law at states x and velocities that have that sign, or are zero. */
void events_evaluate(struct events *e, const arb_t v, int sign, arb_srcptr x);

/* Tells whether event i is due where the law has been evaluated. */
enum event_due events_due(const struct events *e, unsigned i);

/* Makes the transitions that are due for certain at velocities v of that sign, or zero. Returns
 * whether one may be due then. */
enum event_due events_settle_at(struct events *e, const arb_t v, int sign);

/* Goes over a time of any length up to that from `from` to `to`, in which v has that sign and no
 * event happens but those that are due at once; the law is then evaluated over all states in it. */
bool events_stay(struct events *e, const arb_t from, const arb_t to, int sign);

/* Finds the events that may happen where the law has been evaluated, of several that can only
 * happen at the same instant the first one. Returns how many there are, or EVENTS_MOST_WAYS + 1
 * where there are more than that. */
enum { EVENTS_MOST_WAYS = 4 };
int events_may_happen(const struct events *e, unsigned which[EVENTS_MOST_WAYS]);

/* Makes the transition of event i by the last evaluation, at the states in the box, and with it
 * those that happen at the same instant. */
void events_happen(struct events *e, unsigned i);

/* Goes over a time of any length up to that from `from` to `to`, in which v has that sign. */
bool events_side(struct events *e, const arb_t from, const arb_t to, int sign);

#endif
