/* What the files of a plant share: its state at one instant. The functions are inlined, since rates
 * are evaluated often. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_PLANT_PARTS_H
#define BRISTLE_REFERENCE_EXPERIMENTS_PLANT_PARTS_H

#include <math.h>

#include "integrators/force_inline.h"
#include "reference/experiments/kink.h"
#include "reference/experiments/plant_ode.h"

enum { X, V, Q };

/* The law's memory, or NULL. */
static inline const struct memory *memory_of(const struct moving *m)
{
    return m->remembers ? &m->memory : NULL;
}

/* Direction of motion: 1, -1; 0 while stuck. */
static inline real side(const struct moving *m)
{
    static const real sides[] = {
        [MOVING_FORWARD] = 1, [MOVING_BACKWARD] = -1, [MOVING_STUCK] = 0
    };
    return sides[m->mode];
}

/* The mass at one instant: velocity, m/s, selection, applied force, N; and whether friction holds
 * it. */
struct situation {
    real v, s, u;
    bool held;
};

/* The force u that the plant applies to the mass, N. */
FORCE_INLINE real applied_force(const struct moving *m, real t, const real x[])
{
    const struct plant *q = m->plant;
    const real offset = (real)q->place + (real)q->pull * t - x[X];
    real u = (real)q->stiffness * offset - (real)q->damping * x[V];
    if (m->n_plant > Q)
        u -= (real)q->integral * x[Q];
    if (q->force.n > 0) {
        const double v = m->force ? signal_segment_velocity(m->force, (double)t)
                                  : signal_velocity(&q->force, (double)t);
        u += (real)v;
    }
    return u;
}

/* What the mass does at time t in the states x. */
FORCE_INLINE struct situation situation(const struct moving *m, real t, const real x[])
{
    struct situation now = { .v = x[V], .u = applied_force(m, t, x), .s = side(m) };
    const bool naive = m->mode == MOVING_NAIVE;
    now.held = m->mode == MOVING_STUCK;
    if (naive)
        now.s = r_sign(now.v);
    if (now.held || (naive && r_abs(now.v) < m->band)) {
        real s; /* of its own: *now stays in registers */
        PREC(model_stick)(m->model, m->p, memory_of(m), x + m->n_plant, now.u, &s);
        now.s = s;
        now.held = now.held || r_abs(s) < 1;
    }
    if (now.held)
        now.v = 0;
    return now;
}

/* Returns true beyond v = 0, where the equations of the side before go on reflected. */
static inline bool beyond(const struct situation *now) { return now->v * now->s < 0; }

/* The law's friction in a situation, N, reflected beyond v = 0. */
static inline real force_in(const struct moving *m, const struct situation *now, const real law_x[])
{
    const struct model *model = m->model;
    if (!beyond(now))
        return model->force(m->p, memory_of(m), now->v, now->s, law_x);
    return 2 * model->force(m->p, memory_of(m), 0, now->s, law_x) -
           model->force(m->p, memory_of(m), -now->v, now->s, law_x);
}

/* x - r(t), m */
static inline real error(const struct plant *plant, real t, real x)
{
    return x - ((real)plant->place + (real)plant->pull * t);
}

/* Functions of struct ode (integrators/ode.h); ctx is the struct moving. */
void PREC(plant_jacobian)(void *ctx, real t, const real x[], real jac[]);
void PREC(plant_rate_t)(void *ctx, real t, const real x[], real ft[]);
void PREC(plant_flow)(void *ctx, real t, real h, real c, real x[]);
enum status PREC(plant_implicit_step)(void *ctx, real t, real h, real x[]);

#endif
