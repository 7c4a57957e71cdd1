/* The rates, flow, guards and transitions of a law whose velocity is given. In a header, so that
 * they can be compiled together with one law. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_DRIVEN_MOTION_H
#define BRISTLE_REFERENCE_EXPERIMENTS_DRIVEN_MOTION_H

#include "reference/experiments/driven.h"
#include "reference/experiments/kink.h"

static inline const struct memory *memory_of(const struct driven *d)
{
    return has_memory(LAW_OF(d)) ? &d->memory : NULL;
}

/* In Stribeck speeds: above this, what changes with speed changes over as much as the speed itself,
 * and a step that sees the speed change sees that. */
#define FAR_ABOVE 6

struct input {
    real v, s;
};

static inline struct input input_at(const struct driven *d, real t)
{
    if (d->interval.segment)
        return (struct input){ (real)signal_segment_velocity(d->interval.segment, (double)t),
                               (real)d->interval.sign };
    const real v = (real)signal_velocity(d->signal, (double)t);
    return (struct input){ v, r_sign(v) };
}

static inline void driven_rate(void *ctx, real t, const real x[], real dx[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    LAW_OF(d)->rate(d->p, memory_of(d), in.v, in.s, x, dx);
    if (d->with_energy)
        dx[LAW_OF(d)->n_states] =
            in.v == 0 ? 0 : in.v * LAW_OF(d)->force(d->p, memory_of(d), in.v, in.s, x);
}

static inline void driven_jacobian(void *ctx, real t, const real x[], real jac[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    const unsigned n = LAW_OF(d)->n_states, all = n + d->with_energy;
    struct jacobian j;
    LAW_OF(d)->jacobian(d->p, memory_of(d), in.v, in.s, x, &j);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < all; k++)
            jac[i * all + k] = k < n ? j.rate_x[i * n + k] : 0;
    for (unsigned k = 0; d->with_energy && k < all; k++)
        jac[n * all + k] = k < n ? in.v * j.force_x[k] : 0;
}

static inline void driven_rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    const unsigned n = LAW_OF(d)->n_states;
    const real slope =
        (real)(d->interval.segment ? signal_segment_slope(d->interval.segment, (double)t)
                                   : signal_slope(d->signal, (double)t));
    struct jacobian j;
    LAW_OF(d)->jacobian(d->p, memory_of(d), in.v, in.s, x, &j);
    for (unsigned i = 0; i < n; i++)
        ft[i] = j.rate_v[i] * slope;
    if (d->with_energy)
        ft[n] = (LAW_OF(d)->force(d->p, memory_of(d), in.v, in.s, x) + in.v * j.force_v) * slope;
}

static inline void driven_relaxation(void *ctx, real t, real steady[], real rate_of[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    LAW_OF(d)->relaxation(d->p, in.v, in.s, steady, rate_of);
}

static inline void driven_flow(void *ctx, real t, real h, real c, real x[])
{
    struct driven *d = ctx;
    const struct input in = input_at(d, t + c * h);
    if (d->with_energy && in.v != 0)
        x[LAW_OF(d)->n_states] += in.v * LAW_OF(d)->work(d->p, memory_of(d), in.v, in.s, h, x);
    LAW_OF(d)->flow(d->p, has_memory(LAW_OF(d)) ? &d->memory : NULL, in.v, in.s, h, x);
}

static inline void driven_save(void *ctx)
{
    struct driven *d = ctx;
    d->saved = d->memory;
}

static inline void driven_restore(void *ctx)
{
    struct driven *d = ctx;
    d->memory = d->saved;
}

/* The velocity as guards see it has the sign of the interval, also at a zero and where rounding
 * takes v past one, so that what turns does so at the end of the interval. */
static inline real directed(struct input in)
{
    return in.v * in.s < 0 || in.v == 0 ? in.s * R_MIN : in.v;
}

static inline void driven_guard(void *ctx, real t, const real x[], real g[])
{
    const struct driven *d = ctx;
    law_guard(LAW_OF(d), d->p, memory_of(d), directed(input_at(d, t)), x, g);
}

static inline enum status driven_transition(void *ctx, unsigned index, real t, real x[])
{
    struct driven *d = ctx;
    const real v = directed(input_at(d, t));
    return law_transition(LAW_OF(d), d->p, index, v, x, &d->memory);
}

/* The longest step: near standstill friction changes with speed by itself, and the states hardly
 * notice. So |v|, with the Stribeck speed added, may only fall to a third in a step, and rise by as
 * much; where all states relax to values of their own, rise as it likes once it is far from there.
 */
static inline real driven_longest(void *ctx, real t, const real x[])
{
    const struct driven *d = ctx;
    const struct signal_segment *segment = d->interval.segment;
    (void)x;
    if (!segment)
        return (real)INFINITY;
    const double v = signal_segment_velocity(segment, (double)t);
    const double scale = (double)LAW_OF(d)->stribeck_speed(d->p);
    if (LAW_OF(d)->relaxation && fabs(v) > FAR_ABOVE * scale &&
        v * signal_segment_slope(segment, (double)t) > 0)
        return (real)INFINITY;
    return (real)((fabs(v) + scale) * (2.0 / 3) / signal_segment_steepest(segment, (double)t));
}

/* Enters the interval that begins at t. Nothing begins at the end of the signal: the last interval
 * goes on there. Times are rounded upwards, so that the next interval is entered when this one is
 * over. */
static inline real driven_interval(void *ctx, real t, const real x[])
{
    struct driven *d = ctx;
    (void)x;
    const struct smooth_interval next = signal_interval(d->signal, (double)t);
    if (next.end < HUGE_VAL || !d->interval.segment)
        d->interval = next;
    const real end = (real)next.end;
    return (double)end < next.end ? r_next_up(end) : end;
}

#endif
