/* What a law's equations suggest against a claim, for the search to try first. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_SUGGEST_H
#define BRISTLE_PROPERTIES_JUDGEMENT_SUGGEST_H

#include "models/derived/law_graph.h"
#include "properties/structure/opposed.h"
#include "properties/trials/candidate.h"

enum { SUGGESTIONS = 6 };

/* Writes signals to of[] and returns their number: of a place at which the force does not oppose
 * the motion, for some state within its bounds, holds at its velocity, at once and after rests and
 * reversals; 0 where there is no place. */
unsigned suggest_candidates(const struct law_graph *equations, const struct model *model,
                            const struct claim *claim, const struct opposed_answer *place,
                            struct candidate of[SUGGESTIONS]);

#endif
