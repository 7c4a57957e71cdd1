/* What the functions of FMI 3.0 share. */
#ifndef BRISTLE_BENCHMARKS_FMU_FMI3_INSTANCE_H
#define BRISTLE_BENCHMARKS_FMU_FMI3_INSTANCE_H

#include "benchmarks/fmu/unit.h"
#include "properties/fmu/fmi3.h"

/* The phases in which variables may be set. */
enum {
    FMI3_WRITABLE =
        UNIT_INSTANTIATED | UNIT_INITIALIZING | UNIT_EVENT | UNIT_CONTINUOUS | UNIT_STEPPING
};

/* Those in which they may be read (3.0.1, 2.3.2: start values as soon as there is an instance). */
enum { FMI3_READABLE = UNIT_READABLE | UNIT_INSTANTIATED };

struct instance {
    struct unit unit;
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback log; /* or NULL */
    bool logs;
};

/* Says what is wrong, and leaves the unit failed. Returns fmi3Error. */
fmi3Status fmi3_fail(struct instance *at, const char *function, const char *problem);

/* Returns true when there is an instance, in one of the phases; otherwise it fails. */
bool fmi3_may(struct instance *at, unsigned phases, const char *function);

/* The same for a function that goes through n variables, with room for n_values values. */
bool fmi3_may_visit(struct instance *at, unsigned phases, const char *function,
                    const fmi3ValueReference which[], size_t n, const void *values,
                    size_t n_values);

#endif
