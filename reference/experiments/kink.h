/* The events of a law: its own guards; or, in a law without guards, its kink (model.h), whose side
 * is then all that the law's memory holds. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_KINK_H
#define BRISTLE_REFERENCE_EXPERIMENTS_KINK_H

#include "models/model.h"

/* Returns true when the law states a kink: as kink, or as a guard with n_guards 0. */
static inline bool has_kink(const struct model *model)
{
    return model->kink || (model->n_guards == 0 && model->guard);
}

/* The value of the law's kink function. */
static inline real kink_at(const struct model *model, const real p[], const struct memory *mem,
                           real v, const real x[])
{
    real g[1];
    if (model->kink)
        return model->kink(p, mem, v, x);
    model->guard(p, mem, v, x, g);
    return g[0];
}

/* Returns true when a driven problem keeps a memory for the law. */
static inline bool has_memory(const struct model *model) { return model->start || has_kink(model); }

/* Returns the number of guards of the law, its kink included. */
static inline unsigned law_guards(const struct model *model)
{
    return has_kink(model) ? 1 : model->n_guards;
}

/* Writes the guards of the law to g[]. The guard of a kink falls below zero where the law leaves
 * its side; without a side it is negative at once, so that the law takes one. */
static inline void law_guard(const struct model *model, const real p[], const struct memory *mem,
                             real v, const real x[], real g[])
{
    if (model->n_guards > 0)
        model->guard(p, mem, v, x, g);
    if (!has_kink(model))
        return;
    const real kink = kink_at(model, p, mem, v, x);
    g[0] = mem->ints[0] != 0 ? (real)mem->ints[0] * kink : kink != 0 ? -1 : 1;
}

/* Makes the transition of guard `index`; at a kink the law takes the side on which it is. */
static inline enum status law_transition(const struct model *model, const real p[], unsigned index,
                                         real v, real x[], struct memory *mem)
{
    if (!has_kink(model))
        return model->transition(p, index, v, x, mem);
    mem->ints[0] = (int64_t)r_sign(kink_at(model, p, mem, v, x));
    return STATUS_OK;
}

#endif
