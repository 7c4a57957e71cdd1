/* One header from one preprocessed unit: see export_header.c. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_HEADER_H
#define BRISTLE_BENCHMARKS_EXPORTING_HEADER_H

#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* Why the method cannot run this law, as the end of a sentence; NULL: it can. */
const char *header_obstacle(const struct model *model, const struct integrator *method);

/* Writes the header of the unit, which `cc -E -C` has made of a kernel of that law and method;
 * square is the index of its parameter that is usually 2, or NULL. What it does not understand
 * ends the program (cli_fail). */
void header_write(FILE *file, const char *unit_name, const char *unit, const struct model *model,
                  const struct integrator *method, const char *square);

#endif
