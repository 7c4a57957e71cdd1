/* Odd symmetry: reversing velocity and state reverses the force, along all signals. */
#ifndef BRISTLE_PROPERTIES_STRUCTURE_ODD_H
#define BRISTLE_PROPERTIES_STRUCTURE_ODD_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

/* Returns YES when it follows from the equations, for all parameters: with v, the selection, and
 * some states and discrete variables, which begin at 0, the force and the rates of these change
 * their signs, and guards and all else stay. What is not changed by events then moves as its
 * mirror image, and events come at the same times. Else UNDECIDED. */
enum answer odd_prove(const struct law_graph *law);

#endif
