/* A friction law with a mass, as a problem for integrators.
 *
 * States: x (m), v (m/s), where the plant has an integral gain q (m s), then the law's own,
 * then on request the energy that went into friction, int F v dt (J).
 *
 * Where the law's force jumps at v = 0 this is a Filippov system: the mass sticks while the
 * applied force lies between the law's forces at s = -1 and s = +1, with the selection s at
 * which they balance, and leaves when it no longer does. Laws whose force is continuous
 * cross v = 0; their rates have a kink there. Both are events. On either side of one, the
 * equations of that side go on a little beyond v = 0, reflected, so that a step may overshoot.
 *
 * A law that sticks over a band of velocities does so at its edges: a mass that gets there comes
 * to rest at once, if its friction can hold it, and is otherwise pushed across the band by what
 * the applied force has left over the end of the interval that is nearer to it.
 */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_PLANT_ODE_H
#define BRISTLE_REFERENCE_EXPERIMENTS_PLANT_ODE_H

#include "integrators/ode.h"
#include "models/model.h"
#include "reference/inputs/plant.h"

/* The problem's context; all of it belongs to the caller. */
struct moving {
    const struct model *model;
    const real *p;
    const struct plant *plant;
    bool with_energy;
    unsigned n_plant; /* 2 or 3: states before the law's */
    real per_mass;    /* 1/kg */
    bool remembers;   /* the law has memory, its own or the side of its kink */
    unsigned n_law_guards;
    enum { MOVING_NAIVE, MOVING_FORWARD, MOVING_BACKWARD, MOVING_STUCK } mode;
    real band;   /* half-width of the band in which the law sticks, m/s; 0: at v = 0 only */
    bool inside; /* v is in it */
    bool fast;   /* |v| is above the watched speed */
    const struct signal_segment *force;
    struct memory memory, saved; /* in use when the law has one (kink.h) */
    real scale[ODE_MAX_STATES], guard_scale[ODE_MAX_GUARDS];
    /* Set by the caller, or left: a speed whose crossings are events too, m/s (0: none), and
     * who is told of events. */
    real watched_speed;
    void (*on_event)(void *ctx, enum plant_event event, real t);
    void *event_ctx;
};

/* Sets up the context and returns the ode over it. The context borrows model, p and plant. */
struct ode PREC(plant_ode)(struct moving *moving, const struct model *model, const real p[],
                           const struct plant *plant, bool with_energy);

/* Returns F at time t, N, with the present mode and memory: to be called while the run is there. */
real PREC(plant_force)(const struct moving *moving, real t, const real x[]);

/* Returns why the law cannot move a mass, or NULL if it can. */
const char *PREC(plant_refuses)(const struct model *model, const real p[]);

#endif
