/* Bounds, dissipation and rate independence of laws with events, case by case (cases.h). */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_HYBRID_H
#define BRISTLE_PROPERTIES_STRUCTURE_HYBRID_H

#include "properties/structure/finite.h"
#include "properties/workbench/fixed.h"

/* What a claim is about: the parameters of the place that fulfil the condition, an expression of
 * the law, or all, EXPRESSION_NONE; of them some are fixed, or none, NULL. Parameters that are
 * whole numbers are gone through one by one. */
struct hybrid_claim {
    const struct law_graph *law;
    const struct finite_place *place;
    const struct fixed *fixed;
    expression condition;
};

/* Return YES when it follows from the equations that no state leaves the bound that the law states;
 * that F v - dS/dt >= 0 with the storage S that it states, at all velocities and at rest, while no
 * event raises S; and that at a times the speed rates are a times as large, the force is the same,
 * and events are the same. Else UNDECIDED. */
enum answer hybrid_prove_bounds(const struct hybrid_claim *claim);
enum answer hybrid_prove_dissipation(const struct hybrid_claim *claim);
enum answer hybrid_prove_path(const struct hybrid_claim *claim);

/* Fills in what limits discrete variables of a law, if its states are shown to keep their bounds.
 */
void hybrid_find_limits(const struct law_graph *law, struct finite_place *place);

#endif
