/* Many masses on one friction law at once, each with parameters, a plant and steps of its own, in
 * vector instructions: a map of stick-slip over speed and stiffness, a Monte Carlo of a PID loop.
 *
 * The method is `rosenbrock` (integrators/methods/rosenbrock.c) with its choice of steps, in lanes
 * of vector registers; events are located on its polynomial, and made by the functions of a single
 * mass (reference/experiments/plant_ode.h). What a mass does depends on nothing but its own data:
 * not on how many there are, nor on its place among them. Last digits depend on the level of
 * instructions, as the vector exponential does (integrators/kernels/ensemble.h).
 */
#ifndef BRISTLE_REFERENCE_ENSEMBLES_MASS_ENSEMBLE_H
#define BRISTLE_REFERENCE_ENSEMBLES_MASS_ENSEMBLE_H

#include "integrators/integrator.h"
#include "integrators/kernels/ensemble.h"
#include "models/model.h"
#include "reference/inputs/plant.h"

/* The masses. Arrays are the caller's. */
struct mass_ensemble {
    const struct model *model;
    enum ensemble_level level;
    size_t lanes; /* masses */
    /* [lanes * model->n_params], mass by mass; valid (model_valid), and such that the law can move
     * a mass (plant_refuses). */
    const double *p;
    const struct plant *plants; /* [lanes], without force signals */
    double rtol, atol;          /* as in struct settings; 0: the default */
    const double *times;        /* [n_times], rising, the same for all; masses rest at times[0] */
    size_t n_times;
};

/* States of a mass of that ensemble in its output: x, v, the integral of the error where any plant
 * has an integral gain (0 for those that have none), the law's own. */
unsigned mass_ensemble_states(const struct mass_ensemble *e);

/* The names of the laws that there are kernels for, in alphabetical order; NULL behind the last. */
const char *mass_ensemble_law(size_t i);

/* Returns true when there is a kernel for that law of Bristle's and for these masses (an exponent
 * is 2, no plant has a force signal), and this processor can run it. */
bool mass_ensemble_supports(const struct mass_ensemble *e);

/* Runs all masses. out[(i * states + k) * lanes + l] is state k of mass l at times[i]; NAN from
 * where on a mass has failed, for the reason in status[l]. Steps and events of all are summed up in
 * *statistics. Returns STATUS_UNSUPPORTED where mass_ensemble_supports is false, STATUS_NO_MEMORY,
 * or the status of the first mass that has failed. */
enum status mass_ensemble_run(const struct mass_ensemble *e, double out[], enum status status[],
                              struct statistics *statistics) MUST_CHECK;

#endif
