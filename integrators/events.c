/* Locates the first guard that falls below zero within a step, also where it has risen again by the
 * step's end. */
#include "integrators/events.h"

#include <string.h>

/* Goes to time t within the last step: sets in->t and in->x by interpolation, or computes the step
 * afresh from its beginning to t. */
static enum status go_to(struct event_locator *w, real t)
{
    struct integration *in = w->in;
    enum status status = STATUS_OK;
    if (w->integrator->interpolate)
        status = w->integrator->interpolate(in, t, in->x);
    else {
        for (unsigned i = 0; i < in->ode->n; i++)
            in->x[i] = w->x[i];
        in->t = w->t;
        if (w->saves)
            in->ode->restore(in->ode->ctx);
        memcpy(in->work, w->history, w->history_size);
        if (t > w->t)
            status = w->integrator->advance(in, t);
    }
    in->t = t;
    return status;
}

static void guards(const struct event_locator *w, real g[])
{
    const struct integration *in = w->in;
    ode_guard(in->ode, in->t, in->x, g);
    for (unsigned i = 0; i < w->n; i++)
        g[i] += w->slack[i];
}

/* Returns the smallest guard at in->t and in->x. */
static real lowest(const struct event_locator *w)
{
    real g[ODE_MAX_GUARDS], least = R_MAX;
    guards(w, g);
    for (unsigned i = 0; i < w->n; i++)
        least = r_min(least, g[i]);
    return least;
}

void PREC(event_locator_open)(struct event_locator *w, const struct integrator *integrator,
                              struct integration *in)
{
    const struct ode *ode = in->ode;
    *w = (struct event_locator){ .integrator = integrator, .in = in, .near = (real)NAN };
    w->n = ode->n_guards;
    w->naive = in->settings->ignore_events;
    w->saves = w->n > 0 && ode->save && integrator->flags & INTEGRATOR_USES_FLOW;
    w->t_event = -(real)INFINITY;
    w->history_size = integrator->history ? integrator->history(ode->n) : 0;
    for (unsigned i = 0; i < w->n && ode->guard_scale && integrator->interpolate; i++)
        w->slack[i] = in->settings->atol * ode->guard_scale[i];
}

/* The most transitions at one instant; more of them count as endless. A naive step may have passed
 * any number, located events are few. */
static unsigned most_at_once(const struct event_locator *w)
{
    return w->naive ? 1u << 20 : 8 * ODE_MAX_GUARDS;
}

enum status PREC(event_locator_settle)(struct event_locator *w, bool *changed)
{
    struct integration *in = w->in;
    *changed = false;
    for (;;) {
        unsigned i = 0;
        if (w->n > 0)
            guards(w, w->g_now);
        while (i < w->n && !(w->g_now[i] < 0))
            i++;
        if (i == w->n)
            return STATUS_OK;
        if (in->t - w->t_event > 16 * R_EPSILON * r_abs(in->t))
            w->at_once = 0;
        w->t_event = in->t;
        if (++w->at_once > most_at_once(w))
            return STATUS_CHATTER;
        const enum status status = ode_transition(in->ode, i, in->t, in->x);
        in->statistics->events++;
        *changed = true;
        if (status != STATUS_OK)
            return status;
    }
}

void PREC(event_locator_begin)(struct event_locator *w, bool fresh)
{
    const struct integration *in = w->in;
    w->h_before = fresh ? 0 : in->t - w->t;
    w->t = in->t;
    for (unsigned i = 0; i < in->ode->n; i++)
        w->x[i] = in->x[i];
    for (unsigned i = 0; i < w->n; i++) {
        w->g_before[i] = w->g[i];
        w->g[i] = w->g_now[i];
    }
    memcpy(w->history, in->work, w->history_size);
    if (w->saves)
        in->ode->save(in->ode->ctx);
}

/* A bracket of an event: no guard is negative at low, one is at high. */
struct bracket {
    real low, high, g_low, g_high;
};

/* Narrows a bracket down to about where the event is known to be, to some roundings. */
static enum status narrow(struct event_locator *w, struct bracket *b)
{
    const real hair = 4 * R_EPSILON * r_abs(w->near);
    enum status status = STATUS_OK;
    for (int side = -1; side <= 1 && status == STATUS_OK; side += 2) {
        const real at = w->near + (real)side * hair;
        if (!(at > b->low && at < b->high))
            continue;
        status = go_to(w, at);
        const real g = lowest(w);
        *(g < 0 ? &b->high : &b->low) = at;
        *(g < 0 ? &b->g_high : &b->g_low) = g;
    }
    return status;
}

/* Goes to the upper end of the bracket, shrunk to the resolution of time. Regula falsi with
 * Illinois' halving; bisection where one end has stayed three times in a row, or where the guard is
 * zero at low. */
static enum status locate(struct event_locator *w, struct bracket b)
{
    enum status status = narrow(w, &b);
    real kept = 0; /* steps in a row for which the lower (< 0) or upper (> 0) end stayed */
    while (status == STATUS_OK && b.high - b.low > 2 * R_EPSILON * r_abs(b.high)) {
        const bool bisect = !(b.g_low > 0) || r_abs(kept) >= 3;
        real middle = b.low + (b.high - b.low) * (bisect ? C(0.5) : b.g_low / (b.g_low - b.g_high));
        if (!(middle > b.low && middle < b.high)) { /* too close to one end */
            const real hair = 2 * R_EPSILON * r_abs(b.high);
            middle = middle > b.low ? b.high - hair : b.low + hair;
            if (!(middle > b.low && middle < b.high))
                break;
        }
        status = go_to(w, middle);
        const real g = lowest(w);
        const bool upper = g < 0;
        if (upper) {
            b.high = middle;
            b.g_high = g;
            b.g_low = kept < 0 ? b.g_low / 2 : b.g_low;
        } else {
            b.low = middle;
            b.g_low = g;
            b.g_high = kept > 0 ? b.g_high / 2 : b.g_high;
        }
        if (bisect)
            kept = 0;
        else
            kept = upper ? r_min(kept, 0) - 1 : r_max(kept, 0) + 1;
    }
    return status == STATUS_OK ? go_to(w, b.high) : status;
}

