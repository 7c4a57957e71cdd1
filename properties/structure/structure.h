/* Proofs by the structure of a law's equations: they hold along all signals, and for all parameters
 * of a claim.
 *
 * What is proved follows from the equations of the law's text, by rules for each operation and by
 * normal forms; nothing is sampled, and no number that was rounded counts as another. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_STRUCTURE_H
#define BRISTLE_PROPERTIES_STRUCTURE_STRUCTURE_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "properties/structure/opposed.h"
#include "tools/base/decide.h"

/* Returns YES when the claim of the model, whose equations `law` are, is proved; UNDECIDED when no
 * rule decides it. `words`, of that size, then says for which parameters, states and velocities,
 * for people. Claims about odd symmetry, rate independence, regressors, steady states,
 * bounds of states, finite forces, and the passivity of laws without states are looked at. */
enum answer structure_prove(const struct law_graph *law, const struct model *model,
                            const struct claim *claim, char words[], size_t size);

/* The same; *opposed receives a place at which the force of a claim of passivity does not oppose
 * the motion, if one was come upon. */
enum answer structure_prove_or_place(const struct law_graph *law, const struct model *model,
                                     const struct claim *claim, char words[], size_t size,
                                     struct opposed_answer *opposed);

#endif
