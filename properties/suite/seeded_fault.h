/* Wrong laws that prove that the tests notice faults.
 *
 * For each property there is one small, plausible fault that breaks exactly what the property asks
 * for, seeded in the law under test (suite_law.h): a claim declared `holds` must then be violated,
 * and one declared `refuted` must no longer be refuted. */
#ifndef BRISTLE_PROPERTIES_SUITE_SEEDED_FAULT_H
#define BRISTLE_PROPERTIES_SUITE_SEEDED_FAULT_H

#include "models/model.h"

/* Returns the law under test, in *storage, with the fault for that property and declaration, or
 * NULL when there is none. *mistake receives a text that says what is wrong. */
const struct model *PREC(planted)(enum property property, enum declared declared,
                                  struct model *storage, const char **mistake);

#endif
