/* Takes a law with events past them, and past zeros of v (walk.h). */
#include "reference/motion/walk.h"
#include "tools/base/decide.h"

/* Narrows down what is a time h after now, where events began. */
static void narrow_after(struct walk *w, const arb_t h)
{
    struct events *e = &w->events;
    const slong n = w->step.n_states;
    arb_ptr change = _arb_vec_init(n);
    events_narrow(e, h);
    if (e->has_moved)
        _arb_vec_scalar_mul(change, e->rate, n, h, w->step.prec);
    frame_carry(&w->step.general.frame, e->first, e->x, change, e->was_set, w->step.prec);
    _arb_vec_clear(change, n);
}

/* Shows the samples before `to`, which is now, as all that has been passed. */
static void show_hull(struct walk *w, const arb_t to)
{
    while (walk_reaches(w, to) && certainly(ball_less(w->samples->from + w->i, to))) {
        _arb_vec_set(w->x, w->events.hull, arb_law_size(w->m->law));
        _arb_vec_set(w->energy, w->events.energy_hull, w->m->energy ? w->step.n_parts : 0);
        walk_show(w);
    }
}

void walk_reach(struct walk *w, const arb_t to)
{
    arb_t h;
    arb_init(h);
    arb_sub(h, to, w->now, ARF_PREC_EXACT);
    narrow_after(w, h);
    arb_set(w->now, to);
    show_hull(w, to);
    arb_clear(h);
}

/* Returns true when all guards at `to`, where events have led, are known to some bits: a step may
 * begin there. */
static bool is_clear(struct walk *w, const arb_t to, int sign)
{
    enum { FEW_BITS = 8 };
    struct events *e = &w->events;
    const struct general_step *g = e->g;
    bool clear = true;
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, w->segment, to, g->prec);
    events_evaluate(e, v, sign, e->x);
    for (unsigned i = 0; clear && i < g->law->n_events; i++) {
        const arb_struct *guard = g->tape.value + g->law->events[i].guard;
        clear = general_guard_stays(g, i) || certainly(ball_is_zero(guard)) ||
                arb_rel_accuracy_bits(guard) >= FEW_BITS;
    }
    arb_clear(v);
    return clear;
}

/* Returns a copy of where the law is now, which put_back puts back. */
static arb_ptr keep(const struct walk *w)
{
    arb_ptr kept = _arb_vec_init(2L * ARB_LAW_MAX);
    _arb_vec_set(kept, w->m->x, arb_law_size(w->m->law));
    _arb_vec_set(kept + ARB_LAW_MAX, w->m->energy, w->m->energy ? w->step.n_parts : 0);
    return kept;
}

static void put_back(struct walk *w, arb_srcptr kept)
{
    _arb_vec_set(w->m->x, kept, arb_law_size(w->m->law));
    _arb_vec_set(w->m->energy, kept + ARB_LAW_MAX, w->m->energy ? w->step.n_parts : 0);
}

/* Goes over the time until `to` by ranges: events happen for certain or not, or stay open. */
typedef bool passing(struct events *e, const arb_t from, const arb_t to, int sign);

/* Goes to `to` by ranges of a law with events, and shows the samples before. Returns false, and
 * stays, where it is not certain what happens until then or, if that is asked for, guards are not
 * clear there: *is_near, where it is not NULL. */
static bool pass_until(struct walk *w, const arb_t to, passing *pass, bool *is_near)
{
    arb_ptr kept = keep(w);
    int sign;
    events_begin(&w->events);
    bool ok = walk_has_sign(w, to, &sign) && pass(&w->events, w->now, to, sign);
    if (is_near) {
        *is_near = ok && !is_clear(w, to, sign);
        ok = ok && !*is_near;
    }
    if (ok)
        walk_reach(w, to);
    else
        put_back(w, kept);
    _arb_vec_clear(kept, 2L * ARB_LAW_MAX);
    return ok;
}

static bool pass_events(struct walk *w, const arb_t to, passing *pass, bool *is_near)
{
    const bool ok = pass_until(w, to, pass, is_near);
    if (ok)
        walk_show_now(w);
    return ok;
}

/* Returns true when `to` is the segment's end, of which almost nothing is left. */
static bool is_almost_over(const struct walk *w, const arb_t to)
{
    enum { LOG_MUCH = 16 };
    arb_t left;
    arb_init(left);
    arb_sub(left, w->end, w->now, ARF_PREC_EXACT);
    arb_mul_2exp_si(left, left, LOG_MUCH);
    const bool is = ball_same(to, w->end) && certainly(ball_less(left, w->end));
    arb_clear(left);
    return is;
}

bool walk_past_events(struct walk *w, const arb_t limit)
{
    enum { LONGER = 8 }; /* times that guards are too close to zero for the next step */
    const slong tries = w->m->prec + ZERO_BITS;
    arb_t to, near;
    arb_init(to);
    arb_init(near);
    bool ok = false, is_last = false;
    int n_near = 0;
    for (slong k = 0; !ok && !is_last && n_near < LONGER && k < tries; k++) {
        bool is_near = false;
        arb_add(to, w->now, w->blind, ARF_PREC_EXACT);
        is_last = !certainly(ball_less(to, limit));
        if (is_last)
            arb_set(to, limit);
        ok = pass_events(w, to, events_pass, is_last ? NULL : &is_near);
        if (!ok && is_last && is_almost_over(w, to)) /* the next segment tells what happens */
            ok = pass_events(w, to, events_open, NULL);
        if (is_near && n_near++ == 0)
            arb_set(near, to);
        else if (!is_near && !ok && n_near > 0)
            break; /* more happens there */
        arb_mul_2exp_si(w->blind, w->blind, 1);
        w->attempts++;
    }
    ok = ok || (n_near > 0 && pass_events(w, near, events_pass, NULL));
    arb_clear(near);
    arb_clear(to);
    return ok;
}

