/* Rigorous motion of a law along a smooth velocity: states and energy enclosed, for laws that are
 * linear in their states (linear.h) or whose states change with the path alone (law.h).
 *
 * Linear laws go by steps (smooth_walk.h), through waves of many periods by what one period does
 * (taylor_periodic.h); the others by reversals (taylor_path.h).
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_TAYLOR_H
#define BRISTLE_REFERENCE_TAYLOR_TAYLOR_H

#include "reference/arb/law.h"
#include "reference/taylor/segment.h"
#include "reference/taylor/work_limit.h"

/* A part of the motion, from tau0 to tau1 (exact): all velocities and states in it, the states at
 * its end. */
struct arb_span {
    arb_srcptr tau0, tau1;
    arb_srcptr v, x, x_end;
};

/* What to run. */
struct arb_taylor {
    const struct arb_law *law;
    arb_srcptr p;
    slong prec;
    arb_ptr x;      /* states: now, and in the end */
    arb_ptr energy; /* by part, likewise; NULL: not wanted */
    arb_ptr loss;   /* by the law's statement of it, added up; of laws by path. NULL: not wanted */
    /* Sees the states and the energies by part (NULL likewise) at time i. NULL: nobody looks. */
    void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy);
    /* Sees the whole motion, part after part; of laws by path with the memory. NULL: nobody looks.
     */
    void (*span)(void *ctx, const struct arb_span *span);
    void *ctx;
    struct work_limit *limit; /* of this run and of those before it with the same limit */
};

/* Whether there is a method for the law. */
bool arb_taylor_has(const struct arb_law *law);

/* From tau = 0 to `end`, at most the segment's duration, through n exact rising times. Returns
 * false where the motion could not be enclosed within the limit; states and energy are then
 * unspecified.
 */
bool arb_taylor_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                    arb_srcptr times, size_t n);

#endif
