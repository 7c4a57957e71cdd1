/* What evaluates many trials at a time. */
#ifndef BRISTLE_PROPERTIES_TRIALS_TRIAL_LANES_H
#define BRISTLE_PROPERTIES_TRIALS_TRIAL_LANES_H

#include "properties/trials/candidate.h"
#include "properties/trials/evaluate_property.h"

/* Evaluates trials of one property many at a time: writes the margin of each, and shortens its
 * signal as evaluate_worst_prefix does. */
struct trial_lanes {
    void (*evaluate)(void *context, struct sample of[], unsigned n, struct margin m[]);
    void *context;
};

#endif
