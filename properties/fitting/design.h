/* The motion that would tell most more of a law's parameters (D-optimal design). */
#ifndef BRISTLE_PROPERTIES_FITTING_DESIGN_H
#define BRISTLE_PROPERTIES_FITTING_DESIGN_H

#include "properties/fitting/law_fit.h"

/* What a rig can do: speed in m/s, distance from one end to the other in m, time in s. */
struct design_limits {
    double speed, travel, time;
};

enum { DESIGN_PARTS = 3, DESIGN_TEXT = 256 };

struct design {
    char velocity[DESIGN_TEXT]; /* in the grammar of signals (reference/inputs/signal.h) */
    double gain[FIT_MOST];      /* by how much smaller the deviation of each variable becomes */
    bool is_found;              /* otherwise nothing is known, or no motion tells more */
};

/* Finds three waves, one after the other, each of those within the limits that makes the volume of
 * the known parameters' confidence region smallest, with what the data have told. Forces are taken
 * to be as noisy as those measured, at a thousand samples a second. */
void design_next(const struct law_fit *fit, const struct design_limits *limits,
                 struct design *design);

/* The limits that the measured motions have kept. */
struct design_limits design_limits_of(const struct measured *measured);

#endif
