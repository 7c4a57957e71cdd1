/* Wrong laws, kept to prove that the tests notice them.
 *
 * For each property there is one small, plausible mistake that breaks exactly what the
 * property asks for, made to whatever law is under test (suite_law.h):
 * a claim declared `holds` must then be found violated, and one declared `refuted` must
 * be found no longer refuted.
 */
#ifndef BRISTLE_PROPERTIES_SUITE_SEEDED_FAULT_H
#define BRISTLE_PROPERTIES_SUITE_SEEDED_FAULT_H

#include "models/model.h"

/* The law under test with the mistake for that property and declaration, or NULL when
 * there is none. *mistake receives what is wrong with it. */
const struct model *PREC(planted)(enum property property, enum declared declared,
                                  struct model *storage, const char **mistake);

#endif
