/* Points at which the suites compare a law with its second statement.
 *
 * The tolerance is derived, not chosen: the rigorous law is evaluated with every input
 * widened by a relative NEIGHBOURHOOD of 32 units of rounding. Rounding in the terms of an
 * expression is equivalent to such perturbations of its inputs, and rounding of the result
 * to one of the result, so a correctly coded law lands in the resulting ball however badly
 * conditioned it is; a wrong term does not.
 */
#ifndef BRISTLE_PROPERTIES_SUITE_POINT_H
#define BRISTLE_PROPERTIES_SUITE_POINT_H

#include "models/model.h"
#include "properties/suite/suite_law.h"
#include "reference/arb/law.h"

enum { POINTS = 400, PREC_BITS = 256 };

static const double NEIGHBOURHOOD = 32 * (double)R_EPSILON;

/* One point of the law: exact numbers, and the same as widened balls, for the second statement. */
struct point {
    const struct arb_law *law; /* NULL: none */
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory, *mem; /* mem: NULL for laws without */
    arb_ptr bp, bx, bx1, out;
    arb_t bv, bs, bh;
};

/* A ball around the value: of relative radius NEIGHBOURHOOD, or none. */
void point_widened(arb_t ball, real value);
void point_set_exact(arb_t ball, real value);

/* The model's index of the rigorous law's state i. */
int point_state(const struct arb_law *law, int i);

/* Sets the balls from the numbers by one of the two functions above. */
void point_fill(struct point *pt, void (*set)(arb_t, real));

void point_init(struct point *pt);
void point_clear(struct point *pt);
/* The memory that belongs to the point: where a guard has fired, its transition is made. */
void point_settle(struct point *pt);

/* As law_point_draw does, and the balls of it. */
void point_draw(struct point *pt, uint64_t index);

/* An upper bound on the travel from the origin at the end of the point's hold. */
real point_travel(const struct point *pt);

/* The value lies in the ball, widened by its own rounding and by underflow: `scale` times
 * the smallest normal number; an infinite one, in a ball that leaves the range of numbers there.
 * A failure shows all numbers of the point. */
void point_expect_in(const char *what, const struct point *pt, real value, const arb_t ball,
                     real scale);

/* Runs a check at every point: one that needs the second statement is skipped without, the other
 * asks for the law itself alone. */
void at_points(void (*check)(struct point *));
void at_all_points(void (*check)(struct point *));

#endif
