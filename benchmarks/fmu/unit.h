/* A friction law as a Functional Mock-up Unit, in what the standards 2.0 and 3.0 share: variables,
 * phases, events, steps. fmi2.c and fmi3.c put the functions of a standard around it. A mass with
 * friction is such a law, too, whose input is a force (mass.h).
 *
 * Variables by value reference: the time (s); the velocity v (m/s), the input; the force F (N), the
 * output; the states; their rates; the parameters; the longest step of co-simulation (s); the event
 * indicators. */
#ifndef BRISTLE_BENCHMARKS_FMU_UNIT_H
#define BRISTLE_BENCHMARKS_FMU_UNIT_H

#include <stddef.h>

#include "benchmarks/fmu/law.h"

enum {
    /* A law that jumps at v = 0 watches both v and -v, so that leaving rest is an event, too. */
    UNIT_INDICATORS = LAW_GUARDS + 2 * LAW_JUMPS,
    UNIT_TIME = 0,
    UNIT_VELOCITY,
    UNIT_FORCE,
    UNIT_STATES,
    UNIT_RATES = UNIT_STATES + LAW_STATES,
    UNIT_PARAMETERS = UNIT_RATES + LAW_STATES,
    UNIT_MAX_STEP = UNIT_PARAMETERS + LAW_PARAMETERS,
    UNIT_WATCHED,
    UNIT_VARIABLES = UNIT_WATCHED + UNIT_INDICATORS,
};

/* Where a unit is between instantiation and its end: bits, for sets of phases (2.0.4: 3.2.3 and
 * 4.2.4; 3.0.1: 2.3, 3.2 and 4.2). */
enum unit_phase {
    UNIT_INSTANTIATED = 1,
    UNIT_INITIALIZING = 2,
    UNIT_EVENT = 4,      /* model exchange: an event is handled */
    UNIT_CONTINUOUS = 8, /* model exchange: time goes on */
    UNIT_STEPPING = 16,  /* co-simulation: steps are taken */
    UNIT_TERMINATED = 32,
    UNIT_FAILED = 64,
    UNIT_READABLE = 2 | 4 | 8 | 16 | 32 | 64,
    UNIT_ANY = 127,
};

/* What goes into a saved state: everything but names and callbacks. */
struct unit {
    struct law_instant now;
    enum unit_phase phase;
    bool steps;       /* co-simulation */
    bool is_prepared; /* parameters are valid, and memory and states fit them */
    bool has_stepped; /* now.force is that of the last step */
    double time, max_step;
    double slope; /* m/s2: the velocity's over the next step */
    double side;  /* of v = 0, on which a law that jumps there is */
};

/* Puts the unit into the phase after instantiation, with default values. */
void unit_reset(struct unit *unit, bool steps);

/* Ends initialization. These functions return NULL, or why they cannot do it. */
const char *unit_begin(struct unit *unit);

/* Reads or sets one variable: at first all that has a start value, then the input, and states in
 * model exchange while time goes on. is_whole: the caller speaks of whole numbers. */
const char *unit_get(struct unit *unit, size_t variable, bool is_whole, double *value);
const char *unit_set(struct unit *unit, size_t variable, bool is_whole, double value);

/* Sets the states. */
const char *unit_set_states(struct unit *unit, const double x[]);

/* Computes the rates of the states. */
const char *unit_rates(struct unit *unit, double rate[]);

/* Computes the event indicators. */
const char *unit_indicators(struct unit *unit, double indicator[]);

/* Handles an event; *moved: the states have changed. */
const char *unit_settle(struct unit *unit, bool *moved);

/* Returns true when a step of h seconds from that time begins where the last one has ended. */
bool unit_is_time(const struct unit *unit, double time, double h);

/* Takes a step of h seconds. */
const char *unit_step(struct unit *unit, double h);

/* Computes the derivative of F or of a state's rate by the velocity or by a state. */
const char *unit_slope(struct unit *unit, size_t unknown, size_t known, double *slope);

/* Typical magnitudes of the states. */
extern const double unit_nominals[];

#endif
