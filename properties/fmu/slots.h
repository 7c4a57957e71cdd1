/* Functions of struct model, which have no context, for each of several units. */
#ifndef BRISTLE_PROPERTIES_FMU_SLOTS_H
#define BRISTLE_PROPERTIES_FMU_SLOTS_H

#include "properties/fmu/unit.h"

/* Gives the unit functions of its own, which stay. Returns them as members of a law, those that a
 * unit may not have, too; NULL: there are too many units. */
const struct model *slot_open(struct unit *unit);

#endif
