/* Takes steps, and locates the events that a step ends beyond. */
#include <math.h>
#include <stdlib.h>

#include "reference/solvers/filippov_state.h"

enum { MAX_STALLS = 8 * MAX_GUARDS };

static void swap(arb_ptr *a, arb_ptr *b)
{
    arb_ptr c = *a;
    *a = *b;
    *b = c;
}

static void report(const struct filippov_state *m, enum plant_event event)
{
    if (m->on_event)
        m->on_event(m->ctx, event, m->x + T);
}

static void take_side(struct filippov_state *m, int side)
{
    m->side = side;
    m->has_moved = false;
    if (side != 0)
        filippov_take_sides(m);
}

void filippov_settle(struct filippov_state *m)
{
    const int before = m->side;
    const bool has_moved = m->has_moved;
    if (!m->set_valued) {
        take_side(m, -before);
        filippov_turn(m);
        if (has_moved)
            report(m, PLANT_REVERSAL);
        return;
    }
    double g[MAX_GUARDS];
    arb_zero(m->x + V);
    m->side = 0;
    filippov_guards(m, g, m->x);
    take_side(m, g[LOW] < 0 ? -1 : g[HIGH] < 0);
    if (m->side == 0 && before != 0)
        report(m, PLANT_CAPTURE);
    else if (m->side != 0 && before == 0)
        report(m, PLANT_RELEASE);
    else if (m->side == -before && before != 0 && has_moved)
        report(m, PLANT_REVERSAL);
}

/* Makes the transition of guard i, which has fired in state m->x. A law's switch is silent where it
 * was at zero from the start: it is not reported, and only takes the side it turns to. */
static enum filippov_status transition(struct filippov_state *m, int i, bool silent)
{
    if (++m->stalls > MAX_STALLS)
        return FILIPPOV_STALLED;
    if (i >= SWITCHES) {
        filippov_switch(m, i - SWITCHES);
        if (!silent)
            report(m, PLANT_SWITCH);
    } else if (i == WATCH) {
        m->watching = !m->watching;
        report(m, m->watching ? PLANT_FASTER : PLANT_SLOWER);
    } else if (m->side != 0)
        filippov_settle(m);
    else {
        take_side(m, i == LOW ? -1 : 1);
        report(m, PLANT_RELEASE);
    }
    return FILIPPOV_OK;
}

/* Returns the index of the lowest guard in the set, or -1. */
static int lowest(const double g[MAX_GUARDS], const bool set[MAX_GUARDS])
{
    int which = -1;
    for (int i = 0; i < MAX_GUARDS; i++)
        if (set[i] && (which < 0 || g[i] < g[which]))
            which = i;
    return which;
}

/* Fills in the set of guards that have fired; returns true when there is one. */
static bool fired(const double g[MAX_GUARDS], bool set[MAX_GUARDS])
{
    bool any = false;
    for (int i = 0; i < MAX_GUARDS; i++) {
        set[i] = g[i] < -1;
        any = any || set[i];
    }
    return any;
}

enum filippov_status filippov_transitions(struct filippov_state *m)
{
    enum filippov_status status = FILIPPOV_OK;
    double g[MAX_GUARDS];
    bool set[MAX_GUARDS];
    for (filippov_guards(m, g, m->x); status == FILIPPOV_OK && fired(g, set);
         filippov_guards(m, g, m->x))
        status = transition(m, lowest(g, set), false);
    return status;
}

/* m->trial = the state after H; false where the integrator does not converge. */
bool filippov_try(struct filippov_state *m, const arf_t H)
{
    double factor;
    return extrapolation_step(&m->e, m->x, H, m->trial, &factor);
}

/* Takes the step to the state that `to` points at (next or trial). */
static void accept(struct filippov_state *m, arb_ptr *to)
{
    swap(&m->x, to);
    for (int i = 0; i < m->e.n; i++)
        if (i != T)
            m->scale[i] = fmax(m->scale[i], fabs(filippov_midpoint(m->x + i)));
    double g[MAX_GUARDS];
    filippov_guards(m, g, m->x);
    if (m->side != 0 && g[LOW] > 1)
        m->has_moved = true;
    m->stalls = 0;
}

