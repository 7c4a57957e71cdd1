/* Names of properties, and how their functionals are judged. */
#ifndef BRISTLE_PROPERTIES_CHECKER_PROPERTY_H
#define BRISTLE_PROPERTIES_CHECKER_PROPERTY_H

#include "models/property_list.h"

struct property_info {
    const char *name, *functional, *unit, *meaning;
};

extern const struct property_info property_info[N_PROPERTIES];

/* Returns the property of that name, or N_PROPERTIES. */
enum property property_find(const char *name);

#endif
