/* Points at which the suites compare a law with its ball model.
 *
 * The tolerance is derived, not chosen: the rigorous law is evaluated with every input
 * widened by a relative NEIGHBOURHOOD of 32 units of rounding. Rounding in the terms of an
 * expression is equivalent to such perturbations of its inputs, and rounding of the result
 * to one of the result, so a correctly coded law lands in the resulting ball however badly
 * conditioned it is; a wrong term does not.
 */
#ifndef BRISTLE_PROPERTIES_SUITE_WIDENED_SAMPLE_H
#define BRISTLE_PROPERTIES_SUITE_WIDENED_SAMPLE_H

#include "models/model.h"
#include "properties/suite/suite_law.h"
#include "reference/arb/law.h"

enum { POINTS = 400, PREC_BITS = 256 };

static const double NEIGHBOURHOOD = 32 * (double)R_EPSILON;

/* One point of the law: exact numbers, and the same as widened balls, for the ball model. */
struct widened_sample {
    const struct arb_law *law; /* NULL: none */
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory, *mem; /* mem: NULL for laws without */
    arb_ptr bp, bx, bx1, out;
    arb_t bv, bs, bh;
};

/* A ball around the value: of relative radius NEIGHBOURHOOD, or none. */
void widened_ball(arb_t ball, real value);
void exact_ball(arb_t ball, real value);

/* The model's index of the rigorous law's state i. */
int widened_sample_state(const struct arb_law *law, int i);

/* Sets the balls from the numbers by one of the two functions above. */
void widened_sample_fill(struct widened_sample *pt, void (*set)(arb_t, real));

void widened_sample_init(struct widened_sample *pt);
void widened_sample_clear(struct widened_sample *pt);
/* The memory that belongs to the point: where a guard has fired, its transition is made. */
void widened_sample_settle(struct widened_sample *pt);

/* As model_sample_draw does, and the balls of it. */
void widened_sample_draw(struct widened_sample *pt, uint64_t index);

/* An upper bound on the travel from the origin at the end of the point's hold. */
real widened_sample_travel(const struct widened_sample *pt);

/* The value lies in the ball, widened by its own rounding and by underflow: `scale` times
 * the smallest normal number; an infinite one, in a ball that leaves the range of numbers there.
 * A failure shows all numbers of the point. */
void widened_sample_expect_in(const char *what, const struct widened_sample *pt, real value,
                              const arb_t ball, real scale);

/* Runs a check at every point: one that needs the ball model is skipped without, the other
 * asks for the law itself alone. */
void at_samples(void (*check)(struct widened_sample *));
void at_all_samples(void (*check)(struct widened_sample *));

#endif
