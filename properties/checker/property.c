/* The list of properties (models/property_list.h) as a table. */
#include "properties/checker/property.h"

#include <string.h>

const struct property_info property_info[N_PROPERTIES] = {
#define X(id, name, functional, unit, meaning) { name, functional, unit, meaning },
    PROPERTY_LIST(X)
#undef X
};

enum property property_find(const char *name)
{
    unsigned i = 0;
    while (i < N_PROPERTIES && strcmp(property_info[i].name, name) != 0)
        i++;
    return (enum property)i;
}
