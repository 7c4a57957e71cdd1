/* A law as a Functional Mock-up Unit: an archive of descriptions, sources, documentation and a
 * binary for this machine. */
#ifndef BRISTLE_BENCHMARKS_FMU_FMU_H
#define BRISTLE_BENCHMARKS_FMU_FMU_H

#include <stdio.h>

#include "integrators/integrator.h"
#include "models/model.h"

/* What a unit is made from. */
struct fmu_request {
    const struct model *model;
    const struct integrator *method;
    const char *header; /* the exported header, with equations (header.h), in double */
    const char *text;   /* of the law's equations */
    int version;        /* of the standard: 2 or 3 */
    bool is_mass;       /* of a mass with this friction, not of the law alone */
};

/* Returns the default longest step of co-simulation by the method, s; 0: any. */
double fmu_max_step(const struct integrator *method);

/* Compiles the unit and writes the archive. Ends the program with one line, exit 2, where there is
 * no compiler, or it fails. */
void fmu_write(FILE *file, const struct fmu_request *request);

#endif
