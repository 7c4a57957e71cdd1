/* Finds a law by its name. */
#include "models/model.h"

#include <string.h>

const struct model *PREC(model_find)(const char *name)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        if (strcmp((*m)->name, name) == 0)
            return *m;
    return NULL;
}
