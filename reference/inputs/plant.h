/* The plant of a sliding surface, as users know it: a mass pushed by a force, pulled through a
 * spring whose end moves, or held to a place by a PID controller.
 *
 *     dx/dt = v,   m dv/dt = u - F                                        (1)
 *     u = f(t) + k (r(t) - x) - c v - K q,   r(t) = r0 + r1 t             (2)
 *     dq/dt = x - r(t)                                                    (3)
 *
 * with F the friction. All plants start at rest in zero state.
 */
#ifndef BRISTLE_REFERENCE_INPUTS_PLANT_H
#define BRISTLE_REFERENCE_INPUTS_PLANT_H

#include "reference/inputs/signal.h"

/* The parameters of (1)-(3). */
struct plant {
    double mass;         /* m, kg */
    struct signal force; /* f(t), N for m/s in the grammar; n = 0: none */
    double stiffness;    /* k: of the spring, or proportional gain, N/m */
    double damping;      /* c: derivative gain, N s/m */
    double integral;     /* K: integral gain, N/(m s) */
    double place;        /* r0: where the spring's end or the set point is at t = 0, m */
    double pull;         /* r1: its velocity, m/s */
};

/* The events of a mass. */
enum plant_event {
    PLANT_RELEASE,  /* leaves v = 0, where it stuck */
    PLANT_CAPTURE,  /* begins to stick */
    PLANT_REVERSAL, /* of a motion that the tolerance can tell from rest */
    PLANT_FASTER,   /* |v| rises through the watched speed */
    PLANT_SLOWER,   /* |v| falls through the watched speed */
    PLANT_SWITCH,   /* the law's equations change */
};

#endif
