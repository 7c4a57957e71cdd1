/* Inside motion.h: motion of laws whose states change along the path alone (by_path of
 * reference/arb/law.h). */
#ifndef BRISTLE_REFERENCE_MOTION_PATH_H
#define BRISTLE_REFERENCE_MOTION_PATH_H

#include "reference/motion/motion.h"

/* arb_taylor_run for laws by path: between two zeros of v the law moves as if held at v = s over
 * the distance. Returns false where the zeros cannot be told apart for certain. */
bool arb_taylor_by_path(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n);

#endif