static bool is_at_zero(const struct walk *w, const arb_t tau)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, w->segment, tau, w->step.prec);
    const bool is = certainly(ball_is_zero(v));
    arb_clear(v);
    return is;
}

/* Makes the transitions that are due now, at that sign of v; 0: v is zero. */
static bool settle(struct walk *w, int sign)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, w->segment, w->now, w->step.prec);
    const bool ok = events_settle(&w->events, v, sign);
    arb_clear(v);
    return ok;
}

/* Goes to `to` past the next sample, at which v is zero: it shows what begins there. */
static bool cross_at_sample(struct walk *w, const arb_t to)
{
    arb_t zero;
    arb_init(zero);
    arb_set(zero, w->samples->from + w->i);
    const int direction = arb_segment_direction(w->segment, zero, w->step.prec);
    bool ok = direction != 0 && pass_until(w, zero, events_pass, NULL) && settle(w, direction);
    walk_show_now(w);
    ok = ok && pass_events(w, to, events_pass, NULL);
    arb_clear(zero);
    return ok;
}

bool walk_across_zero(struct walk *w, const arb_t to)
{
    if (walk_reaches(w, to) && is_at_zero(w, w->samples->from + w->i))
        return cross_at_sample(w, to);
    events_begin(&w->events);
    const bool ok = events_cross(&w->events, w->now, to);
    walk_reach(w, to);
    walk_show_now(w);
    return ok;
}

void walk_reach_signs(const struct walk *w, arb_t width, const arb_t tau, bool before)
{
    arb_t t;
    arb_init(t);
    arb_set(width, w->least);
    for (slong k = 0; k < w->m->prec + ZERO_BITS; k++) {
        arb_add(t, tau, width, ARF_PREC_EXACT);
        bool has = walk_sign_between(w, t, t) != 0;
        arb_sub(t, tau, width, ARF_PREC_EXACT);
        has = has && (!before || walk_sign_between(w, t, t) != 0);
        if (has)
            break;
        arb_mul_2exp_si(width, width, 1);
    }
    arb_clear(t);
}

/* Goes to an end that is a ball, until which no event happens. */
static bool finish_closed(struct walk *w, const arb_t upper)
{
    const int n = w->step.n_states, n_memory = w->m->law->n_memory;
    events_begin(&w->events);
    bool ok = !walk_is_open(w) && events_end(&w->events, w->now, upper);
    for (int i = n; i < n + n_memory; i++)
        ok = ok && ball_same(w->events.hull + i, w->m->x + i);
    return ok;
}

/* The same where events may happen. */
static bool finish_open(struct walk *w, const arb_t upper)
{
    int sign;
    events_begin(&w->events);
    return walk_has_sign(w, upper, &sign) && events_open(&w->events, w->now, upper, sign);
}

bool walk_finish(struct walk *w, const arb_t upper)
{
    arb_ptr kept = keep(w);
    bool ok = finish_closed(w, upper);
    if (!ok) {
        put_back(w, kept);
        ok = finish_open(w, upper);
    }
    _arb_vec_set(w->m->x, w->events.hull, w->step.n_states);
    if (w->m->energy)
        _arb_vec_set(w->m->energy, w->events.energy_hull, w->step.n_parts);
    arb_t h; /* any time up to all of it */
    arb_init(h);
    arb_sub(h, upper, w->now, ARF_PREC_EXACT);
    arb_mul_2exp_si(h, h, -1);
    arb_get_mag(arb_radref(h), h);
    narrow_after(w, h);
    arb_clear(h);
    _arb_vec_clear(kept, 2L * ARB_LAW_MAX);
    return ok;
}

bool walk_begin(struct walk *w)
{
    struct events *e = &w->events;
    events_init(e, &w->step.general);
    w->has_events = !w->step.is_linear && general_step_has_events(&w->step.general);
    if (!w->has_events)
        return true;
    arb_t v;
    arb_init(v);
    e->segment = w->segment;
    e->x = w->m->x;
    e->energy = w->m->energy;
    e->span = w->m->span;
    e->ctx = w->m->ctx;
    const int sign = arb_segment_direction(w->segment, w->now, w->step.prec);
    const bool is_told = walk_is_told(w, w->now);
    bool ok = true;
    if (walk_is_open(w)) {
        arb_clear(v);
        return (w->rests || (sign != 0 && is_told)) && walk_close(w, sign);
    }
    if (w->rests || sign != 0)
        ok = settle(w, sign);
    if (!w->rests && (sign == 0 || !is_told)) {
        if (sign != 0) /* v is as good as zero, but has only that sign: so samples show */
            walk_show_now(w);
        walk_reach_signs(w, v, w->now, false);
        arb_add(v, w->now, v, ARF_PREC_EXACT);
        ok = ok && walk_across_zero(w, v);
    }
    arb_clear(v);
    return ok;
}
