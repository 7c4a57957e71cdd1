/* The descriptions in an archive: modelDescription.xml of either standard, buildDescription.xml. */
#ifndef BRISTLE_BENCHMARKS_FMU_DESCRIPTION_H
#define BRISTLE_BENCHMARKS_FMU_DESCRIPTION_H

#include <stdio.h>

#include "benchmarks/fmu/variables.h"

struct description {
    const struct variables *variables;
    const char *token;          /* that ties it to the binary (LAW_TOKEN) */
    const char *const *sources; /* files of C, ended by NULL */
    double step;                /* s: that a master may begin with */
};

/* Write modelDescription.xml by FMI 2.0.4, 2.2, and by FMI 3.0.1, 2.4. */
void description_2(FILE *file, const struct description *description);
void description_3(FILE *file, const struct description *description);

/* Writes sources/buildDescription.xml by FMI 3.0.1, 2.5.1. */
void description_build(FILE *file, const struct description *description);

#endif
