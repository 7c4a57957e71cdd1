/* Rigorous motion of a law along a smooth velocity: states and energy enclosed, for laws that are
 * linear in their states (reference/arb/linear.h) or whose states change with the path alone
 * (by_path of reference/arb/law.h).
 *
 * Laws go by steps (reference/motion/steps.h), through waves of many periods by what one period
 * does (reference/motion/periodic.h, of linear laws; reference/motion/settled.h); those by path by
 * reversals (reference/motion/path.h).
 */
#ifndef BRISTLE_REFERENCE_MOTION_MOTION_H
#define BRISTLE_REFERENCE_MOTION_MOTION_H

#include "reference/arb/law.h"
#include "reference/taylor/segment.h"
#include "reference/taylor/work_limit.h"

/* A part of the motion, from tau0 to tau1 (exact): v and x hold all velocities and states in it,
 * x_end the states at its end. */
struct arb_span {
    arb_srcptr tau0, tau1;
    arb_srcptr v, x, x_end;
};

struct frame;
struct ties;

/* A run: the law, its state, and what the caller wants to see. */
struct arb_taylor {
    const struct arb_law *law;
    arb_srcptr p;
    slong prec;
    arb_ptr x;      /* states: now, and in the end */
    arb_ptr energy; /* by part, J, likewise; NULL: not wanted */
    arb_ptr loss;   /* sum of the law's loss, J, for laws by path; NULL: not wanted */
    /* Called with the states and the energies by part (or NULL) at time i. NULL: not wanted. */
    void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy);
    /* Called with the whole motion, part after part; of laws by path with the memory. NULL: not
     * wanted. */
    void (*span)(void *ctx, const struct arb_span *span);
    void *ctx;
    struct frame *frame;      /* inside: how errors of the states go together (frame.h), or NULL */
    struct ties *ties;        /* inside: states that change alike (tied.h); NULL: not watched */
    struct work_limit *limit; /* shared with earlier runs that have the same limit */
};

/* Return true when there is a method for the law's states, and one for its energy, too. */
bool arb_taylor_has(const struct arb_law *law);
bool arb_taylor_has_energy(const struct arb_law *law);

/* Runs from tau = 0 to `end`, at most the segment's duration, through n exact rising times. Returns
 * false where the motion could not be enclosed within the limit; states and energy are then
 * unspecified. */
bool arb_taylor_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                    arb_srcptr times, size_t n);

#endif
