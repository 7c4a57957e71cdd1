/* Inside smooth.h: a short part of a motion, enclosed by its range alone: x + [0, h] (b - k x) lies
 * within the box that x is in.
 */
#ifndef BRISTLE_REFERENCE_SMOOTH_RANGE_H
#define BRISTLE_REFERENCE_SMOOTH_RANGE_H

#include "reference/smooth/step.h"

struct smooth_range {
    arb_ptr box, rate; /* all states in it, and their rates */
    arb_t h, v;        /* its length; all velocities in it */
};

void smooth_range_init(struct smooth_range *r);
void smooth_range_clear(struct smooth_range *r);

/* From states x at `from` to `to`, both exact, at that sign of v; 0: not known. Uses the step's
 * values and sign. Returns false where no box is found. */
bool smooth_range_set(struct smooth_range *r, struct smooth_step *s, const struct arb_piece *piece,
                      arb_srcptr x, const arb_t from, const arb_t to, int sign);

/* Adds h v F, by part, over the box. */
void smooth_range_add_energy(const struct smooth_range *r, const struct smooth_step *s,
                             arb_ptr energy);

#endif
