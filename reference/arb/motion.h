/* Trajectories to many digits: a law driven by a velocity signal, or with a mass.
 *
 * A law with a mass is a Filippov system where its force jumps at v = 0: the surface sticks
 * while the applied force lies between the forces at s = -1 and s = +1, with the selection s
 * at which they balance, and leaves when it no longer does. Everything else that is not
 * smooth, a reversal or a law's own switch, is an instant too at which the integration stops
 * and begins anew. Instants are located to the precision of the arithmetic.
 *
 * This is not an enclosure: the error is that of the integrator at its tolerance, estimated
 * step by step. It shares no code with models/, integrators/ and their event driver, and so
 * the two can be held against each other.
 */
#ifndef BRISTLE_REFERENCE_ARB_MOTION_H
#define BRISTLE_REFERENCE_ARB_MOTION_H

#include "reference/arb/law.h"
#include "reference/plant.h"
#include "reference/signal.h"

enum motion_event {
    MOTION_RELEASE, /* leaves v = 0 */
    MOTION_CAPTURE, /* begins to stick */
    MOTION_REVERSAL,
    MOTION_FASTER, /* |v| rises through the watched speed */
    MOTION_SLOWER, /* and falls through it */
    MOTION_SWITCH, /* of the law */
};

/* The problem. Exactly one of signal and plant is set. */
struct motion {
    const struct arb_law *law;
    arb_srcptr p; /* the law's parameters in its order */
    const struct signal *signal;
    const struct plant *plant;
    double watch; /* a speed whose crossings are reported, m/s; 0: none (plants only) */
    slong prec;   /* bits */
    double tolerance;
    unsigned long max_steps;
};

/* What an observer sees: balls without radii. F is not finite where the force is an interval. */
struct motion_sample {
    arb_srcptr x, v, energy, states;
    arb_srcptr F;
};

typedef void motion_observer(void *ctx, size_t i, const struct motion_sample *sample);
typedef void motion_event_observer(void *ctx, enum motion_event event, const arb_t t);

enum motion_status { MOTION_OK, MOTION_UNSUPPORTED, MOTION_TOO_MANY_STEPS, MOTION_STALLED };

/* From zero state through n rising times (the first is 0). on_event may be NULL. *steps
 * receives the number of steps. */
enum motion_status motion_run(const struct motion *motion, const double times[], size_t n,
                              motion_observer *observe, motion_event_observer *on_event, void *ctx,
                              unsigned long *steps);

#endif
