/* What the functions of FMI 2.0 share. */
#ifndef BRISTLE_BENCHMARKS_FMU_FMI2_INSTANCE_H
#define BRISTLE_BENCHMARKS_FMU_FMI2_INSTANCE_H

#include "benchmarks/fmu/unit.h"
#include "properties/fmu/fmi2.h"

/* The phases in which variables may be set. */
enum {
    FMI2_WRITABLE =
        UNIT_INSTANTIATED | UNIT_INITIALIZING | UNIT_EVENT | UNIT_CONTINUOUS | UNIT_STEPPING
};

struct instance {
    struct unit unit;
    fmi2CallbackFunctions functions;
    bool logs;
    char name[]; /* a copy */
};

/* Says what is wrong, and leaves the unit failed. Returns fmi2Error. */
fmi2Status fmi2_fail(struct instance *at, const char *function, const char *problem);

/* Returns true when there is an instance, in one of the phases; otherwise it fails. */
bool fmi2_may(struct instance *at, unsigned phases, const char *function);

#endif
