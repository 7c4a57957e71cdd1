/* The equations of a ball model as data, for what needs more of a law than values. */
#ifndef BRISTLE_REFERENCE_TAYLOR_LAW_TEXT_H
#define BRISTLE_REFERENCE_TAYLOR_LAW_TEXT_H

#include "reference/arb/law.h"

struct law_graph; /* models/derived/law_graph.h */

/* Returns the equations of a ball model from a text, built in or opened; for one by hand those of
 * the text of the same law, where that has its parameters and, in the same order, its states. NULL:
 * none are known. */
const struct law_graph *arb_law_text(const struct arb_law *law);

/* Writes the parameters p of the ball model to text_p, in the order of its text. */
void arb_law_text_parameters(arb_ptr text_p, const struct arb_law *law, arb_srcptr p);

#endif
