/* See the header. */
#include "reference/arb/motion.h"

#include <math.h>
#include <stdlib.h>

#include "reference/arb/extrapolation.h"

/* The state vector: these, then the law's states. */
enum { X, V, Q, ENERGY, T, LAW };

/* Guards: a phase ends where the first of them falls through zero. */
enum { LOW, HIGH, WATCH, SWITCHES, MAX_GUARDS = SWITCHES + 4 };

struct mover {
    const struct motion *motion;
    struct extrapolation e;
    double scale[EXTRAPOLATION_MAX_STATES];
    double standstill; /* a velocity that the tolerance cannot tell from none, m/s */
    arb_ptr x, next, trial; /* states */
    int side;               /* sign of v, or of the motion about to begin; 0: stuck, or v = 0 */
    bool set_valued;
    int watching;                  /* 1: |v| is above the watched speed */
    int switch_side[MAX_GUARDS];   /* sign of the law's switching functions */
    const struct signal_piece *piece; /* of the force, or of the velocity */
    arb_t mass, stiffness, damping, integral, place, pull;
    motion_event_observer *on_event;
    void *ctx;
};

/* a - a(1 - tau/T)-like formulas of the signal grammar, at time t (a ball). */
static void piece_value(arb_t v, const struct signal_piece *piece, const arb_t t, slong prec)
{
    const double *a = piece->value;
    arb_t tau, w;
    arb_init(tau);
    arb_init(w);
    arb_set_d(tau, piece->start);
    arb_sub(tau, t, tau, prec);
    switch (piece->kind) {
    case SIGNAL_HOLD:
        arb_set_d(v, a[0]);
        break;
    case SIGNAL_RAMP:
        arb_set_d(w, piece->duration);
        arb_div(tau, tau, w, prec);
        arb_set_d(v, a[1]);
        arb_set_d(w, a[0]);
        arb_sub(v, v, w, prec);
        arb_mul(v, v, tau, prec);
        arb_add(v, v, w, prec);
        break;
    case SIGNAL_SINE:
    case SIGNAL_COSINE:
        arb_set_d(w, a[2]);
        arb_mul(tau, tau, w, prec);
        arb_set_d(w, a[3]);
        arb_add(tau, tau, w, prec);
        if (piece->kind == SIGNAL_SINE)
            arb_sin(tau, tau, prec);
        else
            arb_cos(tau, tau, prec);
        arb_set_d(w, a[1]);
        arb_mul(v, w, tau, prec);
        arb_set_d(w, a[0]);
        arb_add(v, v, w, prec);
        break;
    }
    arb_clear(w);
    arb_clear(tau);
}

/* u of the plant in state x. */
static void applied_force(const struct mover *m, arb_t u, arb_srcptr x)
{
    const slong prec = m->motion->prec;
    arb_t w;
    arb_init(w);
    if (m->piece)
        piece_value(u, m->piece, x + T, prec);
    else
        arb_zero(u);
    arb_mul(w, m->pull, x + T, prec);
    arb_add(w, w, m->place, prec);
    arb_sub(w, w, x + X, prec);
    arb_addmul(u, m->stiffness, w, prec);
    arb_submul(u, m->damping, x + V, prec);
    arb_submul(u, m->integral, x + Q, prec);
    arb_clear(w);
}

/* F and the law's rates at v with the selection s. Where a trial step overshoots v = 0, the
 * side's own values go on smoothly: reflected at v = 0. */
static void friction(const struct mover *m, arb_t F, arb_ptr dx, const arb_t v, const arb_t s,
                     arb_srcptr law_x)
{
    const struct arb_law *law = m->motion->law;
    const slong prec = m->motion->prec;
    const int n = arb_law_count(law->states);
    const bool beyond = arf_sgn(arb_midref(v)) * arf_sgn(arb_midref(s)) < 0;
    arb_t at;
    arb_init(at);
    if (beyond)
        arb_neg(at, v);
    else
        arb_set(at, v);
    law->force(F, m->motion->p, at, s, law_x, prec);
    law->rate(dx, m->motion->p, at, s, law_x, prec);
    if (beyond) {
        arb_ptr dx0 = _arb_vec_init(n + 1);
        arb_zero(at);
        law->force(dx0 + n, m->motion->p, at, s, law_x, prec);
        law->rate(dx0, m->motion->p, at, s, law_x, prec);
        for (int i = 0; i < n; i++) {
            arb_mul_2exp_si(dx0 + i, dx0 + i, 1);
            arb_sub(dx + i, dx0 + i, dx + i, prec);
        }
        arb_mul_2exp_si(dx0 + n, dx0 + n, 1);
        arb_sub(F, dx0 + n, F, prec);
        _arb_vec_clear(dx0, n + 1);
    }
    arb_clear(at);
}

