/* Which variables of a unit are the velocity, the force and the parameters of a friction law. */
#ifndef BRISTLE_PROPERTIES_FMU_MAPPING_H
#define BRISTLE_PROPERTIES_FMU_MAPPING_H

#include "models/model.h"
#include "properties/fmu/description.h"

enum { FMU_NAME = 64 };

/* Places among the description's variables. Inputs beside the velocity, such as a load, are held:
 * they are parameters. */
struct fmu_mapping {
    size_t velocity, force, parameters[MODEL_MAX_PARAMS];
    unsigned n_parameters;
    /* Names as programs type them: letters, digits and '_'. */
    char parameter_names[MODEL_MAX_PARAMS][FMU_NAME], state_names[MODEL_MAX_STATES][FMU_NAME];
};

/* Chooses by `map`, "v=NAME,F=NAME,N=NAME" in any order and number, or NULL; what it does not name
 * is told by causality, unit and name. Returns false, with a problem, where that is not enough, or
 * where the unit is none of a friction law. */
bool fmu_map(const struct fmu_description *d, const char *map, struct fmu_mapping *m,
             char problem[FMU_PROBLEM]);

#endif
