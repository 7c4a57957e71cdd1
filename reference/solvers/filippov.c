/* Runs the phases of a motion one after the other, from guard to guard, and shows the samples. */
#include "reference/solvers/filippov.h"

#include <math.h>
#include <stdlib.h>

#include "reference/solvers/filippov_state.h"
#include "reference/taylor/law_text.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* Enters the interval of the input that begins at t (in double), and returns its end: in
 * double, and to all digits. */
static double enter(struct filippov_state *m, double t, arb_t end)
{
    const struct signal *signal = m->motion->signal ? m->motion->signal : &m->motion->plant->force;
    arb_pos_inf(end);
    if (signal->n == 0)
        return HUGE_VAL;
    const struct smooth_interval interval = signal_interval(signal, t);
    if (m->input.segment && !(interval.end < HUGE_VAL))
        return HUGE_VAL; /* the input is over and its last formula goes on */
    m->input = signal_ball_of(&interval);
    if (m->motion->signal) {
        const int before = m->side;
        m->side = interval.sign < 0 ? -1 : interval.sign > 0;
        if (m->side != before || t == 0)
            filippov_turn(m);
        if (m->side != 0)
            filippov_take_sides(m);
    }
    if (interval.end < HUGE_VAL)
        signal_ball_end(end, &m->input, &interval, m->motion->prec);
    return interval.end;
}

/* Returns true when the interval that ends at t_end is over at the sample, up to rounding. */
static bool is_over(const struct filippov_state *m, double t_end, double sample)
{
    const struct signal *signal = m->motion->signal ? m->motion->signal : &m->motion->plant->force;
    return signal->n > 0 && t_end - sample <= signal_resolution(signal, sample);
}

static void observe(struct filippov_state *m, size_t i, double t, filippov_observer *observer)
{
    arb_t v, s, u, F;
    arb_init(v);
    arb_init(s);
    arb_init(u);
    arb_init(F);
    arb_ptr dx = _arb_vec_init(m->e.n);
    filippov_situation(m, v, s, u, m->x);
    if (m->motion->signal) {
        /* The right limit, exactly zero where the signal is. */
        arb_set_d(v, signal_velocity(m->motion->signal, t));
        if (!certainly(ball_is_zero(v)))
            signal_ball_value(v, &m->input, m->x + T, m->motion->prec);
        arb_set_si(s, arf_sgn(arb_midref(v)));
    }
    filippov_friction(m, F, dx, v, s, m->x + LAW);
    if (m->motion->signal && m->set_valued && certainly(ball_is_zero(v)))
        arb_indeterminate(F);
    else
        mag_zero(arb_radref(F));
    mag_zero(arb_radref(v));
    const struct filippov_sample sample = { m->x + X, v, m->x + ENERGY, m->x + LAW, F };
    observer(m->ctx, i, &sample);
    _arb_vec_clear(dx, m->e.n);
    arb_clear(F);
    arb_clear(u);
    arb_clear(s);
    arb_clear(v);
}

/* Finds whether the force jumps at v = 0, and whether the law's rates do, in the present state: the
 * answer does not depend on the state. */
static void jumps(const struct filippov_state *m, bool *force, bool *rates)
{
    const struct arb_law *law = m->motion->law;
    const int n = arb_law_count(law->states);
    arb_t low, high, zero;
    arb_ptr dx[] = { _arb_vec_init(n), _arb_vec_init(n) };
    arb_init(low);
    arb_init(high);
    arb_init(zero);
    filippov_stiction(m, low, high, m->x);
    *force = filippov_midpoint(high) > filippov_midpoint(low);
    *rates = false;
    for (int side = 0; n > 0 && side < 2; side++) {
        arb_set_si(low, side == 0 ? -1 : 1);
        law->rate(dx[side], m->p, zero, low, filippov_join(m, m->x + LAW), m->motion->prec);
    }
    for (int i = 0; i < n; i++)
        *rates = *rates || filippov_midpoint(dx[0] + i) != filippov_midpoint(dx[1] + i);
    arb_clear(zero);
    arb_clear(high);
    arb_clear(low);
    _arb_vec_clear(dx[1], n);
    _arb_vec_clear(dx[0], n);
}

/* The smallest scales of position, velocity, integral and energy, m, m/s, m s, J: pre-sliding, the
 * shortest scale of all friction, sets how small a motion can matter before any has been seen. */
static const double SMALL = 1e-5;

static void set_scales(struct filippov_state *m)
{
    const struct arb_law *law = m->motion->law;
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; i < m->e.n; i++)
        m->scale[i] = i == T ? 1 : SMALL;
    if (law->bound)
        law->bound(bound, m->p, m->motion->prec);
    for (int i = LAW; i < m->e.n; i++) {
        const double b = filippov_midpoint(bound + i - LAW);
        if (b > 0 && b < HUGE_VAL)
            m->scale[i] = b;
    }
    _arb_vec_clear(bound, ARB_LAW_MAX);
}

static void set_plant(struct filippov_state *m, const struct plant *plant)
{
    arb_set_d(m->mass, plant->mass);
    arb_set_d(m->stiffness, plant->stiffness);
    arb_set_d(m->damping, plant->damping);
    arb_set_d(m->integral, plant->integral);
    arb_set_d(m->place, plant->place);
    arb_set_d(m->pull, plant->pull);
}

