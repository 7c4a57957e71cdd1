/* What happens at the ends of a step of a kernel, and of an exported header. */
#ifndef BRISTLE_INTEGRATORS_KERNELS_KERNEL_SETTLE_H
#define BRISTLE_INTEGRATORS_KERNELS_KERNEL_SETTLE_H

#include "integrators/ode.h"
#include "models/model.h"

/* Most transitions at one instant; more of them count as endless. */
#define KERNEL_TRANSITIONS ((uint_least32_t)1 << 20)

/* Makes the transitions of all guards below zero, lowest index first. */
static inline enum status kernel_settle(const struct ode *ode, real t, real y[])
{
    for (uint_least32_t made = 0; made < KERNEL_TRANSITIONS; made++) {
        real g[MODEL_MAX_GUARDS];
        unsigned i = 0;
        ode_guard(ode, t, y, g);
        while (i < ode->n_guards && !(g[i] < 0))
            i++;
        if (i == ode->n_guards)
            return STATUS_OK;
        const enum status status = ode_transition(ode, i, t, y);
        if (status != STATUS_OK)
            return status;
    }
    return STATUS_CHATTER;
}

#endif
