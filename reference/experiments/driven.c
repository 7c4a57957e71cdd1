/* The rates, flow, guards and transitions of a law whose velocity is given. */
#include "reference/experiments/driven.h"

#include "integrators/force_inline.h"
#include "reference/experiments/kink.h"

static const struct memory *memory_of(const struct driven *d)
{
    return has_memory(d->model) ? &d->memory : NULL;
}

struct input {
    real v, s;
};

FORCE_INLINE struct input input_at(const struct driven *d, real t)
{
    if (d->interval.segment)
        return (struct input){ (real)signal_segment_velocity(d->interval.segment, (double)t),
                               (real)d->interval.sign };
    const real v = (real)signal_velocity(d->signal, (double)t);
    return (struct input){ v, r_sign(v) };
}

static void rate(void *ctx, real t, const real x[], real dx[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    d->model->rate(d->p, memory_of(d), in.v, in.s, x, dx);
    if (d->with_energy)
        dx[d->model->n_states] =
            in.v == 0 ? 0 : in.v * d->model->force(d->p, memory_of(d), in.v, in.s, x);
}

static void jacobian(void *ctx, real t, const real x[], real jac[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    const unsigned n = d->model->n_states, all = n + d->with_energy;
    struct jacobian j;
    d->model->jacobian(d->p, memory_of(d), in.v, in.s, x, &j);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < all; k++)
            jac[i * all + k] = k < n ? j.rate_x[i * n + k] : 0;
    for (unsigned k = 0; d->with_energy && k < all; k++)
        jac[n * all + k] = k < n ? in.v * j.force_x[k] : 0;
}

static void rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    const unsigned n = d->model->n_states;
    const real slope =
        (real)(d->interval.segment ? signal_segment_slope(d->interval.segment, (double)t)
                                   : signal_slope(d->signal, (double)t));
    struct jacobian j;
    d->model->jacobian(d->p, memory_of(d), in.v, in.s, x, &j);
    for (unsigned i = 0; i < n; i++)
        ft[i] = j.rate_v[i] * slope;
    if (d->with_energy)
        ft[n] = (d->model->force(d->p, memory_of(d), in.v, in.s, x) + in.v * j.force_v) * slope;
}

static void relaxation(void *ctx, real t, real steady[], real rate_of[])
{
    const struct driven *d = ctx;
    const struct input in = input_at(d, t);
    d->model->relaxation(d->p, in.v, in.s, steady, rate_of);
}

static void flow(void *ctx, real t, real h, real c, real x[])
{
    struct driven *d = ctx;
    const struct input in = input_at(d, t + c * h);
    if (d->with_energy && in.v != 0)
        x[d->model->n_states] += in.v * d->model->work(d->p, memory_of(d), in.v, in.s, h, x);
    d->model->flow(d->p, has_memory(d->model) ? &d->memory : NULL, in.v, in.s, h, x);
}

static void save(void *ctx)
{
    struct driven *d = ctx;
    d->saved = d->memory;
}

static void restore(void *ctx)
{
    struct driven *d = ctx;
    d->memory = d->saved;
}

/* The velocity as guards see it has the sign of the interval, also at a zero and where rounding
 * takes v past one, so that what turns does so at the end of the interval. */
static real directed(struct input in) { return in.v * in.s < 0 || in.v == 0 ? in.s * R_MIN : in.v; }

static void guard(void *ctx, real t, const real x[], real g[])
{
    const struct driven *d = ctx;
    law_guard(d->model, d->p, memory_of(d), directed(input_at(d, t)), x, g);
}

static enum status transition(void *ctx, unsigned index, real t, real x[])
{
    struct driven *d = ctx;
    const real v = directed(input_at(d, t));
    return law_transition(d->model, d->p, index, v, x, &d->memory);
}

/* In Stribeck speeds: above this, what changes with speed changes over as much as the speed itself,
 * and a step that sees the speed change sees that. */
#define FAR_ABOVE 6

/* A moment after t, s, by which rounding tells instants apart. */
static double moment_after(const struct driven *d, double t)
{
    return t + 1e3 * signal_resolution(d->signal, t);
}

/* The time until the velocity turns, s, but for turns of this moment. */
static double until_turn(const struct driven *d, double t)
{
    return signal_segment_turn(d->interval.segment, moment_after(d, t)) - t;
}

/* The longest step for states that hardly notice how friction changes with speed near standstill:
 * |v|, with the Stribeck speed added, may only fall to a third in a step, and rise by as much;
 * where all states relax to values of their own it may rise as it likes once it is far from there,
 * until it turns. */
