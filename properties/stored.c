/* Finds a stored witness file by name (stored.h). */
#include "properties/stored.h"

#include <string.h>

const char *stored_witness_find(const char *name)
{
    for (const struct stored_witness *w = stored_witnesses; w->name; w++)
        if (strcmp(w->name, name) == 0)
            return w->text;
    return NULL;
}