/* Writes to slope[] how much each guard would change over h at the rates of state x at time t. */
static void slopes(const struct event_locator *w, real t, const real x[], real h, real slope[])
{
    const struct ode *ode = w->in->ode;
    real dx[ODE_MAX_STATES], g[ODE_MAX_GUARDS];
    ode_rate(ode, t, x, dx);
    w->in->statistics->rate_evals++;
    for (unsigned i = 0; i < ode->n; i++)
        dx[i] = x[i] + h * dx[i];
    ode_guard(ode, t, x, g);
    ode_guard(ode, t + h, dx, slope);
    for (unsigned i = 0; i < w->n; i++)
        slope[i] -= g[i];
}

/* Returns true when guard i, positive at both ends of the step, may have been negative between
 * them. False requires a step before this one whose change of the guard, scaled to h, differs from
 * the present change by less than a quarter of the smaller end value. */
static bool may_hide_root(const struct event_locator *w, unsigned i, real g_end, real h)
{
    if (!(w->h_before > 0))
        return true;
    const real before = (w->g[i] - w->g_before[i]) * (h / w->h_before);
    return 4 * r_abs(g_end - w->g[i] - before) >= r_min(w->g[i], g_end);
}

/* Returns where the cubic with values g0, g1 and slopes d0 < 0 < d1 at the ends of the step is
 * smallest, as a fraction of the step. */
static real cubic_minimum(real g0, real g1, real d0, real d1)
{
    const real a = 3 * (d0 + d1) - 6 * (g1 - g0), b = 6 * (g1 - g0) - 4 * d0 - 2 * d1;
    real root = b * b - 4 * a * d0;
    root = r_sqrt(r_max(root, 0));
    return 2 * -d0 / (b + root); /* root of a s^2 + b s + d0 = 0 with a rising slope */
}

/* Looks for a guard below zero at those parts of the step; sets *fired and goes to the event if
 * there is one. g: the guard that is looked for, where the step begins. */
static enum status look_at(struct event_locator *w, const real parts[], unsigned n, real h, real g,
                           bool *fired)
{
    enum status status = STATUS_OK;
    for (unsigned k = 0; k < n && status == STATUS_OK; k++) {
        const real middle = w->t + h * parts[k];
        if (!(middle > w->t && middle < w->t + h))
            continue;
        status = go_to(w, middle);
        const real least = lowest(w);
        if (status == STATUS_OK && least < 0) {
            *fired = true;
            return locate(w, (struct bracket){ w->t, middle, g, least });
        }
    }
    return status;
}

/* Looks for a guard that falls below zero and rises again within the step; none is negative at its
 * end. Sets *fired and goes to the event if there is one, otherwise returns to the step's end. */
static enum status look_between(struct event_locator *w, bool *fired)
{
    struct integration *in = w->in;
    const real *g_end = w->g_now;
    const real end = in->t, h = end - w->t;
    real x_end[ODE_MAX_STATES], d0[ODE_MAX_GUARDS], d1[ODE_MAX_GUARDS];
    bool known = false;
    enum status status = STATUS_OK;
    for (unsigned i = 0; i < w->n && status == STATUS_OK; i++) {
        if (!may_hide_root(w, i, g_end[i], h))
            continue;
        if (!known) {
            for (unsigned k = 0; k < in->ode->n; k++)
                x_end[k] = in->x[k];
            slopes(w, w->t, w->x, h, d0);
            slopes(w, end, x_end, h, d1);
            known = true;
        }
        if (!(d0[i] < 0 && d1[i] > 0))
            continue;
        /* Next to an end the minimum may be that of errors of the slopes. */
        const real parts[] = { cubic_minimum(w->g[i], g_end[i], d0[i], d1[i]), C(0.5) };
        const bool is_inside = parts[0] > C(0.01) && parts[0] < C(0.99);
        status = look_at(w, parts, is_inside ? 1 : 2, h, w->g[i], fired);
        if (*fired)
            return status;
        if (status == STATUS_OK && !w->integrator->interpolate)
            status = go_to(w, end); /* restores memory and history */
        for (unsigned k = 0; k < in->ode->n; k++)
            in->x[k] = x_end[k];
        in->t = end;
    }
    return status;
}

enum status PREC(event_locator_look)(struct event_locator *w, bool *fired)
{
    real g_high = R_MAX, g_low = R_MAX;
    *fired = false;
    if (w->n == 0)
        return STATUS_OK;
    guards(w, w->g_now);
    for (unsigned i = 0; i < w->n; i++) {
        g_high = r_min(g_high, w->g_now[i]);
        g_low = r_min(g_low, w->g[i]);
    }
    *fired = g_high < 0;
    if (w->naive)
        return STATUS_OK;
    return *fired ? locate(w, (struct bracket){ w->t, w->in->t, g_low, g_high })
                  : look_between(w, fired);
}
