/* What fixed-step methods share: equal steps, none longer than asked for, that land on the
 * target. */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_FIXED_STEP_H
#define BRISTLE_INTEGRATORS_NUMERICS_FIXED_STEP_H

#include "integrators/integrator.h"

/* One step of size h from in->t; updates in->x, not in->t. */
typedef enum status fixed_step(struct integration *in, real h);

/* Advances to target by equal steps. A step may exceed settings->step by a thousandth, so that
 * rounding in the times never adds one. Inlined into each method, with its step. Returns
 * STATUS_STEP_TOO_SMALL where time cannot resolve the steps, STATUS_TOO_MANY_STEPS beyond
 * max_steps, or the step's failure. */
static inline enum status fixed_step_advance(struct integration *in, real target, fixed_step *step)
{
    const real slack = C(0.001), t0 = in->t, distance = target - t0;
    const real ratio = distance / in->settings->step;
    const uint64_t limit = in->settings->max_steps;
    if (!(distance > 0))
        return STATUS_OK;
    if (!(ratio < C(1e15)))
        return STATUS_STEP_TOO_SMALL;
    const real count = r_max(1, r_ceil(ratio - slack));
    const uint64_t n = (uint64_t)count;
    const real h = distance / count;
    if (t0 + h == t0 || target - h == target)
        return STATUS_STEP_TOO_SMALL;
    for (uint64_t i = 0; i < n; i++) {
        if (in->statistics->steps >= limit)
            return STATUS_TOO_MANY_STEPS;
        const enum status status = step(in, h);
        if (status != STATUS_OK)
            return status;
        in->statistics->steps++;
        in->t = t0 + (real)(i + 1) * h;
    }
    in->t = target;
    return STATUS_OK;
}

#endif
