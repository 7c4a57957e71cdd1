/* Tier 1: the exact solution for piecewise-constant velocity, in working precision.
 *
 * A signal is a sequence of holds; each is one evaluation of the model's closed-form
 * flow and work, so the only error is rounding. reference/arb/ does the same with a
 * rigorous radius.
 */
#ifndef BRISTLE_REFERENCE_EXACT_H
#define BRISTLE_REFERENCE_EXACT_H

#include "models/model.h"

/* v m/s held for h seconds. */
struct hold {
    real v, h;
};

/* Advances x over one hold and returns the energy F v dt that went in, in J; 0 at v = 0.
 * The model must have flow and work. */
static inline real exact_hold(const struct model *model, const real p[], struct hold hold, real x[])
{
    const real s = r_sign(hold.v);
    const real impulse = hold.v == 0 ? 0 : model->work(p, NULL, hold.v, s, hold.h, x);
    model->flow(p, NULL, hold.v, s, hold.h, x);
    return hold.v * impulse;
}

#endif
