/* The samples and events of one run of an experiment, by whatever computed it. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_TRAJECTORY_H
#define BRISTLE_REFERENCE_EXPERIMENTS_TRAJECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reference/inputs/plant.h"

struct event {
    enum plant_event kind;
    double t; /* s */
};

/* Column by column, of length n; law is n x n_states, in the model's order. Owns its arrays. */
struct trajectory {
    size_t n, n_states;
    double *t, *x, *v; /* of the mass, or of the driven surface */
    double *F;         /* NAN where the force is an interval */
    double *energy;    /* int F v dt, J */
    double *law;
    struct event *events;
    size_t n_events, room;
};

/* n >= 2 equally spaced times from 0 to t_end, the rest zero. Returns false when out of memory.
 * Release with trajectory_free. */
bool trajectory_init(struct trajectory *trajectory, size_t n, size_t n_states, double t_end);
void trajectory_free(struct trajectory *trajectory);

/* One event more; false when out of memory. */
bool trajectory_event(struct trajectory *trajectory, enum plant_event kind, double t);

/* To and from another copy of this program. Reading makes a new one, to be released; false when it
 * is not there, or memory ran out. */
void trajectory_write(const struct trajectory *trajectory, FILE *out);
bool trajectory_read(struct trajectory *trajectory, FILE *in);

/* "release", ... */
const char *event_name(enum plant_event kind);

/* Largest magnitude of a column with that stride, NANs left out. */
double trajectory_largest(const double *column, size_t n, size_t stride);

#endif
