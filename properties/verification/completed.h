/* What a Functional Mock-up Unit does not say, which the text that it implements does. */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_COMPLETED_H
#define BRISTLE_PROPERTIES_VERIFICATION_COMPLETED_H

#include "properties/plugin/law_choice.h"
#include "properties/plugin/text_law.h"

/* Returns the unit with the text's ranges, units and largest speed where it states none, to be
 * compared with the text. The model lives as long as the program. */
const struct model *completed_tables(const struct model *text, const struct law_choice *unit);

/* Gives a unit that agrees with the text, and has its parameters and states in the same order, the
 * text's closed forms, bounds and scales, which a unit has no functions for; those of the memory
 * only where they do not read it. What is checked of any law by itself is then that these forms
 * solve the unit's own equations. Returns false where the order is another: the unit is as it was.
 */
bool completed_members(const struct text_law *text, struct model *unit);

#endif
