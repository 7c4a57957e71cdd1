/* Rate independence: the force depends on the path, not on how fast it is gone. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_PATH_H
#define BRISTLE_PROPERTIES_STRUCTURE_PATH_H

#include "properties/workbench/fixed.h"
#include "tools/base/decide.h"

/* Returns YES when it follows from the equations at the fixed parameters, for all values of the
 * others: at a times the speed, a > 0, rates are a times as large, the force and what events set
 * are the same, and guards have the same signs; and all of them have a value everywhere. States are
 * then functions of the path. Else UNDECIDED. */
enum answer path_prove(const struct law_graph *law, const struct fixed *fixed);

#endif
