/* Chooses the functions of a standard (calls.h). */
#include "properties/fmu/calls.h"

#include <stdlib.h>

const char *fmu_object_of(struct fmu_object *o, void *handle, int version, bool exchanges,
                          bool steps)
{
    *o = (struct fmu_object){ .call = NULL };
    return (version == 2 ? fmu_calls_2 : fmu_calls_3)(o, handle, exchanges, steps);
}

void fmu_object_free(struct fmu_object *o)
{
    free(o->table);
    *o = (struct fmu_object){ .call = NULL };
}
