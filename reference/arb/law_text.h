/* The equations of a ball model as data, for what needs more of a law than values. */
#ifndef BRISTLE_REFERENCE_ARB_LAW_TEXT_H
#define BRISTLE_REFERENCE_ARB_LAW_TEXT_H

#include "reference/arb/law.h"

struct law_graph; /* models/derived/law_graph.h */

/* Returns the equations of a ball model from a text, built in or opened; for one by hand those of
 * the text of the same law. NULL: none are known. */
const struct law_graph *arb_law_text(const struct arb_law *law);

#endif
