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

/* A law on its way along a signal. */
struct walk {
    const struct model *model;
    const real *p;
    real x[MODEL_MAX_STATES];
    struct memory *mem; /* NULL for laws without */
    struct memory memory;
};

/* At rest in zero state, random bonds drawn with seed 0. The walk must not be moved. */
static inline void walk_start(struct walk *w, const struct model *model, const real p[])
{
    w->model = model;
    w->p = p;
    w->mem = NULL;
    for (unsigned i = 0; i < model->n_states; i++)
        w->x[i] = 0;
    if (model->start) {
        w->mem = &w->memory;
        model->start(p, 0, w->mem);
    }
}

/* One hold further. */
static inline void walk_flow(struct walk *w, struct hold hold)
{
    w->model->flow(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x);
}

/* The same; returns the energy F v dt that went in, in J; 0 at v = 0. Needs work. */
static inline real walk_hold(struct walk *w, struct hold hold)
{
    real impulse = 0;
    if (hold.v != 0)
        impulse = w->model->work(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x);
    walk_flow(w, hold);
    return hold.v * impulse;
}

/* The force at velocity v in the present state. */
static inline real walk_force(const struct walk *w, real v)
{
    return w->model->force(w->p, w->mem, v, r_sign(v), w->x);
}

#endif
