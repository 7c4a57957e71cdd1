/* What verify says of laws from files beside its table. */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_NOTES_H
#define BRISTLE_PROPERTIES_VERIFICATION_NOTES_H

#include "properties/plugin/law_choice.h"
#include "properties/verdicts/verdicts.h"

/* Says why the motion of a law from a text along held velocities is computed by numbers. */
void note_motion(const struct law_choice *law);

/* Says which properties of a law from a file its ball model cannot certify, and which member is
 * missing. */
void note_uncertified(const struct verdicts *v);

#endif
