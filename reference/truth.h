/* The truth a numerical trajectory is measured against: rigorous enclosures, rounded. */
#ifndef BRISTLE_REFERENCE_TRUTH_H
#define BRISTLE_REFERENCE_TRUTH_H

#include <stdbool.h>
#include <stddef.h>

#include "models/model.h"
#include "reference/signal.h"

/* Arrays of the caller. */
struct truth {
    double *x;      /* n x n_states, in the model's order */
    double *F;      /* n; NAN where the force is an interval */
    double *energy; /* n, int F v dt in J, or NULL: not wanted; NAN where it is not enclosed */
    double floor;   /* the largest error left, relative to each column's maximum: the radii of the
                       enclosures and the rounding to double */
};

/* Double precision only. Fills in the truth of the model, from zero state along the signal,
 * at n rising times from 0. Returns false where there is no rigorous reference: no second
 * statement of the law, or no closed form along the signal. */
bool truth_driven(const struct model *model, const double p[], const struct signal *signal,
                  const double times[], size_t n, struct truth *truth);

#endif
