/* What the two parts of a motion by numbers share: a step, whose values at the nodes held_iterate.c
 * finds, and of which held.c knows the error. Only these include this header.
 *
 * Over a step each state relaxes at a rate a of its own towards z = x + (dx/dt)/a. With a from the
 * law's Jacobian z has no linear part in what is left to relax, so that steps become long when
 * little is left, and a law that is linear takes one. The values at Lobatto's nodes are iterated;
 * both ends are nodes. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_HELD_PARTS_H
#define BRISTLE_REFERENCE_EXPERIMENTS_HELD_PARTS_H

#include "integrators/numerics/lobatto.h"
#include "reference/experiments/held.h"

enum {
    HELD_Q = COLLOCATION_MOST, /* nodes 0 to HELD_Q */
    HELD_VALUES = MODEL_MAX_STATES + 1
};

/* What is held, and where the motion is: the states, and behind them the integral of F. */
struct held {
    const struct model *model;
    const real *p;
    struct memory *mem;
    real v, s, accuracy;
    real roundings; /* of the force, N */
    real y[HELD_VALUES];
    real largest[HELD_VALUES]; /* |x| on the way, and the integral of |F| */
};

static inline real response(const struct held *m, const real x[], real dx[])
{
    return PREC(model_response)(m->model, m->p, m->mem, m->v, m->s, x, dx);
}

/* How each state relaxes over a step, as if there were no others. */
struct relaxing_law {
    real a[MODEL_MAX_STATES];
    real force_x[MODEL_MAX_STATES];
    /* Of the force, per rate: F + sum share dx/dt has no linear part. */
    real share[MODEL_MAX_STATES];
};

/* A step under way: states at the nodes, what they relax to, and what is left of the force. */
struct step {
    real h;
    struct relaxing_law by;
    real x[MODEL_MAX_STATES][HELD_Q + 1], z[HELD_VALUES][HELD_Q + 1];
    struct relaxing way[MODEL_MAX_STATES];
};

/* Evaluates what the states relax to, and what is left of the force. */
static inline void look_at(const struct held *m, const struct relaxing_law *by, const real x[],
                           real z[])
{
    const unsigned n = m->model->n_states;
    real dx[MODEL_MAX_STATES] = { 0 };
    z[n] = response(m, x, dx);
    for (unsigned i = 0; i < n; i++) {
        z[i] = x[i] + dx[i] / by->a[i];
        z[n] += by->share[i] * dx[i];
    }
}

/* What a state, or the integral behind them, may be off where it is x. */
static inline real allowed(const struct held *m, unsigned i, real x)
{
    return m->accuracy * r_max(m->largest[i], r_abs(x));
}

/* What some roundings of a state are, as a part of what is allowed. */
static inline real noise(const struct held *m) { return 32 * R_EPSILON / m->accuracy; }

/* Sets the rates at which states relax over h. A state that does not relax is taken to relax a
 * little: what that costs is a digit. */
void PREC(held_linearize)(const struct held *m, real h, struct relaxing_law *by);

/* Iterates over step->h, from m->y. Returns false where that does not converge. */
bool PREC(held_converge)(const struct held *m, struct step *step);

#endif
