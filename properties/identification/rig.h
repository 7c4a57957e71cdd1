/* What a rig adds to the force, by the words of the command line. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_RIG_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_RIG_H

#include "properties/measurement/nuisance.h"

/* Sets which nuisances are fitted, and the values of those that are given, by a list like
 * "offset,delay=0.002,cogging=2e-3"; "none": no nuisances. Sizes stay as they are. A list that
 * cannot be read ends the program with one line, exit 2. */
void rig_read(const char *list, struct nuisances *nuisances);

#endif
