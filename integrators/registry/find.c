/* Finds an integrator by its name. */
#include <string.h>

#include "integrators/integrator.h"

const struct integrator *PREC(integrator_find)(const char *name)
{
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        if (strcmp((*i)->name, name) == 0)
            return *i;
    return NULL;
}
