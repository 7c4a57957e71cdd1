/* Inside general.h: a tube about an approximation that the motion does not leave. */
#ifndef BRISTLE_REFERENCE_TAYLOR_TUBE_H
#define BRISTLE_REFERENCE_TAYLOR_TUBE_H

#include "reference/taylor/general.h"

/* Parts of a step, in each of which slopes have bounds of their own. */
enum { LOG_PARTS = 3, PARTS = 1 << LOG_PARTS };

/* The work of an enclosure: bounds by function, the rates first, per unit of s. */
struct bounds {
    mag_ptr ellipse;   /* in the ellipse: of rates and of powers v F */
    mag_ptr defect;    /* by state */
    mag_ptr avoidable; /* the part of it that is not due to radii of parameters and velocities */
    mag_ptr spread;    /* what loose kinks make of rates and of powers, per unit of time */
    arb_t half;
    /* In the frame's coordinates: the defect; the errors at the beginning, at most, and at the end;
     * what they add up to; of half the rates' slopes the sizes of those by others, [(k n + i) n +
     * j], and the upper ends of those by themselves, [k n + i], in part k of the step. */
    mag_ptr bend, start, radius, end, spent, coupling;
    mag_ptr part_spent; /* what an error adds up to in a part, [k n + i] */
    arb_ptr growth;
};

/* Finds a tube that the motion does not leave, from the defect, what loose kinks add to it, and the
 * error at the beginning: its radii, the errors at the end, and what the errors add up to, into g.
 * Returns false where none is found, or a shorter step would avoid much of the defect. */
bool tube_find(struct bounds *b, struct general_step *g, const struct arb_segment *segment);

#endif
