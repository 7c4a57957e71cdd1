/* The velocity that a control loop samples, and the force that a law has there by its reference. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_MOTION_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_MOTION_H

#include "benchmarks/microcontrollers/quality.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"

/* Samples of the velocity at this rate in Hz, from 0 to the last one that the signal reaches; the
 * motion has no reference yet. Returns NULL, or why it cannot be; release with motion_free. */
const char *motion_sample(const struct setup *setup, double rate, struct embedded_motion *motion);
void motion_free(struct embedded_motion *motion);

/* The law's force at the samples, in force[n + 1], right limits, NAN where it is an interval.
 * Returns false where there is no reference. */
bool motion_reference(const struct setup *setup, const struct embedded_motion *motion,
                      const struct model *law, const double p[], double force[]);

#endif