static void initialise(struct filippov_state *m)
{
    const struct filippov *motion = m->motion;
    const int n_params = arb_law_count(motion->law->params);
    m->p = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; i < n_params; i++)
        arb_get_mid_arb(m->p + i, motion->p + i);
    m->e.n = LAW + arb_law_count(motion->law->states);
    m->e.prec = motion->prec;
    m->e.tolerance = motion->tolerance;
    m->e.scale = m->scale;
    m->e.rate = filippov_rate;
    m->e.ctx = m;
    extrapolation_init(&m->e);
    m->x = _arb_vec_init(m->e.n);
    m->joined = _arb_vec_init(arb_law_size(motion->law));
    m->guard_size = memory_array(ARB_LAW_MAX, sizeof *m->guard_size);
    arb_law_begin(motion->law, m->joined, m->p);
    for (int i = LAW; i < m->e.n; i++)
        arb_get_mid_arb(m->x + i, m->joined + i - LAW);
    m->next = _arb_vec_init(m->e.n);
    m->trial = _arb_vec_init(m->e.n);
    arb_init(m->mass);
    arb_init(m->stiffness);
    arb_init(m->damping);
    arb_init(m->integral);
    arb_init(m->place);
    arb_init(m->pull);
    set_scales(m);
    if (motion->plant)
        set_plant(m, motion->plant);
}

static void clear(struct filippov_state *m)
{
    arb_clear(m->pull);
    arb_clear(m->place);
    arb_clear(m->integral);
    arb_clear(m->damping);
    arb_clear(m->stiffness);
    arb_clear(m->mass);
    free(m->guard_size);
    _arb_vec_clear(m->joined, arb_law_size(m->motion->law));
    _arb_vec_clear(m->trial, m->e.n);
    _arb_vec_clear(m->next, m->e.n);
    _arb_vec_clear(m->x, m->e.n);
    extrapolation_clear(&m->e);
    _arb_vec_clear(m->p, ARB_LAW_MAX);
}

/* From rest the mass sticks, or takes the side to which it accelerates. */
static void depart(struct filippov_state *m)
{
    m->side = 0;
    if (m->set_valued) {
        filippov_settle(m);
        return;
    }
    m->side = 1;
    filippov_take_sides(m);
    arb_ptr dx = _arb_vec_init(m->e.n);
    filippov_rate(m, dx, m->x);
    m->side = arf_sgn(arb_midref(dx + V)) < 0 ? -1 : 1;
    filippov_take_sides(m);
    filippov_turn(m);
    _arb_vec_clear(dx, m->e.n);
}

/* Moves from m->x to the instant `to`, through all events. H is the step to try. */
static enum filippov_status travel(struct filippov_state *m, const arb_t to, arf_t H)
{
    enum filippov_status status = FILIPPOV_OK;
    arf_t most;
    arf_init(most);
    for (bool reached = false; !reached && status == FILIPPOV_OK;) {
        arf_sub(most, arb_midref(to), arb_midref(m->x + T), m->motion->prec, ARF_RND_NEAR);
        if (arf_sgn(most) <= 0)
            break;
        status = filippov_step(m, H, most, &reached);
        if (reached)
            arb_set(m->x + T, to);
    }
    arf_clear(most);
    return status;
}

static enum filippov_status run(struct filippov_state *m, const double times[], size_t n,
                                filippov_observer *observer)
{
    enum filippov_status status = FILIPPOV_OK;
    arb_t end, sample;
    arf_t H;
    arb_init(end);
    arb_init(sample);
    arf_init(H);
    arf_set_d(H, 0x1p-20);
    double t_end = enter(m, 0, end);
    if (m->motion->plant)
        depart(m);
    observe(m, 0, 0, observer);
    for (size_t i = 1; i < n && status == FILIPPOV_OK;) {
        if (is_over(m, t_end, times[i])) {
            status = travel(m, end, H);
            t_end = enter(m, t_end, end);
            if (status == FILIPPOV_OK)
                status = filippov_transitions(m);
            continue;
        }
        arb_set_d(sample, times[i]);
        status = travel(m, sample, H);
        if (status == FILIPPOV_OK)
            observe(m, i, times[i], observer);
        i++;
    }
    arf_clear(H);
    arb_clear(sample);
    arb_clear(end);
    return status;
}

/* Returns the text that tells of the law's events, or NULL. */
static const struct law_graph *events_of(const struct arb_law *law)
{
    const struct law_graph *text = law->n_memory > 0 ? arb_law_text(law) : NULL;
    return text && text->n_events <= ARB_LAW_MAX ? text : NULL;
}

static bool is_told(const struct arb_law *law)
{
    return (law->n_memory == 0 || law->turn || events_of(law)) && !law->stick_band;
}

const struct arb_law *filippov_law(const struct arb_law *law)
{
    const struct arb_law *text = arb_law_along(law);
    return is_told(law) ? law : is_told(text) ? text : NULL;
}

enum filippov_status filippov_run(const struct filippov *motion, const double times[], size_t n,
                                  filippov_observer *observer, filippov_event_observer *on_event,
                                  void *ctx, unsigned long *steps)
{
    struct filippov_state m = {
        .motion = motion, .on_event = on_event, .ctx = ctx, .text = events_of(motion->law)
    };
    bool rates_jump;
    if (!is_told(motion->law))
        return FILIPPOV_UNSUPPORTED;
    initialise(&m);
    jumps(&m, &m.set_valued, &rates_jump);
    /* A law with memory sticks by what it remembers. */
    m.set_valued = m.set_valued && motion->law->n_memory == 0;
    /* A force that does not jump cannot hold the mass at v = 0. With rates that do, it would
     * cross ever faster, where only a sliding mode of another kind is a solution. */
    const bool unsupported = motion->plant && rates_jump && !m.set_valued;
    const enum filippov_status status =
        unsupported ? FILIPPOV_UNSUPPORTED : run(&m, times, n, observer);
    *steps = m.e.steps;
    clear(&m);
    return status;
}
