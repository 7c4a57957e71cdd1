/* The law that the suite tests: linked with the suite, so that the suite is compiled once for all
 * laws of a precision. */
#ifndef BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H
#define BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H

#include "models/model.h"

struct suite_law {
    const char *name; /* name of the law's file; the table must have the same */
    const struct model *model;
};
extern const struct suite_law suite_law;

#define LAW (*suite_law.model)

#endif
