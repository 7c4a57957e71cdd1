/* The file law.h of an archive: which law its C is about (law.h). */
#ifndef BRISTLE_BENCHMARKS_FMU_GLUE_H
#define BRISTLE_BENCHMARKS_FMU_GLUE_H

#include <stdio.h>

#include "benchmarks/fmu/variables.h"

struct glue {
    const struct variables *variables;
    const char *header; /* the name of the exported header, without .h: the prefix of its names */
    const char *token;
    double max_step; /* s: default of the longest step of co-simulation */
};

void glue_write(FILE *file, const struct glue *glue);

#endif
