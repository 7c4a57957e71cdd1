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

static enum status advance(const struct integrator *integrator, struct integration *in, real target,
                           real stop)
{
    if (in->t >= target)
        return STATUS_OK;
    const enum status status = integrator->advance(in, target, stop);
    return status == STATUS_OK && !finite_states(in) ? STATUS_NONFINITE : status;
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
        enum status status = integrator->start ? integrator->start(in) : STATUS_OK;
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
