/* The file table.h of a shared object: what it says of its law (table.h). */
#ifndef BRISTLE_BENCHMARKS_LIBRARY_IDENTITY_H
#define BRISTLE_BENCHMARKS_LIBRARY_IDENTITY_H

#include <stdio.h>

#include "benchmarks/fmu/variables.h"

/* Writes it for the law of these variables, and the method of that name. */
void identity_write(FILE *file, const struct variables *variables, const char *method);

#endif
