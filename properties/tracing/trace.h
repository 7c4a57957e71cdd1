/* The force of a law along a path. */
#ifndef BRISTLE_PROPERTIES_TRACING_TRACE_H
#define BRISTLE_PROPERTIES_TRACING_TRACE_H

#include "models/model.h"
#include "properties/measurement/path.h"
#include "properties/tracing/trace_lanes.h"
#include "reference/experiments/exact.h"

/* Starts with the law's states at t = 0, to which before[n_states] is added (NULL: nothing). *w
 * points into itself. */
void trace_start(struct exact_state *w, const struct model *model, const double p[],
                 const double before[]);

/* Goes through the cell that begins at *hold, all of whose velocities are `more` m/s larger, and
 * moves *hold behind it. Returns the force at its sample, N. */
double trace_cell(struct exact_state *w, const struct path_hold **hold, double more);

/* force[n_samples], N, along the path, in lanes unless that is NULL. Returns false where one of
 * them is not finite. */
bool trace_force(const struct model *model, const struct trace_lanes *lanes, const double p[],
                 const double before[], const struct path *path, double force[]);

/* Its slopes (trace_lanes_slopes), which only some laws have in lanes; otherwise false. */
bool trace_slopes(const struct model *model, const struct trace_lanes *lanes, const double p[],
                  const double before[], const struct path *path, double slope[]);

#endif
