/* Inside mass_ensemble.h: masses on their way, and the tiles that they go through. */
#ifndef BRISTLE_REFERENCE_ENSEMBLES_MASS_CROWD_H
#define BRISTLE_REFERENCE_ENSEMBLES_MASS_CROWD_H

#include "integrators/events.h"
#include "reference/ensembles/mass_ensemble.h"
#include "reference/ensembles/mass_tile.h"
#include "reference/experiments/plant_ode.h"

enum { ON_THEIR_WAY = 128 };

/* A mass on its way. What every step looks at comes first. */
struct mass {
    size_t number;                                            /* its place in the ensemble */
    size_t next;                                              /* its next output */
    enum { MASS_GOES_ON, MASS_RESTARTS, MASS_IS_OVER } state; /* restarts: behind an event */
    unsigned place;                                           /* in the tile */
    struct mass_tile *tile;
    struct mass *behind; /* the next one in a list */
    struct moving moving;
    struct ode ode;
    struct integration in; /* x, t and the ode, for functions of a single mass */
    double x[MASS_MAX_STATES];
    struct event_locator events;
};

/* A tile, the masses in its lanes, NULL: none, and those that wait for one. */
struct train {
    struct mass_tile tile;
    struct mass *at[MASS_TILE], *waiting;
    unsigned n, seated; /* masses, in lanes and waiting; in lanes */
};

struct crowd {
    struct train train[2]; /* of masses that move, and that are stuck */
    struct mass mass[ON_THEIR_WAY], *unused;
    const struct mass_ensemble *e;
    const struct mass_kernel *kernel;
    struct settings settings;
    struct statistics *statistics;
    double *out;
    enum status *status;
    size_t first;    /* mass that has not begun */
    unsigned states; /* of the output */
    bool integral;   /* of the masses on their way now */
};

/* Writes the states of a mass at t, s, within its last step, by the step's polynomial. in->work:
 * the mass. */
enum status mass_interpolate(struct integration *in, real t, real x[]);

/* Writes the states x[n * stride] of a mass as its next output. */
void mass_write(const struct crowd *c, struct mass *mass, const double x[], size_t stride);

/* Writes the outputs before t, from the last step. */
void mass_write_before(const struct crowd *c, struct mass *mass, double t);

/* Writes the outputs at t, where the states are x[n * stride]. */
void mass_write_at(const struct crowd *c, struct mass *mass, double t, const double x[],
                   size_t stride);

#endif
