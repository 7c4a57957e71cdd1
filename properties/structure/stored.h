/* Passivity and dissipation by the energy that a law stores. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_STORED_H
#define BRISTLE_PROPERTIES_STRUCTURE_STORED_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Return YES when no motion takes more than the energy S, which the law states or which follows
 * from its stiffness (models/derived/balance.h), for all parameters that fulfil the condition, an
 * expression of the law, or all, EXPRESSION_NONE: D = F - (dS/dt)/|v| >= 0 at all velocities and
 * all states within their bounds, which no motion leaves. And when, from rest at 0, every motion
 * takes some: D > 0 where the first state is between 0 and its bound. Else UNDECIDED. */
enum answer stored_prove_dissipation(const struct law_graph *law, expression condition);
enum answer stored_prove_passivity(const struct law_graph *law, expression condition);

#endif