/* least receives the shortest time that counts at m->x. */
static void resolution(const struct filippov_state *m, arf_t least, const arf_t H)
{
    arf_abs(least, arb_midref(m->x + T));
    arf_add(least, least, H, m->motion->prec, ARF_RND_NEAR);
    arf_mul_2exp_si(least, least, -(m->motion->prec - 24));
}

/* A bracket of a zero: the guard at its ends, possibly halved, and how often in a row the
 * upper (> 0) or the lower (< 0) end has stayed. */
struct bracket {
    double low, high;
    int kept;
};

/* Returns where to look next, as a part of the bracket: by regula falsi, or by bisection where one
 * end stays although Illinois' rule halves its value. */
static double part(const struct bracket *b)
{
    if (!(b->low > 0) || abs(b->kept) >= 4)
        return 0.5;
    return fmin(fmax(b->low / (b->low - b->high), 0x1p-40), 1 - 0x1p-40);
}

static void narrow(struct bracket *b, double g)
{
    const bool bisected = part(b) == 0.5;
    if (g < 0) {
        b->high = g;
        b->kept = b->kept < 0 && !bisected ? b->kept - 1 : -1;
        if (b->kept < -1)
            b->low /= 2;
    } else {
        b->low = g;
        b->kept = b->kept > 0 && !bisected ? b->kept + 1 : 1;
        if (b->kept > 1)
            b->high /= 2;
    }
}

/* Moves m->x to the first instant at which a guard in the set is not positive, to the resolution of
 * the arithmetic; all are positive in m->x and negative after H, with the values g. Leaves in the
 * set the guards that are not positive there. Every look that falls short of the instant becomes
 * the new m->x: what is left to integrate gets ever shorter. Returns false where a look does not
 * converge; m->x is then earlier. */
static bool locate(struct filippov_state *m, arf_t H, double g[MAX_GUARDS], bool set[MAX_GUARDS],
                   int *which)
{
    const slong prec = m->motion->prec;
    double start[MAX_GUARDS];
    arf_t middle, least;
    arf_init(middle);
    arf_init(least);
    resolution(m, least, H);
    filippov_guards(m, start, m->x);
    *which = lowest(g, set);
    struct bracket b = { start[lowest(start, set)], g[*which], 0 };
    bool ok = true;
    while (ok && arf_cmp(H, least) > 0) {
        arf_set_d(middle, part(&b));
        arf_mul(middle, middle, H, prec, ARF_RND_NEAR);
        ok = filippov_try(m, middle);
        if (!ok)
            break;
        filippov_guards(m, g, m->trial);
        for (int i = 0; i < MAX_GUARDS; i++) /* another one may be earlier */
            set[i] = set[i] || (start[i] > 0 && g[i] < -1);
        const int first = lowest(g, set);
        const double value = g[first];
        narrow(&b, value);
        if (value < 0) {
            *which = first;
            for (int i = 0; i < MAX_GUARDS; i++)
                set[i] = set[i] && g[i] < 0;
            arf_set(H, middle);
        } else {
            accept(m, &m->trial);
            extrapolation_begin(&m->e, m->x);
            arf_sub(H, H, middle, prec, ARF_RND_NEAR);
        }
    }
    ok = ok && filippov_try(m, H);
    if (ok)
        accept(m, &m->trial);
    arf_clear(least);
    arf_clear(middle);
    return ok;
}

/* A guard has fired after h, with the values g: moves m->x to the event and makes the transition,
 * or to somewhere before it. H becomes the next step to try. */
