/* Tests that a law's solution at held velocity solves the law's own equations: flow those of the
 * states and work that of the energy, whether or not the law has a ball model. Otherwise verdicts
 * along solutions would be about another law. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_FLOW_CONSISTENCY_H
#define BRISTLE_PROPERTIES_SELF_CHECK_FLOW_CONSISTENCY_H

#include "properties/trials/model_sample.h"

enum { FLOW_CONSISTENCY_TEXT = 1024, FLOW_CONSISTENCY_POINTS = 400 };

/* NOT_SEEN: no hold was found along which rate and force are smooth, for example where rounding
 * lets events of a steady motion come and go. */
enum solved { SOLVED, NOT_SOLVED, NOT_SEEN };

/* Tests one sample of a law that has a flow. If the answer is NOT_SOLVED, text says what
 * differs. */
enum solved PREC(flow_consistent_at)(const struct model *model, const struct model_sample *pt,
                                     char text[FLOW_CONSISTENCY_TEXT]);

/* Returns true when flow and work, as far as the law has them, solve its equations at
 * FLOW_CONSISTENCY_POINTS random samples of the seed; a law with memory reaches half of them by a
 * motion of its own. Otherwise text says at how many samples they do not, and what differs at the
 * first. More than a twentieth of samples that are NOT_SEEN count as a failure, too. */
bool PREC(solves)(const struct model *model, uint64_t seed, char text[FLOW_CONSISTENCY_TEXT]);

#endif
