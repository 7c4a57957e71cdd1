/* The force of a law along a path in lanes (models/lanes/lane_law.h): many holds at once, by vector
 * instructions, of laws that have a closed form and no events. */
#ifndef BRISTLE_PROPERTIES_TRACING_TRACE_LANES_H
#define BRISTLE_PROPERTIES_TRACING_TRACE_LANES_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "properties/measurement/path.h"

struct trace_lanes;

/* Returns the law in lanes, to be released by trace_lanes_free; NULL where it has none, or no
 * equations (NULL). */
struct trace_lanes *trace_lanes_new(const struct law_graph *equations, const struct model *model);
void trace_lanes_free(struct trace_lanes *lanes);

/* force[n_samples], N, of the law with parameters p that begins in the states x. Returns false
 * where one of them is not finite. */
bool trace_lanes_force(const struct trace_lanes *lanes, const double p[], const double x[],
                       const struct path *path, double force[]);

/* slope[n_samples x (n_params + n_states)], column by column: of that force by each parameter, then
 * by each state that it begins in. Returns false where the law has no such slopes: they are then
 * to be found by differences. One may not be finite. */
bool trace_lanes_slopes(const struct trace_lanes *lanes, const double p[], const double x[],
                        const struct path *path, double slope[]);

#endif
