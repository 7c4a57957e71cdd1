/* A unit in a shared object, driven by the functions of its standard, for tests: an importer of our
 * own. Functions return true when the unit says that all is well. */
#ifndef BRISTLE_BENCHMARKS_FMU_DRIVER_H
#define BRISTLE_BENCHMARKS_FMU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/* The functions of either standard, under one name. */
struct driver {
    /* Returns an instance, or NULL. */
    void *(*open)(const char *token, bool steps);
    void (*close)(void *unit);
    /* Goes through the initialization: first what can be set, then its end. */
    bool (*enter)(void *unit, double start);
    bool (*leave)(void *unit);
    bool (*get)(void *unit, unsigned which, double *value);
    bool (*set)(void *unit, unsigned which, double value);
    bool (*get_whole)(void *unit, unsigned which, int *value);
    bool (*set_whole)(void *unit, unsigned which, int value);
    bool (*step)(void *unit, double time, double h);
    bool (*set_states)(void *unit, const double x[], size_t n);
    bool (*get_states)(void *unit, double x[], size_t n);
    bool (*rates)(void *unit, double rate[], size_t n);
    bool (*indicators)(void *unit, double indicator[], size_t n);
    bool (*slope)(void *unit, unsigned unknown, unsigned known, double *slope);
    /* Handles an event, and lets time go on. */
    bool (*event)(void *unit, bool *moved);
    bool (*save)(void *unit, void **state);
    bool (*restore)(void *unit, void *state);
    bool (*forget)(void *unit, void **state);
    bool (*reset)(void *unit);
    /* Sets the rate at which an input changes over the next step; NULL: not in this standard. */
    bool (*ramp)(void *unit, unsigned which, double slope);
};

/* Fill the driver with the functions of the shared object. Return the name of one that is missing,
 * or NULL. One object of each standard at a time. */
const char *driver_2(void *object, struct driver *driver);
const char *driver_3(void *object, struct driver *driver);

#endif
