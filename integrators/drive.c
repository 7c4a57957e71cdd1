/* The driver: cuts a run into smooth stretches and samples. */
#include "integrators/integrator.h"

/* Two instants that rounding cannot tell apart. */
static bool same_instant(real a, real b) { return r_abs(a - b) <= 16 * R_EPSILON * r_abs(b); }

static bool finite_states(const struct integration *in)
{
    for (unsigned i = 0; i < in->ode->n; i++)
        if (!isfinite(in->x[i]))
            return false;
    return true;
}

static enum status begin(const struct integrator *integrator, struct integration *in)
{
    return integrator->start ? integrator->start(in) : STATUS_OK;
}

/* The lowest guard that has fired, or n_guards. */
static unsigned fired(const struct integration *in)
{
    const struct ode *ode = in->ode;
    real g[ODE_MAX_GUARDS];
    unsigned i = 0;
    ode->guard(ode->ctx, in->t, in->x, g);
    while (i < ode->n_guards && !(g[i] < 0))
        i++;
    return i;
}

/* Where a step begins, to come back to. */
struct origin {
    real t, x[ODE_MAX_STATES];
};

static struct origin origin_of(const struct integration *in)
{
    struct origin o = { .t = in->t };
    for (unsigned i = 0; i < in->ode->n; i++)
        o.x[i] = in->x[i];
    return o;
}

/* From the origin afresh to the target. */
static enum status redo(const struct integrator *integrator, struct integration *in,
                        const struct origin *o, real target)
{
    in->t = o->t;
    for (unsigned i = 0; i < in->ode->n; i++)
        in->x[i] = o->x[i];
    const enum status status = begin(integrator, in);
    return status == STATUS_OK ? integrator->advance(in, target, target) : status;
}

/* A guard fired between the origin and in->t: bisects for the first instant at which one has,
 * goes there, and makes the transitions, lowest index first. */
static enum status locate(const struct integrator *integrator, struct integration *in,
                          const struct origin *o)
{
    const unsigned n = in->ode->n_guards;
    real before = o->t, after = in->t;
    enum status status = STATUS_OK;
    while (status == STATUS_OK && after - before > 2 * R_EPSILON * r_abs(after)) {
        const real middle = before + (after - before) / 2;
        if (!(middle > before && middle < after))
            break;
        status = redo(integrator, in, o, middle);
        if (fired(in) < n)
            after = middle;
        else
            before = middle;
    }
    if (status == STATUS_OK)
        status = redo(integrator, in, o, after);
    unsigned index = fired(in);
    for (unsigned k = 0; status == STATUS_OK && index < n && k < 4 * ODE_MAX_GUARDS; k++) {
        status = in->ode->transition(in->ode->ctx, index, in->t, in->x);
        in->statistics->events++;
        index = fired(in);
    }
    return status == STATUS_OK ? begin(integrator, in) : status;
}

/* The target, or earlier where guards must be looked at: after every step of a method with
 * fixed steps. */
static real look_at(const struct integration *in, bool guarded, real target)
{
    const real step = in->settings->step;
    return guarded && step > 0 && in->t + step < target ? in->t + step : target;
}

static enum status advance(const struct integrator *integrator, struct integration *in, real target,
                           real stop)
{
    const bool guarded = in->ode->n_guards > 0 && !in->settings->ignore_events;
    while (in->t < target) {
        const struct origin o = origin_of(in);
        const real next = look_at(in, guarded, target);
        enum status status = integrator->advance(in, next, stop);
        if (status == STATUS_OK && !finite_states(in))
            status = STATUS_NONFINITE;
        if (status == STATUS_OK && guarded && fired(in) < in->ode->n_guards)
            status = locate(integrator, in, &o);
        if (status != STATUS_OK)
            return status;
        if (!guarded)
            break;
    }
    return STATUS_OK;
}

/* From in->t to the last sample, stretch by stretch. */
static enum status run(const struct integrator *integrator, struct integration *in,
                       const real times[], size_t n, observer *observe, void *ctx)
{
    const struct ode *ode = in->ode;
    const real last = times[n - 1];
    observe(ctx, 0, times[0], in->x);
    for (size_t i = 1; i < n;) {
        real end = last;
        if (ode->stretch && !in->settings->ignore_events)
            end = r_min(last, ode->stretch(ode->ctx, in->t));
        enum status status = begin(integrator, in);
        while (status == STATUS_OK && i < n && (times[i] <= end || same_instant(times[i], end))) {
            if (same_instant(times[i], end))
                end = times[i];
            status = advance(integrator, in, times[i], end);
            if (status == STATUS_OK)
                observe(ctx, i, times[i], in->x);
            i++;
        }
        if (status == STATUS_OK)
            status = advance(integrator, in, end, end);
        if (status != STATUS_OK)
            return status;
        in->t = end;
        in->statistics->events += end < last;
    }
    return STATUS_OK;
}

enum status PREC(drive)(const struct integrator *integrator, const struct ode *ode,
                        const struct settings *settings, const real times[], size_t n, real x[],
                        void *work, observer *observe, void *ctx, struct statistics *statistics)
{
    struct settings s = *settings;
    s.rtol = s.rtol > 0 ? s.rtol : C(1e-6);
    s.atol = s.atol > 0 ? s.atol : s.rtol;
    s.max_steps = s.max_steps > 0 ? s.max_steps : 1000000000;
    *statistics = (struct statistics){ 0 };
    struct integration in = {
        .ode = ode,
        .settings = &s,
        .statistics = statistics,
        .t = times[0],
        .x = x,
        .work = work,
    };
    enum status status = integrator->open ? integrator->open(&in) : STATUS_OK;
    if (status == STATUS_OK)
        status = run(integrator, &in, times, n, observe, ctx);
    if (integrator->close)
        integrator->close(&in);
    return status;
}