/* The forces at v = 0 for s = -1 and s = +1. */
static void stiction(const struct mover *m, arb_t low, arb_t high, arb_srcptr x)
{
    const struct motion *motion = m->motion;
    arb_t zero, s;
    arb_init(zero);
    arb_init(s);
    arb_set_si(s, -1);
    motion->law->force(low, motion->p, zero, s, x + LAW, motion->prec);
    arb_one(s);
    motion->law->force(high, motion->p, zero, s, x + LAW, motion->prec);
    arb_clear(s);
    arb_clear(zero);
}

/* The selection at which friction balances the applied force u. */
static void balance(const struct mover *m, arb_t s, const arb_t u, arb_srcptr x)
{
    const slong prec = m->motion->prec;
    arb_t low, high, w;
    arb_init(low);
    arb_init(high);
    arb_init(w);
    stiction(m, low, high, x);
    arb_mul_2exp_si(s, u, 1);
    arb_sub(s, s, low, prec);
    arb_sub(s, s, high, prec);
    arb_sub(w, high, low, prec);
    arb_div(s, s, w, prec);
    mag_zero(arb_radref(s));
    arb_clear(w);
    arb_clear(high);
    arb_clear(low);
}

/* Velocity, selection and (for a mass) applied force in state x. */
static void situation(const struct mover *m, arb_t v, arb_t s, arb_t u, arb_srcptr x)
{
    arb_set_si(s, m->side);
    arb_zero(u);
    if (m->motion->signal) {
        if (m->side == 0)
            arb_zero(v);
        else
            piece_value(v, m->piece, x + T, m->motion->prec);
        return;
    }
    applied_force(m, u, x);
    if (m->side == 0) {
        arb_zero(v);
        balance(m, s, u, x);
    } else
        arb_set(v, x + V);
}

static void rate(void *ctx, arb_ptr dx, arb_srcptr x)
{
    const struct mover *m = ctx;
    const slong prec = m->motion->prec;
    arb_t v, s, u, F;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    arb_init(F);
    situation(m, v, s, u, x);
    friction(m, F, dx + LAW, v, s, x + LAW);
    arb_set(dx + X, v);
    arb_zero(dx + V);
    if (m->motion->plant && m->side != 0) {
        arb_sub(dx + V, u, F, prec);
        arb_div(dx + V, dx + V, m->mass, prec);
    }
    arb_mul(dx + Q, m->pull, x + T, prec);
    arb_add(dx + Q, dx + Q, m->place, prec);
    arb_sub(dx + Q, x + X, dx + Q, prec);
    arb_mul(dx + ENERGY, F, v, prec);
    arb_one(dx + T);
    arb_clear(F);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
}

static void swap(arb_ptr *a, arb_ptr *b)
{
    arb_ptr c = *a;
    *a = *b;
    *b = c;
}

