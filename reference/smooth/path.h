/* Inside smooth.h: laws whose states change with the path alone. */
#ifndef BRISTLE_REFERENCE_SMOOTH_PATH_H
#define BRISTLE_REFERENCE_SMOOTH_PATH_H

#include "reference/smooth/smooth.h"

/* arb_smooth_run for them: between two zeros of v as if held at v = s over the distance. False
 * where the zeros cannot be told apart for certain. */
bool arb_smooth_by_path(struct arb_smooth *m, const struct arb_piece *piece, const arb_t end,
                        arb_srcptr times, size_t n);

#endif
