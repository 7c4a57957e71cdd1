/* Writes one header from one preprocessed unit. */
#ifndef BRISTLE_BENCHMARKS_EXPORTING_HEADER_H
#define BRISTLE_BENCHMARKS_EXPORTING_HEADER_H

#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* Returns why the method cannot run this law, as the end of a sentence; NULL: it can. */
const char *header_obstacle(const struct model *model, const struct integrator *method);

/* Writes the header of the unit, the output of `cc -E -C` for a kernel of that law and method;
 * square names its parameter that is usually 2, or is NULL. Ends the program (cli_fail) at code
 * that it does not understand. */
void header_write(FILE *file, const char *unit_name, const char *unit, const struct model *model,
                  const struct integrator *method, const char *square);

#endif
