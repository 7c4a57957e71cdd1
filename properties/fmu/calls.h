/* The functions of a unit in a shared object, those of either standard under one name.
 *
 * Functions that return a truth return true when the unit says that all is well; otherwise
 * object->said has its last message, "" where it has told none. Arrays are the caller's. */
#ifndef BRISTLE_PROPERTIES_FMU_CALLS_H
#define BRISTLE_PROPERTIES_FMU_CALLS_H

#include <stdbool.h>
#include <stddef.h>

enum { FMU_SAID = 256 };

/* What an event has come to. */
struct fmu_event {
    bool moved; /* the states have changed */
    bool ends;  /* the unit asks for the end of the simulation */
    bool timed; /* the unit has an event at a time that is known before */
};

struct fmu_object;

struct fmu_calls {
    /* Returns an instance for model exchange or for co-simulation, or NULL. resources: the URI
     * (2.0) or path (3.0) of the unit's own folder, or NULL. */
    void *(*open)(struct fmu_object *o, const char *token, const char *resources, bool steps);
    void (*close)(const struct fmu_object *o, void *unit);
    bool (*reset)(const struct fmu_object *o, void *unit);
    /* Go through the initialization: first what can be set, then its end. */
    bool (*enter)(const struct fmu_object *o, void *unit, double start);
    bool (*leave)(const struct fmu_object *o, void *unit);
    bool (*get)(const struct fmu_object *o, void *unit, unsigned which, double *value);
    bool (*set)(const struct fmu_object *o, void *unit, unsigned which, double value);
    bool (*get_whole)(const struct fmu_object *o, void *unit, unsigned which, int *value);
    bool (*set_whole)(const struct fmu_object *o, void *unit, unsigned which, int value);
    bool (*save)(const struct fmu_object *o, void *unit, void **state);
    bool (*restore)(const struct fmu_object *o, void *unit, void *state);
    bool (*forget)(const struct fmu_object *o, void *unit, void **state);
    bool (*slope)(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                  double *slope);
    /* Model exchange: goes from time going on to an event; handles events until none is left and
     * lets time go on, also after the initialization. */
    bool (*stop)(const struct fmu_object *o, void *unit);
    bool (*settle)(const struct fmu_object *o, void *unit, struct fmu_event *event);
    bool (*set_states)(const struct fmu_object *o, void *unit, const double x[], size_t n);
    bool (*get_states)(const struct fmu_object *o, void *unit, double x[], size_t n);
    bool (*rates)(const struct fmu_object *o, void *unit, double rate[], size_t n);
    bool (*indicators)(const struct fmu_object *o, void *unit, double indicator[], size_t n);
    /* Co-simulation: takes a step of h s from that time. */
    bool (*step)(const struct fmu_object *o, void *unit, double time, double h);
    /* Sets the rate at which an input changes over the next step; NULL: not in this standard. */
    bool (*ramp)(const struct fmu_object *o, void *unit, unsigned which, double slope);
};

/* A shared object and what it offers. It stays where it is in memory while a unit is open. */
struct fmu_object {
    const struct fmu_calls *call;
    void *table;         /* the functions of its standard */
    char said[FMU_SAID]; /* by units, last */
};

/* Finds the functions of an object that dlopen has returned, for that version, 2 or 3, and for
 * model exchange, co-simulation or both. Returns the name of one that is missing, or NULL; the
 * object is to be closed by fmu_object_free in either case. */
const char *fmu_object_of(struct fmu_object *o, void *handle, int version, bool exchanges,
                          bool steps);
void fmu_object_free(struct fmu_object *o);

/* Of either standard, for fmu_object_of. */
const char *fmu_calls_2(struct fmu_object *o, void *handle, bool exchanges, bool steps);
const char *fmu_calls_3(struct fmu_object *o, void *handle, bool exchanges, bool steps);

#endif
