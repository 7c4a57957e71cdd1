/* Samples at which the suites compare a law with its ball model.
 *
 * The tolerance is derived, not chosen: the ball model is evaluated with every input widened by a
 * relative NEIGHBOURHOOD of 32 units of rounding. Rounding in the terms of an expression is
 * equivalent to such perturbations of its inputs, and rounding of the result to one of the result,
 * so a correctly coded law lands in the resulting ball however badly conditioned it is; a wrong
 * term does not. */
#ifndef BRISTLE_PROPERTIES_SUITE_WIDENED_SAMPLE_H
#define BRISTLE_PROPERTIES_SUITE_WIDENED_SAMPLE_H

#include "models/model.h"
#include "properties/suite/suite_law.h"
#include "reference/arb/law.h"

enum { POINTS = 400, PREC_BITS = 256 };

static const double NEIGHBOURHOOD = 32 * (double)R_EPSILON;

/* One sample of the law: exact numbers, and balls of them for the ball model. */
struct widened_sample {
    const struct arb_law *law; /* NULL: the law has no ball model */
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory, *mem; /* mem: NULL for laws without memory */
    arb_ptr bp, bx, bx1, out;
    arb_t bv, bs, bh;
};

/* Set a ball around the value: of relative radius NEIGHBOURHOOD, or of radius 0. */
void widened_ball(arb_t ball, real value);
void exact_ball(arb_t ball, real value);

/* Returns the model's index of state i of the ball model. */
int widened_sample_state(const struct arb_law *law, int i);

/* Sets the balls from the numbers by one of the two functions above. */
void widened_sample_fill(struct widened_sample *pt, void (*set)(arb_t, real));

void widened_sample_init(struct widened_sample *pt);
void widened_sample_clear(struct widened_sample *pt);
/* Makes the memory fit the sample: where a guard has fired, its transition is made. */
void widened_sample_settle(struct widened_sample *pt);

/* Draws sample number `index` as model_sample_draw does, with widened balls. */
void widened_sample_draw(struct widened_sample *pt, uint64_t index);

/* Returns an upper bound on the travel from the origin at the end of the hold, m. */
real widened_sample_travel(const struct widened_sample *pt);

/* Expects the value in the ball, widened by the value's own rounding and by underflow: `scale`
 * times the smallest normal number. An infinite value is accepted if the ball exceeds the range of
 * numbers. A failure prints all numbers of the sample. */
void widened_sample_expect_in(const char *what, const struct widened_sample *pt, real value,
                              const arb_t ball, real scale);

/* Run a check at every sample. at_samples is for checks that need the ball model, and skips a law
 * without one; at_all_samples is for checks of the law alone. */
void at_samples(void (*check)(struct widened_sample *));
void at_all_samples(void (*check)(struct widened_sample *));

#endif