static enum filippov_status fire(struct filippov_state *m, arf_t H, const arf_t h,
                                 double g[MAX_GUARDS], bool set[MAX_GUARDS])
{
    double start[MAX_GUARDS];
    filippov_guards(m, start, m->x);
    int which = lowest(start, set);
    if (start[which] > 0) {
        arf_t width;
        arf_init(width);
        arf_set(width, h);
        const bool ok = locate(m, width, g, set, &which);
        arf_mul_2exp_si(H, h, ok ? 0 : -2); /* on failure the step is too long to be looked into */
        arf_clear(width);
        return ok ? transition(m, which, false) : FILIPPOV_OK;
    }
    /* The guard begins at zero. Just released, the mass first moves off, and its return is what
     * fires: shorter steps find the motion between. */
    arf_t least;
    arf_init(least);
    resolution(m, least, h);
    const bool returns = m->set_valued && which == LOW && m->side != 0 && !m->has_moved;
    const bool shorter = returns && arf_cmp(h, least) > 0;
    arf_mul_2exp_si(H, h, shorter ? -4 : 0);
    arf_clear(least);
    return shorter ? FILIPPOV_OK : transition(m, which, start[which] == 0);
}

/* Returns the speed in the direction of the phase, m/s, 0 while stuck. */
static double speed(const struct filippov_state *m, arb_srcptr x)
{
    arb_t v, s, u;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    filippov_situation(m, v, s, u, x);
    const double result = m->side * filippov_midpoint(v);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
    return result;
}

/* Returns true when the speed has changed too much over the step h from m->x to m->next; H then
 * becomes a step over which it does not. Friction has features on every scale of speed, a Stribeck
 * peak just before standstill, say, that a step which leaps over them does not see: from the states
 * alone, which hardly change there, it would seem smooth. So the speed may only double twice in a
 * step, or halve twice, down to a speed at which no law has features. */
static bool leaps(const struct filippov_state *m, arf_t H, const arf_t h)
{
    enum { RATIO = 4 };
    static const double FEATURELESS = 1e-8; /* m/s; laws take Stribeck velocities from 1e-6 on */
    const double before = fmax(speed(m, m->x), FEATURELESS / RATIO);
    const double after = fmax(speed(m, m->next), FEATURELESS / RATIO);
    double factor = 1;
    if (after > RATIO * before)
        factor = (RATIO - 1) * before / (after - before);
    else if (before > RATIO * after)
        factor = (1 - 1.0 / RATIO) * before / (before - after);
    else
        return false;
    arf_set_d(H, fmax(fmin(factor, 0.9), 1e-3));
    arf_mul(H, H, h, m->motion->prec, ARF_RND_NEAR);
    return true;
}

enum filippov_status filippov_step(struct filippov_state *m, arf_t H, const arf_t most,
                                   bool *reached)
{
    arf_t h;
    double factor = 1, g[MAX_GUARDS];
    bool set[MAX_GUARDS];
    enum filippov_status status = FILIPPOV_OK;
    arf_init(h);
    extrapolation_begin(&m->e, m->x);
    *reached = false;
    for (bool done = false; !done && status == FILIPPOV_OK;) {
        arf_set(h, arf_cmp(H, most) < 0 ? H : most);
        const bool last = arf_cmp(H, most) >= 0;
        done = extrapolation_step(&m->e, m->x, h, m->next, &factor);
        arf_set_d(H, factor);
        arf_mul(H, H, h, m->motion->prec, ARF_RND_NEAR);
        if (m->e.steps + m->e.rejected > m->motion->max_steps)
            status = FILIPPOV_TOO_MANY_STEPS;
        done = done && !leaps(m, H, h);
        if (!done || status != FILIPPOV_OK)
            continue;
        filippov_guards(m, g, m->next);
        bool fires = fired(g, set);
        if (!fires && filippov_dips(m, h)) {
            filippov_guards(m, g, m->trial);
            fires = fired(g, set);
        }
        if (fires)
            status = fire(m, H, h, g, set);
        else {
            accept(m, &m->next);
            *reached = last;
        }
    }
    arf_clear(h);
    return status;
}
