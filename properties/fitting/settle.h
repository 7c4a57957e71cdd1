/* Last steps of a fit, once there is an estimate by its filter. */
#ifndef BRISTLE_PROPERTIES_FITTING_SETTLE_H
#define BRISTLE_PROPERTIES_FITTING_SETTLE_H

#include "properties/fitting/estimate.h"

/* Where jumps have stopped steps short of where slopes would have them, goes there all at once, and
 * on from there, if that is better. */
void settle_where_slopes_ask(const struct fit_data *data, struct estimate *estimate);

/* A parameter that is not told may be anything, and could make any force where errors of the motion
 * keep forces from telling: where such a one has gone far, the fit goes on from what it was when
 * all forces counted, with all such held, if that explains as well. */
void settle_back(const struct fit *before, const struct fit_data *data, struct estimate *estimate);

/* Where jumps and all the rest say different delays, variables are known no better than they differ
 * between the two. */
void settle_widen(const struct fit *rest, struct estimate *estimate);

#endif
