/* Inside maxwell_slip.c: an element that sticks, or slips, at a held velocity. */
#ifndef BRISTLE_REFERENCE_ARB_MAXWELL_SLIP_ELEMENT_H
#define BRISTLE_REFERENCE_ARB_MAXWELL_SLIP_ELEMENT_H

#include <arb.h>

/* An element's slip, as far as it is known, and the numbers that belong to it. */
struct element {
    enum { STICKS, SLIPS, UNSURE } mode;
    arb_t along, limit, relaxation; /* s z, alpha_i G/k_i, C/G; m, m, 1/s */
};

/* s dz/dt in a slip. */
void element_slip_rate(arb_t d, const struct element *e, slong prec);

/* z after a hold of velocity v, of sign s, for h; memory: the direction of its slip, 0 while it
 * sticks, indeterminate where that is not known. */
void element_flow(arb_t z, arb_t memory, const struct element *e, const arb_t v, const arb_t s,
                  const arb_t h, slong prec);

/* int z dt over such a hold in a slip; moved: how far z has moved. */
void element_slip_integral(arb_t sum, const struct element *e, const arb_t s, const arb_t h,
                           const arb_t moved, slong prec);

/* The same for an element that sticks at first; z1: z at the end. */
void element_stick_integral(arb_t sum, const struct element *e, const arb_t v, const arb_t s,
                            const arb_t h, const arb_t moved, const arb_t z1, slong prec);

#endif
