/* The trajectory of a unit for co-simulation along a known velocity. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_UNIT_STEPS_H
#define BRISTLE_BENCHMARKS_SIMULATION_UNIT_STEPS_H

#include "benchmarks/simulation/simulate_run.h"

/* Lets the unit step from sample to sample, in equal steps of at most --step. The velocity of a
 * step is that at its end, at which the unit gives the force; the energy is the sum of F v h. */
void unit_steps_run(const struct simulation *simulation, struct trajectory *trajectory,
                    struct outcome *outcome);

#endif
