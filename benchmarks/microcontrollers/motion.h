/* The velocity that a control loop samples, and the reference force of a law along it. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_MOTION_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_MOTION_H

#include "benchmarks/microcontrollers/quality.h"
#include "models/model.h"
#include "reference/arb/law.h"
#include "reference/experiments/scenario.h"

/* Samples the velocity at this rate in Hz, from 0 to the last sample within the signal; the motion
 * has no reference yet. Returns NULL, or why it failed (static text). motion_free releases the
 * motion. */
const char *motion_sample(const struct setup *setup, double rate, struct embedded_motion *motion);
void motion_free(struct embedded_motion *motion);

/* Computes the law's force by its ball model (NULL: it has none) at the samples, in force[n + 1],
 * N: right limits, NAN where the force is an interval. Returns false when there is no reference. */
bool motion_reference(const struct setup *setup, const struct embedded_motion *motion,
                      const struct model *law, const struct arb_law *rigorous, const double p[],
                      double force[]);

#endif
