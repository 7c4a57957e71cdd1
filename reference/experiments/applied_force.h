/* The force that a plant applies to its mass, from a trajectory. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_APPLIED_FORCE_H
#define BRISTLE_REFERENCE_EXPERIMENTS_APPLIED_FORCE_H

#include "reference/experiments/trajectory.h"
#include "reference/inputs/plant.h"

/* Computes u(t) of (2) in plant.h, N, at the trajectory's samples; its integral q follows from
 * positions and velocities there, and errs by the fourth power of their distance in time where the
 * motion is smooth. */
void applied_force_along(const struct plant *plant, const struct trajectory *trajectory,
                         double force[]);

#endif
