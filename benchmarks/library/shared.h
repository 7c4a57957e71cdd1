/* A law and a method as a shared object behind the ABI of bristle_law.h. */
#ifndef BRISTLE_BENCHMARKS_LIBRARY_SHARED_H
#define BRISTLE_BENCHMARKS_LIBRARY_SHARED_H

#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* Compiles the exported header, with equations (benchmarks/exporting/header.h), in double, and
 * writes the shared object. Ends the program with one line, exit 2, where there is no compiler, or
 * it fails. */
void shared_write(FILE *file, const struct model *model, const struct integrator *method,
                  const char *header);

#endif
