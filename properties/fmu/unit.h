/* A unit for model exchange as equations: rates and force at any parameters, memory, velocity and
 * states. Functions may be called from several threads, which then wait for each other. */
#ifndef BRISTLE_PROPERTIES_FMU_UNIT_H
#define BRISTLE_PROPERTIES_FMU_UNIT_H

#include <pthread.h>

#include "models/model.h"
#include "properties/fmu/calls.h"
#include "properties/fmu/description.h"
#include "properties/fmu/mapping.h"
#include "properties/fmu/records.h"

/* What trying a unit has told. */
struct unit_nature {
    bool remembers;        /* it has events that are not zeros of v */
    bool follows;          /* and others that are, so that the sign of v is part of its state */
    bool has_sides;        /* force or rates at v = 0 may depend on the side */
    bool sticks;           /* the force jumps at v = 0 where the unit begins */
    bool begins_elsewhere; /* not with all states 0 */
};

/* Stays where it is in memory. */
struct unit {
    struct fmu_object object;
    char *token, *resources;
    unsigned velocity, force, parameters[MODEL_MAX_PARAMS], states[MODEL_MAX_STATES],
        rates[MODEL_MAX_STATES];      /* value references */
    double nominal[MODEL_MAX_STATES]; /* NAN: not stated */
    uint64_t whole;
    unsigned n_parameters, n_states, n_indicators;
    struct unit_nature nature;
    /* Its one instance, opened when it is first needed. */
    pthread_mutex_t lock;
    void *instance;
    bool is_ready; /* initialized with p, and time goes on */
    bool is_timed; /* it has had an event at a time known before */
    double p[MODEL_MAX_PARAMS];
    signed char side[UNIT_INDICATORS]; /* of the event indicators at the last event */
    int64_t current;                   /* the record that it is in; 0: none */
    struct records records;
};

/* A law's place; mem: NULL for units that do not remember. */
struct unit_place {
    const double *p;
    const struct memory *mem;
    double v, s;
    const double *x;
};

/* Prepares a unit without an instance; nature is not known yet. */
void unit_of(struct unit *unit, const struct fmu_object *object, const struct fmu_description *d,
             const struct fmu_mapping *m, const char *folder);

/* Sets the parameters unit->p of its instance, while that can be. */
bool unit_set_parameters(struct unit *unit);

/* Returns true when the unit can be initialized with these parameters. */
bool unit_accepts(struct unit *unit, const double p[]);

/* Writes the states at the beginning. */
void unit_initial(struct unit *unit, const double p[], double x[]);

/* Writes the rates of the states, then the force; NAN where the unit refuses. Where the force jumps
 * at v = 0, s says between which sides. */
void unit_respond(struct unit *unit, const struct unit_place *at, double value[]);

/* Writes the derivatives of these by the states and, last, by v, row by row; NAN as above. */
void unit_slopes(struct unit *unit, const struct unit_place *at, double value[]);

/* Returns the summed magnitudes of what the force is made of, N, at a speed: its value at the
 * beginning, and how far each state by itself moves it that goes as far as its nominal value, or
 * where none is stated the travel, m. */
double unit_scale(struct unit *unit, const double p[], double v, double travel);

/* Of units that remember: the memory at the beginning; the guards, one for each event indicator,
 * which fall below 0 when it changes its sign; the events that are due, all at once. */
void unit_start(struct unit *unit, const double p[], struct memory *mem);
void unit_guards(struct unit *unit, const struct unit_place *at, double guard[]);
bool unit_transition(struct unit *unit, const struct unit_place *at, double x[],
                     struct memory *mem);

/* Finds the unit's nature at its start values, and the states there, x[]. Returns false, with a
 * problem, for a unit that cannot be used. Runs code of the unit. */
bool unit_try(struct unit *unit, const struct fmu_description *d, const double p[],
              double speed_max, double x[], char problem[FMU_PROBLEM]);

#endif
