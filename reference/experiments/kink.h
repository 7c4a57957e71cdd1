/* The events of a law: those of its own guards, or the kink of a law that has no other (model.h),
 * whose side is then all that its memory holds.
 */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_KINK_H
#define BRISTLE_REFERENCE_EXPERIMENTS_KINK_H

#include "models/model.h"

/* A kink may also be stated as a guard of a law that has no other. */
static inline bool has_kink(const struct model *model)
{
    return model->kink || (model->n_guards == 0 && model->guard);
}

static inline real kink_at(const struct model *model, const real p[], const struct memory *mem,
                           real v, const real x[])
{
    real g[1];
    if (model->kink)
        return model->kink(p, mem, v, x);
    model->guard(p, mem, v, x, g);
    return g[0];
}

/* Whether a driven problem keeps a memory for the law. */
static inline bool has_memory(const struct model *model) { return model->start || has_kink(model); }

/* How many guards a driver looks at. */
static inline unsigned law_guards(const struct model *model)
{
    return has_kink(model) ? 1 : model->n_guards;
}

/* Their values: a kink is left by its side, and one without a side is to take it at once. */
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

static inline enum status law_transition(const struct model *model, const real p[], unsigned index,
                                         real v, real x[], struct memory *mem)
{
    if (!has_kink(model))
        return model->transition(p, index, v, x, mem);
    mem->ints[0] = (int64_t)r_sign(kink_at(model, p, mem, v, x));
    return STATUS_OK;
}

#endif
