/* The reference solution of an experiment, against which numerical trajectories are measured, and
 * its uncertainty.
 *
 * Enclosed: rigorous ball arithmetic, for laws driven along holds and, where they are linear in
 * their states or follow the path, any signal (reference/solvers/driven.h); the error left is the
 * radius. Agreed: for everything else, a high-order extrapolation method in 128-bit arithmetic on
 * the ball model of the law (reference/solvers/filippov.h), and the disagreement with an
 * independent computation, CVODE with root finding at the tightest tolerance on the law of
 * models/.
 */
#ifndef BRISTLE_REFERENCE_SOLUTIONS_REFERENCE_SOLUTION_H
#define BRISTLE_REFERENCE_SOLUTIONS_REFERENCE_SOLUTION_H

#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

struct arb_law;

enum { REFERENCE_BITS = 128 };

/* The tolerance of a step of the agreed reference, relative to each state's size. */
extern const double reference_solution_tolerance;

/* Columns of a trajectory in the order of their uncertainties; the law's states follow. */
enum reference_column { REFERENCE_X, REFERENCE_V, REFERENCE_F, REFERENCE_ENERGY, REFERENCE_LAW };

struct uncertainty {
    bool enclosed; /* or agreed */
    /* The uncertainty of each column, relative to its largest magnitude; no less than the rounding
     * to double. */
    double floor[REFERENCE_LAW + MODEL_MAX_STATES];
    double floor_events; /* s: the largest disagreement on a release, capture or watched speed */
};

/* Fills in the reference trajectory of the experiment at the trajectory's times, with its events,
 * and its uncertainty unless that is NULL (which saves the second computation). Returns NULL, or
 * why there is no reference. */
const char *reference_solution_run(const struct model *model, const double p[],
                                   const struct setup *setup, struct trajectory *trajectory,
                                   struct uncertainty *uncertainty);

/* Does the same by a given ball model, or NULL where the law has none. reference_solution_run takes
 * the ball model of the model's name. */
const char *reference_solution_run_by(const struct arb_law *law, const struct model *model,
                                      const double p[], const struct setup *setup,
                                      struct trajectory *trajectory,
                                      struct uncertainty *uncertainty);

/* Returns the largest of the n_states + REFERENCE_LAW uncertainties of columns. */
double largest_uncertainty(const struct uncertainty *uncertainty, size_t n_states);

/* Writes a bound on an error as text, rounded up to so many digits after the first: the text is no
 * less than the bound. */
enum { UNCERTAINTY_TEXT = 32 };
void uncertainty_text(char text[UNCERTAINTY_TEXT], double bound, int digits);

/* Writes to error[REFERENCE_LAW + n_states] the largest differences between two trajectories with
 * the same times, column by column, relative to the largest magnitude in the first; a column in
 * which only one has a NAN differs by infinity. */
void reference_solution_differences(const struct trajectory *uncertainty,
                                    const struct trajectory *other, double error[]);

/* Returns the largest difference in time of releases, captures and watched speeds, s; infinity if
 * the two do not have the same events. */
double reference_solution_event_difference(const struct trajectory *a, const struct trajectory *b);

#endif