static double longest_by_speed(const struct driven *d, double t)
{
    const struct signal_segment *segment = d->interval.segment;
    const double v = signal_segment_velocity(segment, t);
    const double scale = (double)d->model->stribeck_speed(d->p);
    const double usual = (fabs(v) + scale) * (2.0 / 3) / signal_segment_steepest(segment, t);
    const bool rises_far_above = d->model->relaxation && fabs(v) > FAR_ABOVE * scale &&
                                 v * signal_segment_slope(segment, moment_after(d, t)) > 0;
    return rises_far_above ? fmax(usual, until_turn(d, t)) : usual;
}

/* The longest step. Guards see the velocity: what it does within a step must not hide from its
 * ends, so that it does not turn there. */
static real longest(void *ctx, real t, const real x[], const real dx[])
{
    const struct driven *d = ctx;
    double h = HUGE_VAL;
    (void)x, (void)dx;
    if (!d->interval.segment)
        return (real)INFINITY;
    if (d->model->stribeck_speed)
        h = longest_by_speed(d, (double)t);
    if (law_guards(d->model) > 0)
        h = fmin(h, until_turn(d, (double)t));
    return (real)h;
}

/* Enters the interval that begins at t. Nothing begins at the end of the signal: the last interval
 * goes on there. Times are rounded upwards, so that the next interval is entered when this one is
 * over. */
static real interval(void *ctx, real t, const real x[])
{
    struct driven *d = ctx;
    (void)x;
    const struct smooth_interval next = signal_interval(d->signal, (double)t);
    if (next.end < HUGE_VAL || !d->interval.segment)
        d->interval = next;
    const real end = (real)next.end;
    return (double)end < next.end ? r_next_up(end) : end;
}

/* The energy that the summed magnitudes of the force's terms would spend, J: for tolerances only.
 * Speeds are sampled at irregular places of a segment, where not all of them vanish. */
static real energy_scale(const struct model *model, const real p[], const struct signal *signal)
{
    static const double places[] = { 0.13, 0.34, 0.55, 0.76, 0.97 };
    enum { N_PLACES = sizeof places / sizeof *places };
    real scale = 0;
    for (size_t i = 0; i < signal->n; i++) {
        const struct signal_segment *segment = &signal->segments[i];
        for (size_t k = 0; k < N_PLACES; k++) {
            const double t = segment->start + places[k] * segment->duration;
            const real v = (real)signal_segment_velocity(segment, t);
            scale += r_abs(v) * model->force_scale(p, v, 0) * (real)segment->duration / N_PLACES;
        }
    }
    return scale > 0 ? scale : 1;
}

struct ode PREC(driven_ode)(struct driven *driven, const struct model *model, const real p[],
                            const struct signal *signal, bool with_energy)
{
    *driven = (struct driven){
        .model = model,
        .p = p,
        .signal = signal,
        .with_energy = with_energy,
    };
    for (unsigned i = 0; i < ODE_MAX_STATES; i++)
        driven->scale[i] = 1;
    PREC(model_scales)(model, p, model->length ? model->length(p) : 1, driven->scale);
    if (with_energy && model->force_scale)
        driven->scale[model->n_states] = energy_scale(model, p, signal);
    if (model->start)
        model->start(p, 0, &driven->memory);
    return (struct ode){
        .n = model->n_states + with_energy,
        .ctx = driven,
        .rate = rate,
        .jacobian = model->jacobian ? jacobian : NULL,
        .rate_t = model->jacobian ? rate_t : NULL,
        .flow = model->flow && (model->work || !with_energy) ? flow : NULL,
        .n_relaxing = model->n_states,
        .stiff = (1u << model->n_states) - 1,
        .relaxation = model->relaxation ? relaxation : NULL,
        .longest = model->stribeck_speed || law_guards(model) > 0 ? longest : NULL,
        .save = has_memory(model) ? save : NULL,
        .restore = has_memory(model) ? restore : NULL,
        .interval = interval,
        .n_guards = law_guards(model),
        .guard = law_guards(model) > 0 ? guard : NULL,
        .transition = law_guards(model) > 0 ? transition : NULL,
        .scale = driven->scale,
    };
}

real PREC(driven_force)(const struct driven *driven, real t, const real x[])
{
    const struct model *model = driven->model;
    const real v = (real)signal_velocity(driven->signal, (double)t);
    const real band = model->stick_band ? model->stick_band(driven->p) : 0;
    if (model->stiction && (v == 0 || r_abs(v) < band))
        return (real)NAN;
    /* At a zero of v some laws still need the direction of motion. */
    const real s = v != 0 ? r_sign(v) : (real)driven->interval.sign;
    return model->force(driven->p, memory_of(driven), v, s, x);
}
