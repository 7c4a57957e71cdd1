/* The law that the suite tests: given when a test is linked, so that the suite is compiled once
 * for all laws of a precision. */
#ifndef BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H
#define BRISTLE_PROPERTIES_SUITE_SUITE_LAW_H

#include "models/model.h"

struct suite_law {
    const char *name; /* its file's; the table must agree */
    const struct model *model;
};
extern const struct suite_law suite_law;

#define LAW (*suite_law.model)

#endif