static double midpoint(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* The law's own switching functions, with their present signs when `sides` is given. */
static void switches(const struct mover *m, double g[], arb_srcptr x)
{
    const struct arb_law *law = m->motion->law;
    arb_ptr value = _arb_vec_init(law->n_switches);
    law->switches(value, m->motion->p, x + LAW, m->motion->prec);
    for (int i = 0; i < law->n_switches; i++)
        g[i] = midpoint(value + i);
    _arb_vec_clear(value, law->n_switches);
}

/* All guards in state x: positive while the phase lasts. */
static void guards(const struct mover *m, double g[MAX_GUARDS], arb_srcptr x)
{
    for (int i = 0; i < MAX_GUARDS; i++)
        g[i] = 1;
    if (m->motion->law->n_switches > 0) {
        switches(m, g + SWITCHES, x);
        for (int i = 0; i < m->motion->law->n_switches; i++)
            g[SWITCHES + i] *= m->switch_side[i];
    }
    if (m->motion->signal)
        return;
    if (m->side != 0) {
        g[LOW] = m->side * midpoint(x + V) + m->standstill;
        if (m->motion->watch > 0)
            g[WATCH] = (fabs(midpoint(x + V)) - m->motion->watch) * (m->watching ? 1 : -1);
        return;
    }
    arb_t u, low, high;
    arb_init(u);
    arb_init(low);
    arb_init(high);
    applied_force(m, u, x);
    stiction(m, low, high, x);
    arb_sub(low, u, low, m->motion->prec);
    arb_sub(high, high, u, m->motion->prec);
    g[LOW] = midpoint(low);
    g[HIGH] = midpoint(high);
    arb_clear(high);
    arb_clear(low);
    arb_clear(u);
}

/* The guard that is lowest, and its value. */
static double lowest(const struct mover *m, arb_srcptr x, int *which)
{
    double g[MAX_GUARDS];
    guards(m, g, x);
    *which = 0;
    for (int i = 1; i < MAX_GUARDS; i++)
        if (g[i] < g[*which])
            *which = i;
    return g[*which];
}

static void report(const struct mover *m, enum motion_event event)
{
    if (m->on_event)
        m->on_event(m->ctx, event, m->x + T);
}

/* At v = 0: sticks, or takes the side to which the mass accelerates. */
static void settle(struct mover *m)
{
    const int before = m->side;
    arb_zero(m->x + V);
    if (!m->set_valued) {
        m->side = -before;
        report(m, MOTION_REVERSAL);
        return;
    }
    double g[MAX_GUARDS];
    m->side = 0;
    guards(m, g, m->x);
    if (g[LOW] < 0)
        m->side = -1;
    else if (g[HIGH] < 0)
        m->side = 1;
    if (m->side == 0 && before != 0)
        report(m, MOTION_CAPTURE);
    else if (m->side != 0 && before == 0)
        report(m, MOTION_RELEASE);
    else if (m->side == -before && before != 0)
        report(m, MOTION_REVERSAL);
}

/* Guard i has fired in state m->x. */
static void transition(struct mover *m, int i)
{
    if (i >= SWITCHES) {
        m->switch_side[i - SWITCHES] *= -1;
        report(m, MOTION_SWITCH);
    } else if (i == WATCH) {
        m->watching = !m->watching;
        report(m, m->watching ? MOTION_FASTER : MOTION_SLOWER);
    } else if (m->side != 0)
        settle(m);
    else {
        m->side = i == LOW ? -1 : 1;
        report(m, MOTION_RELEASE);
    }
}

/* m->trial = the state after H; false where the integrator does not converge. */
static bool try(struct mover *m, const arf_t H)
{
    double factor;
    return extrapolation_step(&m->e, m->x, H, m->trial, &factor);
}

/* No guard is negative at 0; after H one is, in state end. Shrinks H to the first instant at
 * which one is negative, to the resolution of the arithmetic, with m->trial the state there.
 * False where a trial does not converge. */
static bool locate(struct mover *m, arf_t H, arb_srcptr end, int *which)
{
    const slong prec = m->motion->prec;
    double g_low = lowest(m, m->x, which), g_high = lowest(m, end, which);
    arf_t low, middle, width, least;
    arf_init(low);
    arf_init(middle);
    arf_init(width);
    arf_init(least);
    arf_abs(least, arb_midref(m->x + T));
    arf_add(least, least, H, prec, ARF_RND_NEAR);
    arf_mul_2exp_si(least, least, -(prec - 24));
    bool ok = true;
    int kept = 0; /* how often in a row the upper (> 0) or lower (< 0) end has stayed */
    for (;;) {
        arf_sub(width, H, low, prec, ARF_RND_NEAR);
        if (!ok || arf_cmp(width, least) <= 0)
            break;
        /* Regula falsi with Illinois' halving; bisection from a zero, or where one end stays. */
        double weight = 0.5;
        if (g_low > 0 && abs(kept) < 4)
            weight = fmin(fmax(g_low / (g_low - g_high), 0x1p-40), 1 - 0x1p-40);
        arf_set_d(middle, weight);
        arf_mul(middle, middle, width, prec, ARF_RND_NEAR);
        arf_add(middle, middle, low, prec, ARF_RND_NEAR);
        ok = try(m, middle);
        const double g = lowest(m, m->trial, which);
        if (g < 0) {
            arf_set(H, middle);
            g_high = g;
            kept = kept < 0 && weight != 0.5 ? kept - 1 : -1;
            if (kept < -1)
                g_low /= 2;
        } else {
            arf_set(low, middle);
            g_low = g;
            kept = kept > 0 && weight != 0.5 ? kept + 1 : 1;
            if (kept > 1)
                g_high /= 2;
        }
    }
    ok = ok && try(m, H);
    lowest(m, m->trial, which);
    arf_clear(least);
    arf_clear(width);
    arf_clear(middle);
    arf_clear(low);
    return ok;
}

/* How the lowest guards change along the motion, per second: by difference over a time that
 * is short against H. */
static void slopes(struct mover *m, double slope[MAX_GUARDS], arb_srcptr x, const arf_t H)
{
    double g0[MAX_GUARDS], g1[MAX_GUARDS];
    arf_t h;
    arf_init(h);
    arf_mul_2exp_si(h, H, -20);
    arb_ptr dx = _arb_vec_init(m->e.n);
    rate(m, dx, x);
    for (int i = 0; i < m->e.n; i++) {
        arb_mul_arf(dx + i, dx + i, h, m->motion->prec);
        arb_add(dx + i, dx + i, x + i, m->motion->prec);
    }
    guards(m, g0, x);
    guards(m, g1, dx);
    for (int i = 0; i < MAX_GUARDS; i++)
        slope[i] = g1[i] - g0[i];
    _arb_vec_clear(dx, m->e.n);
    arf_clear(h);
}

/* No guard is negative at the ends of the step H from m->x to m->next. Whether one dips below
 * zero between them; H and m->trial are then the place of its minimum. */
static bool dips(struct mover *m, arf_t H)
{
    double start[MAX_GUARDS], end[MAX_GUARDS], middle[MAX_GUARDS];
    slopes(m, start, m->x, H);
    slopes(m, end, m->next, H);
    bool dipped = false;
    for (int i = 0; i < MAX_GUARDS && !dipped; i++) {
        if (!(start[i] < 0 && end[i] > 0))
            continue;
        double g[MAX_GUARDS];
        arf_t low, high, at;
        arf_init(low);
        arf_init(high);
        arf_init(at);
        arf_set(high, H);
        double s_low = start[i], s_high = end[i];
        for (int k = 0; k < 20 && !dipped; k++) {
            const double weight = fmin(fmax(s_low / (s_low - s_high), 0.1), 0.9);
            arf_sub(at, high, low, m->motion->prec, ARF_RND_NEAR);
            arf_mul_si(at, at, (slong)(weight * 1024), m->motion->prec, ARF_RND_NEAR);
            arf_mul_2exp_si(at, at, -10);
            arf_add(at, at, low, m->motion->prec, ARF_RND_NEAR);
            if (!try(m, at))
                break;
            guards(m, g, m->trial);
            dipped = g[i] < 0;
            slopes(m, middle, m->trial, H);
            if (middle[i] < 0) {
                arf_set(low, at);
                s_low = middle[i];
            } else {
                arf_set(high, at);
                s_high = middle[i];
            }
        }
        if (dipped)
            arf_set(H, at);
        arf_clear(at);
        arf_clear(high);
        arf_clear(low);
    }
    return dipped;
}

/* Until no guard is negative. */
static enum motion_status transitions(struct mover *m)
{
    int which;
    for (int k = 0; lowest(m, m->x, &which) < 0; k++) {
        if (k == 2 * MAX_GUARDS)
            return MOTION_STALLED;
        transition(m, which);
    }
    return MOTION_OK;
}

/* After one step of at most H from m->x: m->x is its end, or earlier an instant at which a
 * guard has fired, with its transition made. *reached tells which. H becomes what the next
 * step should try. */
static enum motion_status step(struct mover *m, arf_t H, const arf_t most, bool *reached)
{
    arf_t h;
    double factor = 1;
    int which;
    enum motion_status status = MOTION_OK;
    arf_init(h);
    extrapolation_begin(&m->e, m->x);
    for (bool done = false; !done && status == MOTION_OK;) {
        arf_set(h, arf_cmp(H, most) < 0 ? H : most);
        *reached = arf_cmp(H, most) >= 0;
        done = extrapolation_step(&m->e, m->x, h, m->next, &factor);
        arf_set_d(H, factor);
        arf_mul(H, H, h, m->motion->prec, ARF_RND_NEAR);
        if (m->e.steps + m->e.rejected > m->motion->max_steps)
            status = MOTION_TOO_MANY_STEPS;
        if (!done)
            continue;
        for (int i = 0; i < LAW; i++)
            m->scale[i] = fmax(m->scale[i], fabs(midpoint(m->next + i)));
        const bool fires = lowest(m, m->next, &which) < 0;
        if (!fires && !dips(m, h)) {
            swap(&m->x, &m->next);
            continue;
        }
        *reached = false;
        arf_set(H, h);
        done = locate(m, h, fires ? m->next : m->trial, &which);
        if (!done) /* too long a step to be looked into */
            arf_mul_2exp_si(H, H, -2);
        else {
            swap(&m->x, &m->trial);
            status = transitions(m);
        }
    }
    arf_clear(h);
    return status;
}

/* t <- the instant near it at which the velocity signal vanishes, by Newton's method. */
static void sharpen(const struct mover *m, const struct signal_piece *piece, arb_t t)
{
    const slong prec = m->motion->prec;
    arb_t v, w, h;
    arb_init(v);
    arb_init(w);
    arb_init(h);
    for (int k = 0; k < 4; k++) {
        arb_set_d(h, piece->duration);
        arb_mul_2exp_si(h, h, -prec / 3);
        piece_value(v, piece, t, prec);
        arb_add(w, t, h, prec);
        piece_value(w, piece, w, prec);
        arb_sub(w, w, v, prec);
        arb_div(w, w, h, prec);
        arb_div(v, v, w, prec);
        mag_zero(arb_radref(v));
        if (fabs(midpoint(v)) < 1e-9 * piece->duration)
            arb_sub(t, t, v, prec);
        mag_zero(arb_radref(t));
    }
    arb_clear(h);
    arb_clear(w);
    arb_clear(v);
}

/* Enters the stretch of the driving signal that begins at t (in double), and returns its end:
 * in double, and to all digits. */
static double enter(struct mover *m, double t, arb_t end)
{
    const struct signal *signal = m->motion->signal ? m->motion->signal : &m->motion->plant->force;
    arb_pos_inf(end);
    if (signal->n == 0)
        return HUGE_VAL;
    const struct stretch stretch = signal_stretch(signal, t);
    m->piece = stretch.piece;
    if (m->motion->signal)
        m->side = stretch.sign < 0 ? -1 : stretch.sign > 0;
    if (stretch.end >= HUGE_VAL)
        return HUGE_VAL;
    arb_set_d(end, stretch.end);
    if (m->motion->signal && stretch.end != stretch.piece->start + stretch.piece->duration)
        sharpen(m, stretch.piece, end);
    return stretch.end;
}

static void observe(struct mover *m, size_t i, double t, motion_observer *observer)
{
    arb_t v, s, u, F;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    arb_init(F);
    arb_ptr dx = _arb_vec_init(m->e.n);
    situation(m, v, s, u, m->x);
    if (m->motion->signal) {
        /* The right limit, exactly zero where the signal is. */
        arb_set_d(v, signal_velocity(m->motion->signal, t));
        if (!arb_is_zero(v))
            piece_value(v, m->piece, m->x + T, m->motion->prec);
        arb_set_si(s, arf_sgn(arb_midref(v)));
    }
    friction(m, F, dx, v, s, m->x + LAW);
    if (m->motion->signal && m->set_valued && arb_is_zero(v))
        arb_indeterminate(F);
    const struct motion_sample sample = { m->x + X, v, m->x + ENERGY, m->x + LAW, F };
    observer(m->ctx, i, &sample);
    _arb_vec_clear(dx, m->e.n);
    arb_clear(F);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
}

/* Whether the force jumps at v = 0: in the present state, which is as good as any. */
static bool jumps(const struct mover *m)
{
    arb_t low, high;
    arb_init(low);
    arb_init(high);
    stiction(m, low, high, m->x);
    const bool result = midpoint(high) > midpoint(low);
    arb_clear(high);
    arb_clear(low);
    return result;
}

static void initialise(struct mover *m)
{
    const struct motion *motion = m->motion;
    const int n = arb_law_count(motion->law->states);
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    m->e.n = LAW + n;
    m->e.prec = motion->prec;
    m->e.tolerance = motion->tolerance;
    m->e.scale = m->scale;
    m->e.rate = rate;
    m->e.ctx = m;
    extrapolation_init(&m->e);
    m->x = _arb_vec_init(m->e.n);
    m->next = _arb_vec_init(m->e.n);
    m->trial = _arb_vec_init(m->e.n);
    for (int i = 0; i < LAW; i++)
        m->scale[i] = i == T ? 1 : 1e-5;
    m->standstill = 16 * motion->tolerance * m->scale[V];
    if (motion->law->bound)
        motion->law->bound(bound, motion->p, motion->prec);
    for (int i = 0; i < n; i++) {
        const double b = midpoint(bound + i);
        m->scale[LAW + i] = b > 0 && b < HUGE_VAL ? b : 1e-5;
    }
    _arb_vec_clear(bound, ARB_LAW_MAX);
    arb_ptr const constants[] = { m->mass, m->stiffness, m->damping, m->integral, m->place, m->pull };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        arb_init(constants[i]);
    if (motion->plant) {
        arb_set_d(m->mass, motion->plant->mass);
        arb_set_d(m->stiffness, motion->plant->stiffness);
        arb_set_d(m->damping, motion->plant->damping);
        arb_set_d(m->integral, motion->plant->integral);
        arb_set_d(m->place, motion->plant->place);
        arb_set_d(m->pull, motion->plant->pull);
    }
    double g[MAX_GUARDS];
    if (motion->law->n_switches > 0)
        switches(m, g, m->x);
    for (int i = 0; i < motion->law->n_switches; i++)
        m->switch_side[i] = g[i] < 0 ? -1 : 1;
    m->set_valued = jumps(m);
}

static void clear(struct mover *m)
{
    arb_ptr const constants[] = { m->mass, m->stiffness, m->damping, m->integral, m->place, m->pull };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        arb_clear(constants[i]);
    _arb_vec_clear(m->trial, m->e.n);
    _arb_vec_clear(m->next, m->e.n);
    _arb_vec_clear(m->x, m->e.n);
    extrapolation_clear(&m->e);
}

/* From m->x to the instant `to`, through all events. H is the step to try. */
static enum motion_status travel(struct mover *m, const arb_t to, arf_t H)
{
    enum motion_status status = MOTION_OK;
    arf_t most;
    arf_init(most);
    for (bool reached = false; !reached && status == MOTION_OK;) {
        arf_sub(most, arb_midref(to), arb_midref(m->x + T), m->motion->prec, ARF_RND_NEAR);
        if (arf_sgn(most) <= 0)
            break;
        status = step(m, H, most, &reached);
        if (reached)
            arb_set(m->x + T, to);
    }
    arf_clear(most);
    return status;
}

static enum motion_status run(struct mover *m, const double times[], size_t n,
                              motion_observer *observer)
{
    enum motion_status status = MOTION_OK;
    arb_t end, sample;
    arf_t H;
    arb_init(end);
    arb_init(sample);
    arf_init(H);
    arf_set_d(H, 0x1p-20);
    double t_end = enter(m, 0, end);
    if (m->motion->plant) {
        m->side = !m->set_valued;
        if (m->set_valued)
            settle(m);
    }
    observe(m, 0, 0, observer);
    for (size_t i = 1; i < n && status == MOTION_OK;) {
        if (t_end <= times[i]) {
            status = travel(m, end, H);
            t_end = enter(m, t_end, end);
            if (status == MOTION_OK)
                status = transitions(m);
            continue;
        }
        arb_set_d(sample, times[i]);
        status = travel(m, sample, H);
        if (status == MOTION_OK)
            observe(m, i, times[i], observer);
        i++;
    }
    arf_clear(H);
    arb_clear(sample);
    arb_clear(end);
    return status;
}

enum motion_status motion_run(const struct motion *motion, const double times[], size_t n,
                              motion_observer *observer, motion_event_observer *on_event, void *ctx,
                              unsigned long *steps)
{
    struct mover m = { .motion = motion, .on_event = on_event, .ctx = ctx };
    if (motion->law->n_memory > 0)
        return MOTION_UNSUPPORTED;
    initialise(&m);
    const enum motion_status status = run(&m, times, n, observer);
    *steps = m.e.steps;
    clear(&m);
    return status;
}
