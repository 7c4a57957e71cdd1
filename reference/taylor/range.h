/* A short part of a motion, enclosed by its range alone: x + [0, h] f(box) lies within the box that
 * x is in.
 */
#ifndef BRISTLE_REFERENCE_TAYLOR_RANGE_H
#define BRISTLE_REFERENCE_TAYLOR_RANGE_H

#include "reference/taylor/general.h"
#include "reference/taylor/step.h"

/* A short part of a motion, in balls of its own. */
struct taylor_range {
    arb_ptr box, rate; /* all states in it, and their rates */
    arb_t h, v;        /* its length; all velocities in it */
};

void taylor_range_init(struct taylor_range *r);
void taylor_range_clear(struct taylor_range *r);

/* Encloses the motion from states x at `from` to `to`, both exact, at that sign of v; 0: not known.
 * Uses the step's values and sign. Returns false where no box is found. */
bool taylor_range_set(struct taylor_range *r, struct taylor_step *s,
                      const struct arb_segment *segment, arb_srcptr x, const arb_t from,
                      const arb_t to, int sign);
bool general_range_set(struct taylor_range *r, struct general_step *g,
                       const struct arb_segment *segment, arb_srcptr x, const arb_t from,
                       const arb_t to, int sign);

/* Inside: the same from states x at velocities v, of that sign or all zero, for all of a time h. */
bool general_range_find(struct taylor_range *r, struct general_step *g, arb_srcptr x, const arb_t v,
                        int sign, const arb_t h);

/* Adds h v F to energy, by part, over the box that was set last. */
void taylor_range_add_energy(const struct taylor_range *r, const struct taylor_step *s,
                             arb_ptr energy);
void general_range_add_energy(const struct taylor_range *r, const struct general_step *g,
                              arb_ptr energy);

#endif
