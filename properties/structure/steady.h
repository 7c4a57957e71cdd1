/* The steady state: at held v != 0 the force tends to the steady force at the law's own rate. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_STEADY_H
#define BRISTLE_PROPERTIES_STRUCTURE_STEADY_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Returns YES when it follows from the equations, for all parameters, that after a hold of v != 0
 * for a time h
 *
 *     |F - F_ss| <= 2 exp(-r h) scale,
 *
 * with F_ss, r and the scale as the law has them (models/derived/values.h); of a law without
 * states, that F = F_ss. Else UNDECIDED.
 *
 * States relax each by itself, dx_i/dt = b_i - k_i x_i, with k_i > 0 and k_i >= r at v != 0, and
 * k_i bound_i >= |b_i| also at rest, so that |x_i| <= bound_i along every motion from 0 and at
 * b_i/k_i. The force is f + sum of c_i x_i, F_ss its value at b_i/k_i, and sum of |c_i| bound_i <=
 * scale. */
enum answer steady_prove(const struct law_graph *law);

#endif
