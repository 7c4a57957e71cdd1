/* Inside motion.h: the motion of a law with linear equations, step by step from one end of a
 * segment to the other.
 *
 * Each step has one sign of v for certain. Where that cannot be shown, next to a zero of v, and
 * next to a branch point of the Stribeck curve at v = 0, a very short step encloses the motion by
 * its range alone, whatever the sign.
 */
#ifndef BRISTLE_REFERENCE_MOTION_STEPS_H
#define BRISTLE_REFERENCE_MOTION_STEPS_H

#include "reference/motion/motion.h"

/* The samples: sample i lies between from[i] and to[i], which are exact and mostly the same. */
struct taylor_samples {
    arb_srcptr from, to; /* from: rising */
    size_t n;
};

/* arb_taylor_run for laws with linear equations, for these samples. */
bool taylor_steps_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                      const struct taylor_samples *samples);

#endif
