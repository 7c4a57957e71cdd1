/* Inside smooth.h: the motion of a law with linear equations, step by step from one end of a piece
 * to the other.
 *
 * Each step has one sign of v for certain. Where that cannot be shown, next to a zero of v, and
 * next to a branch point of the Stribeck curve at v = 0, a very short step encloses the motion by
 * its range alone, whatever the sign.
 */
#ifndef BRISTLE_REFERENCE_ARB_SMOOTH_WALK_H
#define BRISTLE_REFERENCE_ARB_SMOOTH_WALK_H

#include "reference/arb/smooth.h"

/* When the motion is to be seen. */
struct smooth_samples {
    arb_srcptr times; /* exact and rising */
    size_t n;
    arb_srcptr width; /* exact: what is seen are all states from such a time to that much later */
};

/* As arb_smooth_run does. */
bool smooth_walk_run(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                     const struct smooth_samples *samples);

#endif
