/* The chirp: a wave whose frequency is linear in time. Times are local to the segment, s. */
#ifndef BRISTLE_REFERENCE_INPUTS_SIGNAL_CHIRP_H
#define BRISTLE_REFERENCE_INPUTS_SIGNAL_CHIRP_H

#include "reference/inputs/signal.h"

/* v, m/s. */
double signal_chirp_velocity(const struct signal_segment *segment, double tau);

/* dv/dt, m/s^2. */
double signal_chirp_slope(const struct signal_segment *segment, double tau);

/* The smallest zero of v after tau0, or infinity. */
double signal_chirp_next_zero(const struct signal_segment *segment, double tau0);

/* The smallest tau after tau0 at which the slope changes its sign, or infinity. */
double signal_chirp_next_turn(const struct signal_segment *segment, double tau0);

/* The integral of v from 0 to tau, m. */
double signal_chirp_distance(const struct signal_segment *segment, double tau);

#endif
