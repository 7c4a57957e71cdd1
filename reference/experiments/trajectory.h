/* The samples and events of one run of an experiment, by whatever computed it. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_TRAJECTORY_H
#define BRISTLE_REFERENCE_EXPERIMENTS_TRAJECTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "reference/inputs/plant.h"

/* An event of a run. */
struct event {
    enum plant_event kind;
    double t; /* s */
};

/* The samples in columns of length n; law is n x n_states, in the model's order. Owns its
 * arrays. */
struct trajectory {
    size_t n, n_states; /* samples; the law's states */
    double *t, *x, *v;  /* s; m and m/s, of the mass or of the driven surface */
    double *F;          /* N; NAN where the force is an interval */
    double *energy;     /* int F v dt, J */
    double *law;
    struct event *events;
    size_t n_events, room;
};

/* Sets n >= 2 equally spaced times from 0 to t_end, and the rest to zero. Release with
 * trajectory_free. */
void trajectory_init(struct trajectory *trajectory, size_t n, size_t n_states, double t_end);
void trajectory_free(struct trajectory *trajectory);

/* Appends an event. */
void trajectory_event(struct trajectory *trajectory, enum plant_event kind, double t);

/* Writes and reads a trajectory, for another copy of this program. trajectory_read fills in one
 * that is set up; it returns false when the text is not complete, or of other samples or states. */
void trajectory_write(const struct trajectory *trajectory, FILE *out);
bool trajectory_read(struct trajectory *trajectory, FILE *in);

/* Returns the name of an event, such as "release". */
const char *event_name(enum plant_event kind);

/* Returns the largest magnitude of a column of n values with that stride, NANs left out. */
double trajectory_largest(const double *column, size_t n, size_t stride);

#endif
