/* Inside smooth.h: the motion of a law with linear equations, step by step from one end of a piece
 * to the other.
 *
 * Each step has one sign of v for certain. Where that cannot be shown, next to a zero of v, and
 * next to a branch point of the Stribeck curve at v = 0, a very short step encloses the motion by
 * its range alone, whatever the sign.
 */
#ifndef BRISTLE_REFERENCE_SMOOTH_WALK_H
#define BRISTLE_REFERENCE_SMOOTH_WALK_H

#include "reference/smooth/smooth.h"

/* When the motion is to be seen: at times between two, which are exact and mostly the same. */
struct smooth_samples {
    arb_srcptr from, to; /* from: rising */
    size_t n;
};

/* As arb_smooth_run does. */
bool smooth_walk_run(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                     const struct smooth_samples *samples);

#endif
