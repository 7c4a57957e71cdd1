/* The driver: cuts a run into smooth intervals, steps and samples. */
#include "integrators/events.h"

/* Returns true when t is not later than now, up to rounding. */
static bool has_come(real t, real now) { return t - now <= 16 * R_EPSILON * r_abs(now); }

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

/* The samples that are not shown yet. */
struct schedule {
    const real *times;
    size_t n, next;
    observer *observe;
    void *ctx;
};

/* Shows the state of *in to the observer as the next sample. */
static void show(struct schedule *s, const struct integration *in)
{
    s->observe(s->ctx, s->next, s->times[s->next], in->x);
    s->next++;
}

/* Returns where the next `advance` of a fixed-step method ends: one step on where guards are
 * checked after every step, otherwise at target. */
static real next_stop(const struct integration *in, bool guarded, real target)
{
    const real step = in->settings->step, next = in->t + step;
    return guarded && step > 0 && next + step * C(0.001) < target ? next : target;
}

/* Advances by one step towards the end of the interval; a fixed-step method without guards goes on
 * to the next sample. */
static enum status step(const struct event_locator *w, struct integration *in,
                        const struct schedule *s, real end)
{
    if (w->integrator->step)
        return w->integrator->step(in, end);
    real target = end;
    if (s->next < s->n && !has_come(end, s->times[s->next]))
        target = s->times[s->next];
    return w->integrator->advance(in, next_stop(in, w->n > 0, target));
}

/* Shows the samples that the last step of an interpolating method has passed. A sample that
 * rounding cannot tell from the end of the interval waits: it shows what begins there. */
static enum status show_passed(const struct event_locator *w, struct integration *in,
                               struct schedule *s, real end)
{
    enum status status = STATUS_OK;
    while (status == STATUS_OK && s->next < s->n && s->times[s->next] < in->t &&
           !has_come(end, s->times[s->next])) {
        real x[ODE_MAX_STATES];
        status = w->integrator->interpolate(in, s->times[s->next], x);
        const struct integration then = { .x = x };
        show(s, &then);
    }
    return status;
}

/* From in->t to the end of the interval, event by event. */
static enum status run_interval(struct event_locator *w, struct integration *in, struct schedule *s,
                                real end)
{
    enum status status = begin(w->integrator, in);
    bool fired = false;
    PREC(event_locator_begin)(w, true);
    while (status == STATUS_OK && in->t < end) {
        status = step(w, in, s, end);
        if (status == STATUS_OK && !finite_states(in))
            status = STATUS_NONFINITE;
        if (status == STATUS_OK)
            status = PREC(event_locator_look)(w, &fired);
        if (status == STATUS_OK && w->integrator->interpolate)
            status = show_passed(w, in, s, end);
        if (status == STATUS_OK && fired) {
            status = PREC(event_locator_settle)(w, &fired);
            if (status == STATUS_OK)
                status = begin(w->integrator, in);
        }
        while (status == STATUS_OK && in->t < end && s->next < s->n && s->times[s->next] == in->t)
            show(s, in);
        PREC(event_locator_begin)(w, fired);
    }
    return status;
}

/* From in->t to the last sample, interval by interval. */
static enum status run(struct event_locator *w, struct integration *in, struct schedule *s)
{
    const struct ode *ode = in->ode;
    const bool intervals = ode->interval && !in->settings->ignore_events;
    const real last = s->times[s->n - 1];
    bool changed;
    for (;;) {
        /* An interval is entered even for the last sample alone, which shows what begins there. */
        real end = intervals ? ode->interval(ode->ctx, in->t, in->x) : last;
        if (has_come(last, end))
            end = last;
        enum status status = PREC(event_locator_settle)(w, &changed);
        while (s->next < s->n && has_come(s->times[s->next], in->t))
            show(s, in);
        if (status != STATUS_OK || s->next == s->n)
            return status;
        status = run_interval(w, in, s, end);
        if (status != STATUS_OK)
            return status;
        in->t = end;
        in->statistics->events += end < last;
    }
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
    if (!integrator_fits(integrator, ode))
        return STATUS_UNSUPPORTED;
    struct integration in = {
        .ode = ode,
        .settings = &s,
        .statistics = statistics,
        .t = times[0],
        .x = x,
        .work = work,
    };
    struct schedule schedule = { .times = times, .n = n, .observe = observe, .ctx = ctx };
    struct event_locator watch;
    PREC(event_locator_open)(&watch, integrator, &in);
    enum status status = integrator->open ? integrator->open(&in) : STATUS_OK;
    if (status == STATUS_OK)
        status = run(&watch, &in, &schedule);
    if (integrator->close)
        integrator->close(&in);
    return status;
}
