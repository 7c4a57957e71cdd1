/* Inside motion.h: a wave of many periods, of which one is computed.
 *
 * The equations are linear in the states, and so is what they do in a whole period: the states at a
 * time within it, and the energy until then, are affine functions of the states at its beginning,
 * the same in each period. One pass through a period from rest and one from each state alone, at
 * its bound, determine them; the states at the beginnings of periods are then a recursion.
 */
#ifndef BRISTLE_REFERENCE_MOTION_PERIODIC_H
#define BRISTLE_REFERENCE_MOTION_PERIODIC_H

#include "reference/motion/motion.h"

/* arb_taylor_run for laws with linear equations. Returns false, with nothing shown or changed,
 * where the segment has too few periods. */
bool taylor_periodic_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                         arb_srcptr times, size_t n);

#endif
