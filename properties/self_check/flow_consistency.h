/* A law against itself: what it offers as its solution at held velocity must solve its own
 * equations, flow those of the states and work that of the energy, whether or not there is a second
 * statement. Without that, verdicts along solutions are about another law. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_FLOW_CONSISTENCY_H
#define BRISTLE_PROPERTIES_SELF_CHECK_FLOW_CONSISTENCY_H

#include "properties/search/model_sample.h"

enum { FLOW_CONSISTENCY_TEXT = 1024, FLOW_CONSISTENCY_POINTS = 400 };

/* NOT_SEEN: no hold was found along which rate and force are smooth, as where rounding lets events
 * of a steady motion come and go. */
enum solved { SOLVED, NOT_SOLVED, NOT_SEEN };

/* Whether it does at a point, of a law that has a flow; if not, text says what differs there. */
enum solved PREC(flow_consistent_at)(const struct model *model, const struct model_sample *pt,
                                     char text[FLOW_CONSISTENCY_TEXT]);

/* Whether it does at FLOW_CONSISTENCY_POINTS random points of the seed, half of which a law with a
 * memory has got to by itself, as far as it has flow and work; if not, text says at how many it
 * does not, and what differs at the first one. More than a twentieth of points that are not seen
 * count as such.
 */
bool PREC(solves)(const struct model *model, uint64_t seed, char text[FLOW_CONSISTENCY_TEXT]);

#endif
