/* Inside taylor.h: laws whose states change with the path alone. */
#ifndef BRISTLE_REFERENCE_TAYLOR_PATH_H
#define BRISTLE_REFERENCE_TAYLOR_PATH_H

#include "reference/taylor/taylor.h"

/* arb_taylor_run for them: between two zeros of v as if held at v = s over the distance. False
 * where the zeros cannot be told apart for certain. */
bool arb_taylor_by_path(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n);

#endif
