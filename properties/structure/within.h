/* Bounds of states that relax each by itself: their rates point inward there. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_WITHIN_H
#define BRISTLE_PROPERTIES_STRUCTURE_WITHIN_H

#include "models/claim.h"
#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Returns YES when it follows from the equations, for all parameters that fulfil the condition, an
 * expression of the law, or all, EXPRESSION_NONE, that along every motion no state leaves the bound
 * that the law states: dx_i/dt = b_i - k_i x_i and |b_i| <= k_i bound_i at all velocities, at rest
 * with all selections; or of rates with bounded slopes at the bounds, which point inward there.
 * Else UNDECIDED. */
enum answer within_prove_bounds(const struct law_graph *law, expression condition);

/* Returns YES when |y|/bound is at most the Stribeck curve g: its largest value so far, or with
 * is_history false its present one, which along signals that only slow down is the largest, where
 * g falls with |v|. The rule is that of bounds, with bound g for the bound, and k >= 0. */
enum answer within_prove_curve(const struct law_graph *law, bool is_history,
                               enum signal_class signals);

#endif
