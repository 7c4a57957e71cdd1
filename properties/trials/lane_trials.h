/* Trials of one property in lanes: as evaluate_property gives them along the exact flow, but for
 * roundings, many at once. */
#ifndef BRISTLE_PROPERTIES_TRIALS_LANE_TRIALS_H
#define BRISTLE_PROPERTIES_TRIALS_LANE_TRIALS_H

#include "models/derived/law_graph.h"
#include "models/lanes/lane_steps.h"
#include "properties/trials/trial_lanes.h"

/* Trials of a law in lanes; evaluates those of a search as its member `lanes`. */
struct lane_trials;

/* Opens trials with those instructions, to be closed. Returns NULL where the property, or the law
 * (lane_law.h), has no lanes. */
struct lane_trials *lane_trials_open(const struct law_graph *equations, const struct model *model,
                                     enum property property, lane_runner *run);
void lane_trials_close(struct lane_trials *trials);

/* What the search calls; the context is the struct lane_trials. */
void lane_trials_evaluate(void *context, struct sample of[], unsigned n, struct margin m[]);

/* Returns them as the member `lanes` of a search, which they live as long as; of NULL it is NULL.
 */
const struct trial_lanes *lane_trials_lanes(const struct lane_trials *trials);

#endif
