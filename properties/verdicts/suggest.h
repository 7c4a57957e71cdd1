/* What a law's equations suggest against a claim, for the search to try first. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_SUGGEST_H
#define BRISTLE_PROPERTIES_VERDICTS_SUGGEST_H

#include "models/derived/law_graph.h"
#include "properties/search/candidate.h"

enum { SUGGESTIONS = 6 };

/* Writes signals to of[] and returns their number: of a claim of passivity holds at a velocity at
 * which the force does not oppose the motion, for some state within its bounds, at once and after
 * rests and reversals; 0 where no such velocity is found. */
unsigned suggest_candidates(const struct law_graph *equations, const struct model *model,
                            const struct claim *claim, struct candidate of[SUGGESTIONS]);

#endif
