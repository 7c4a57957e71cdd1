/* Inside motion.h: a wave of many periods that a law, linear or not, comes to follow periodically.
 *
 * The motion is followed period by period until a period begins nearly as the one before. A period
 * is then followed from a box about that beginning: where it ends within the box, all later ones
 * begin in it, and what has been seen in the one holds for each of them. The energy grows by the
 * same ball in each.
 *
 * States that change alike, as elements that stick beside one another, never forget how far apart
 * they are: they are stated by one of them (tied.h).
 *
 * States on which no rate and no event depends, as a travel, are not asked to begin within a box:
 * each period adds the same to them. Where the force depends on them they have to stay about where
 * they are.
 *
 * Periods of a law with events begin where v is largest, as at its zeros there may be events: a
 * period has to leave the discrete variables as it finds them.
 */
#ifndef BRISTLE_REFERENCE_MOTION_SETTLED_H
#define BRISTLE_REFERENCE_MOTION_SETTLED_H

#include "reference/motion/motion.h"

/* arb_taylor_run for laws that are followed step by step. Returns false, with nothing shown or
 * changed, where the segment has too few periods, or the law does not settle in a few. */
bool taylor_settled_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n);

#endif
