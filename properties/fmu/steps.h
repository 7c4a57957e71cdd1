/* A unit for co-simulation, which takes steps along a known velocity. */
#ifndef BRISTLE_PROPERTIES_FMU_STEPS_H
#define BRISTLE_PROPERTIES_FMU_STEPS_H

#include <stdbool.h>

struct unit;

/* Initializes the unit with parameters at a velocity, m/s, and the time 0; *force, N, and the
 * states x[] are those at the beginning. Returns false where the unit refuses. Runs code of the
 * unit. */
bool steps_begin(struct unit *unit, const double p[], double v, double *force, double x[]);

/* Takes a step of h s from the time t, along which the velocity is held. *force and x[] are those
 * at its end. Returns false where the unit refuses. */
bool steps_take(struct unit *unit, double t, double h, double v, double *force, double x[]);

#endif
