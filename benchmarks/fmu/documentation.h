/* The page documentation/index.html of an archive. */
#ifndef BRISTLE_BENCHMARKS_FMU_DOCUMENTATION_H
#define BRISTLE_BENCHMARKS_FMU_DOCUMENTATION_H

#include <stdio.h>

#include "models/model.h"

/* Writes the law's equations, source, parameters and claims, and how the unit, which may be that of
 * a mass, computes it by the method of that title. */
void documentation_write(FILE *file, const struct model *model, bool is_mass, const char *method);

#endif
