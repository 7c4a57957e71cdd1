/* The solution for piecewise-constant velocity, in working precision.
 *
 * A signal is a sequence of holds; each is one evaluation of the model's closed-form flow and work,
 * so the only error is rounding. reference/arb/ does the same with a rigorous radius. Where the
 * model lacks one of them each hold is computed by numbers, to a given accuracy (held.h).
 */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_EXACT_H
#define BRISTLE_REFERENCE_EXPERIMENTS_EXACT_H

#include "models/model.h"
#include "reference/experiments/held.h"

/* v m/s held for h seconds. */
struct hold {
    real v, h;
};

/* A law's present state along a signal. */
struct exact_state {
    const struct model *model;
    const real *p;
    real accuracy; /* of what has no closed form */
    real x[MODEL_MAX_STATES];
    struct memory *mem; /* NULL for laws without */
    struct memory memory;
};

/* Returns true when holds are closed forms. */
static inline bool exact_state_is_exact(const struct model *model)
{
    return model->flow && model->work;
}

/* Starts at rest, where the law begins, random bonds drawn with seed 0. *w points into itself: it
 * must not be moved. */
static inline void exact_state_start(struct exact_state *w, const struct model *model,
                                     const real p[])
{
    w->model = model;
    w->p = p;
    w->accuracy = HELD_FINE;
    w->mem = model->start ? &w->memory : NULL;
    PREC(model_begin)(model, p, 0, w->mem, w->x);
}

/* Advances by one hold, by numbers; returns the integral of F, N s. */
static inline real exact_state_go(struct exact_state *w, struct hold hold)
{
    return PREC(held_motion)(w->model, w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->accuracy,
                             w->x);
}

/* Advances by one hold. */
static inline void exact_state_flow(struct exact_state *w, struct hold hold)
{
    if (w->model->flow)
        w->model->flow(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x);
    else
        exact_state_go(w, hold);
}

/* Advances by one hold and returns the energy F v dt that went in, in J; 0 at v = 0. */
static inline real exact_state_hold(struct exact_state *w, struct hold hold)
{
    real impulse = 0;
    if (!exact_state_is_exact(w->model)) {
        impulse = exact_state_go(w, hold);
        return hold.v == 0 ? 0 : hold.v * impulse;
    }
    if (hold.v != 0)
        impulse = w->model->work(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x);
    exact_state_flow(w, hold);
    return hold.v * impulse;
}

/* Returns a hash of the whole numbers that a law remembers, its mode: FNV-1a, over whole numbers.
 */
static inline uint64_t memory_mode(const struct memory *memory, unsigned n_ints)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (unsigned i = 0; i < n_ints; i++)
        hash = (hash ^ (uint64_t)memory->ints[i]) * 0x100000001b3;
    return hash;
}

/* Makes the transitions that are due when motion goes on at velocity v: a slip may end where it
 * turns. Twice the number of guards is enough: after a flow none fires by its own state. */
static inline void exact_state_settle(struct exact_state *w, real v)
{
    const struct model *model = w->model;
    real g[MODEL_MAX_GUARDS];
    for (unsigned most = 2 * model->n_guards; most > 0; most--) {
        unsigned i = 0;
        model->guard(w->p, w->mem, v, w->x, g);
        while (i < model->n_guards && !(g[i] < 0))
            i++;
        if (i == model->n_guards || model->transition(w->p, i, v, w->x, w->mem) != STATUS_OK)
            return;
    }
}

/* Returns true when states that are off by slack may lie on the other side of a guard, at velocity
 * v. A guard that is exactly zero does not count: it has put the state there itself. */
static inline bool exact_state_near_guard(const struct exact_state *w, real v, real slack)
{
    const struct model *model = w->model;
    real g[MODEL_MAX_GUARDS], there[MODEL_MAX_GUARDS], x[MODEL_MAX_STATES];
    if (!model->guard)
        return false;
    model->guard(w->p, w->mem, v, w->x, g);
    for (int side = -1; side <= 1; side += 2) {
        for (unsigned i = 0; i < model->n_states; i++)
            x[i] = w->x[i] + (real)side * slack;
        model->guard(w->p, w->mem, v, x, there);
        for (unsigned i = 0; i < model->n_guards; i++)
            if (g[i] != 0 && r_sign(there[i]) != r_sign(g[i]))
                return true;
    }
    return false;
}

/* Returns the force in N at velocity v in the present state, after the transitions due there. */
static inline real exact_state_force(const struct exact_state *w, real v)
{
    struct exact_state then = *w;
    then.mem = w->mem ? &then.memory : NULL;
    exact_state_settle(&then, v);
    return w->model->force(w->p, then.mem, v, r_sign(v), then.x);
}

#endif
