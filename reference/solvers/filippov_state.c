/* The equations of motion in each phase, and the guards that end it. */
#include "reference/solvers/filippov_state.h"

#include <math.h>

double filippov_midpoint(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* The plant's applied force u in state x, N. */
static void applied_force(const struct filippov_state *m, arb_t u, arb_srcptr x)
{
    const slong prec = m->motion->prec;
    arb_t w;
    arb_init(w);
    if (m->input.segment)
        signal_ball_value(u, &m->input, x + T, prec);
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

arb_srcptr filippov_join(const struct filippov_state *m, arb_srcptr law_x)
{
    if (m->motion->law->n_memory == 0)
        return law_x;
    _arb_vec_set(m->joined, law_x, m->e.n - LAW);
    return m->joined;
}

static void law_phase(const struct filippov_state *m, arb_t F, arb_ptr dx, const arb_t v,
                      const arb_t s, arb_srcptr law_x)
{
    const struct arb_law *law = m->motion->law;
    law_x = filippov_join(m, law_x);
    if (law->phase) {
        law->phase(F, dx, m->p, v, s, law_x, m->switch_side, m->motion->prec);
        return;
    }
    law->force(F, m->p, v, s, law_x, m->motion->prec);
    if (law->states)
        law->rate(dx, m->p, v, s, law_x, m->motion->prec);
}

/* The law's force and rates at v. Where a trial step overshoots v = 0, the side's own values go on
 * smoothly: the odd reflection at v = 0, which has the same slope. */
void filippov_friction(const struct filippov_state *m, arb_t F, arb_ptr dx, const arb_t v,
                       const arb_t s, arb_srcptr law_x)
{
    const slong prec = m->motion->prec;
    const int n = arb_law_count(m->motion->law->states);
    if (arf_sgn(arb_midref(v)) * arf_sgn(arb_midref(s)) >= 0) {
        law_phase(m, F, dx, v, s, law_x);
        return;
    }
    arb_t at;
    arb_init(at);
    arb_ptr dx0 = _arb_vec_init(n + 1);
    arb_neg(at, v);
    law_phase(m, F, dx, at, s, law_x);
    arb_zero(at);
    law_phase(m, dx0 + n, dx0, at, s, law_x);
    for (int i = 0; i < n; i++) {
        arb_mul_2exp_si(dx0 + i, dx0 + i, 1);
        arb_sub(dx + i, dx0 + i, dx + i, prec);
    }
    arb_mul_2exp_si(dx0 + n, dx0 + n, 1);
    arb_sub(F, dx0 + n, F, prec);
    _arb_vec_clear(dx0, n + 1);
    arb_clear(at);
}

void filippov_stiction(const struct filippov_state *m, arb_t low, arb_t high, arb_srcptr x)
{
    const struct filippov *motion = m->motion;
    arb_srcptr law_x = filippov_join(m, x + LAW);
    arb_t zero, s;
    arb_init(zero);
    arb_init(s);
    arb_set_si(s, -1);
    motion->law->force(low, m->p, zero, s, law_x, motion->prec);
    arb_one(s);
    motion->law->force(high, m->p, zero, s, law_x, motion->prec);
    arb_clear(s);
    arb_clear(zero);
}

/* The selection s at which friction balances the applied force u. */
static void balance(const struct filippov_state *m, arb_t s, const arb_t u, arb_srcptr x)
{
    const slong prec = m->motion->prec;
    arb_t low, high, w;
    arb_init(low);
    arb_init(high);
    arb_init(w);
    filippov_stiction(m, low, high, x);
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

void filippov_situation(const struct filippov_state *m, arb_t v, arb_t s, arb_t u, arb_srcptr x)
{
    arb_set_si(s, m->side);
    arb_zero(u);
    if (m->motion->signal) {
        if (m->side == 0)
            arb_zero(v);
        else
            signal_ball_value(v, &m->input, x + T, m->motion->prec);
        return;
    }
    applied_force(m, u, x);
    if (m->side == 0) {
        arb_zero(v);
        balance(m, s, u, x);
    } else
        arb_set(v, x + V);
}

void filippov_rate(void *ctx, arb_ptr dx, arb_srcptr x)
{
    const struct filippov_state *m = ctx;
    const slong prec = m->motion->prec;
    arb_t v, s, u, F;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    arb_init(F);
    filippov_situation(m, v, s, u, x);
    filippov_friction(m, F, dx + LAW, v, s, x + LAW);
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

/* Returns the size below which the tolerance cannot tell a state of that scale from zero: a step
 * errs by up to the tolerance of scale + |x|, twice the scale, and errors of a few steps add up. */
static double slack(const struct filippov_state *m, double scale)
{
    return 16 * m->motion->tolerance * scale;
}

/* The velocity as the law's events see it: it has the sign of the side until the mass has left
 * that, so that what turns does so with the mass. */
static void direct(const struct filippov_state *m, arb_t v)
{
    if (m->side * arf_sgn(arb_midref(v)) > 0)
        return;
    arb_set_si(v, m->side);
    arb_mul_2exp_si(v, v, -4 * m->motion->prec);
}

static int n_switches(const struct filippov_state *m)
{
    return m->text ? (int)m->text->n_events : m->motion->law->n_switches;
}

/* Evaluates the law's switches, or guards, at the present selection, s = side. */
static void switches(const struct filippov_state *m, double g[ARB_LAW_MAX], arb_srcptr x)
{
    const struct arb_law *law = m->motion->law;
    arb_ptr value = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, s, u;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    filippov_situation(m, v, s, u, x);
    if (m->text) {
        direct(m, v);
        graph_law_guards(m->text, value, m->p, v, s, filippov_join(m, x + LAW), m->motion->prec);
    } else
        law->switches(value, m->p, v, s, filippov_join(m, x + LAW), m->motion->prec);
    for (int i = 0; i < n_switches(m); i++)
        g[i] = filippov_midpoint(value + i);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
    _arb_vec_clear(value, ARB_LAW_MAX);
}

void filippov_take_sides(struct filippov_state *m)
{
    double g[ARB_LAW_MAX];
    if (m->text || m->motion->law->n_switches == 0)
        return;
    switches(m, g, m->x);
    for (int i = 0; i < m->motion->law->n_switches; i++)
        m->switch_side[i] = g[i] > 0 || m->motion->law->n_memory > 0 ? 1 : -1;
}

/* Takes the state and memory that a law has computed, without the radii. */
static void take_joined(struct filippov_state *m)
{
    const int n = m->e.n - LAW;
    for (int i = 0; i < n + m->motion->law->n_memory; i++)
        mag_zero(arb_radref(m->joined + i));
    _arb_vec_set(m->x + LAW, m->joined, n);
}

/* Lets what is due at v and s happen, event i of the text first unless it is -1. */
static void happen(struct filippov_state *m, int i)
{
    arb_t v, s, u;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    filippov_situation(m, v, s, u, m->x);
    direct(m, v);
    arb_set_si(s, m->side);
    filippov_join(m, m->x + LAW);
    graph_law_happen(m->text, m->joined, m->p, i, v, s, m->motion->prec);
    take_joined(m);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
}

void filippov_turn(struct filippov_state *m)
{
    if (m->text)
        happen(m, -1);
    if (!m->motion->law->turn)
        return;
    filippov_join(m, m->x + LAW);
    m->motion->law->turn(m->joined, m->p, m->motion->prec);
    take_joined(m);
}

void filippov_switch(struct filippov_state *m, int i)
{
    if (m->text) {
        happen(m, i);
        return;
    }
    if (!m->motion->law->transition) {
        m->switch_side[i] *= -1;
        return;
    }
    arb_t v, s, u;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    filippov_situation(m, v, s, u, m->x);
    filippov_join(m, m->x + LAW);
    m->motion->law->transition(m->joined, m->p, i, v, s, m->motion->prec);
    take_joined(m);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
}

static void stuck_guards(const struct filippov_state *m, double g[MAX_GUARDS], arb_srcptr x)
{
    arb_t u, low, high;
    arb_init(u);
    arb_init(low);
    arb_init(high);
    applied_force(m, u, x);
    filippov_stiction(m, low, high, x);
    const double size = slack(m, fabs(filippov_midpoint(low)) + fabs(filippov_midpoint(high)));
    arb_sub(low, u, low, m->motion->prec);
    arb_sub(high, high, u, m->motion->prec);
    g[LOW] = filippov_midpoint(low) / size;
    g[HIGH] = filippov_midpoint(high) / size;
    arb_clear(high);
    arb_clear(low);
    arb_clear(u);
}

/* Guards of a text are measured by how large they have been. */
static void measure(const struct filippov_state *m, double g[ARB_LAW_MAX])
{
    for (int i = 0; i < n_switches(m); i++) {
        if (m->text) {
            m->guard_size[i] = fmax(m->guard_size[i], fabs(g[i]));
            g[i] = g[i] == 0 ? 0 : g[i] / slack(m, m->guard_size[i]);
        } else
            g[i] *= m->switch_side[i] / slack(m, m->scale[LAW]);
    }
}

void filippov_guards(const struct filippov_state *m, double g[MAX_GUARDS], arb_srcptr x)
{
    for (int i = 0; i < MAX_GUARDS; i++)
        g[i] = 1;
    if (n_switches(m) > 0 && m->side != 0) {
        switches(m, g + SWITCHES, x);
        measure(m, g + SWITCHES);
    }
    if (m->motion->signal)
        return;
    if (m->side == 0) {
        stuck_guards(m, g, x);
        return;
    }
    const double standstill = slack(m, m->scale[V]), speed = m->side * filippov_midpoint(x + V);
    g[LOW] = speed / standstill;
    if (m->motion->watched_speed > 0)
        g[WATCH] = (speed - m->motion->watched_speed) * (m->watching ? 1 : -1) / standstill;
}
