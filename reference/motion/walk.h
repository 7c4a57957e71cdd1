/* Inside motion.h: a law on its way along a segment, from sample to sample. */
#ifndef BRISTLE_REFERENCE_MOTION_WALK_H
#define BRISTLE_REFERENCE_MOTION_WALK_H

#include "reference/motion/events.h"
#include "reference/motion/stepper.h"
#include "reference/motion/steps.h"

/* A zero of v is narrower than the precision by these bits: a law's rates leave the zero's width in
 * F. */
enum { ZERO_BITS = 24 };

/* A law on its way along a segment. Times are exact. */
struct walk {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    struct stepper step;
    const struct taylor_samples *samples;
    size_t i;              /* the next sample */
    arb_t now, end;        /* now; the last time that exact steps can go to */
    arb_t guess;           /* the next step to try */
    arb_t least, shortest; /* shortest step; shortest linear step that has series */
    arb_t blind;           /* the next step by a range: twice the last */
    arb_ptr x, energy;     /* scratch: at samples */
    struct events events;  /* of a law that has some */
    bool has_events;
    int attempts;  /* since the last step */
    int cut_short; /* the last steps of which kinks have left little */
    bool rests;    /* v is 0 throughout */
    bool ok;
};

/* Returns true when a sample is due by t. */
bool walk_reaches(const struct walk *w, const arb_t t);

/* Puts the discrete variables now behind the states x. */
void walk_copy_memory(const struct walk *w, arb_ptr x);

/* Shows the next sample, for which w->x and w->energy are set. */
void walk_show(struct walk *w);

/* Shows the samples that are due now. */
void walk_show_now(struct walk *w);

/* Goes to `to` by the last step, through its samples. */
void walk_arrive(struct walk *w, const arb_t to);

/* The sign of v in the middle between two times, 0 where it is not certain. */
int walk_sign_between(const struct walk *w, const arb_t from, const arb_t to);

/* Returns true when v at tau certainly is zero, or is not. */
bool walk_is_told(const struct walk *w, const arb_t tau);

/* Returns true when v certainly has one sign from now to `to`, which *sign then is; 0: v is 0. */
bool walk_has_sign(const struct walk *w, const arb_t to, int *sign);

/* Of laws with events: begins, with the transitions that are due at once. */
bool walk_begin(struct walk *w);

/* Narrows down what events have led to at `to`, goes there, and shows the samples before. */
void walk_reach(struct walk *w, const arb_t to);

/* Returns true when a discrete variable may be one of several whole numbers. */
bool walk_is_open(const struct walk *w);

/* Begins so, at that sign of v, 0: v is zero throughout: goes on from each of them until all leave
 * the same, or to the end. */
bool walk_close(struct walk *w, int sign);

/* Goes past an event by a range, longer and longer until it is certain what happens in it. */
bool walk_past_events(struct walk *w, const arb_t limit);

/* Makes `width`, exact, so long that v certainly has a sign that long after tau and, where it is
 * wanted, before. */
void walk_reach_signs(const struct walk *w, arb_t width, const arb_t tau, bool before);

/* Goes to `to`, while v comes to zero. */
bool walk_across_zero(struct walk *w, const arb_t to);

/* Goes to an end that is a ball, up to `upper`: all may be anything that it is on the way. */
bool walk_finish(struct walk *w, const arb_t upper);

#endif
