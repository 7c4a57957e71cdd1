/* Chooses the steps along a segment: as long as the series converge, and by ranges next to zeros of
 * v. */
#include "reference/motion/steps.h"

#include "reference/motion/walk.h"
#include "tools/base/decide.h"

/* The cost of an attempt, relative to that of a step. */
static const double ATTEMPT = 0.05;

/* Goes to `to`, or to the next sample before, by ranges, at that sign of v; 0: any. */
static bool creep(struct walk *w, const arb_t to, int sign)
{
    struct stepper *s = &w->step;
    struct taylor_range r;
    arb_t end;
    arb_init(end);
    arb_set(end, to);
    if (walk_reaches(w, to) && certainly(ball_less(w->now, w->samples->from + w->i)))
        arb_set(end, w->samples->from + w->i);
    taylor_range_init(&r);
    const bool ok = stepper_range(s, &r, w->segment, w->m->x, w->now, end, sign);
    stepper_move(s, &r, w->m->x);
    if (w->m->energy)
        stepper_add_range(s, &r, w->m->energy);
    if (w->m->span)
        w->m->span(w->m->ctx, &(struct arb_span){ w->now, end, r.v, r.box, w->m->x });
    arb_set(w->now, end);
    walk_show_now(w);
    arb_clear(end);
    taylor_range_clear(&r);
    return ok;
}

/* Rounds x to a short number: long ones make exact sums long. */
static void shorten(arb_t x) { arf_set_round(arb_midref(x), arb_midref(x), 16, ARF_RND_DOWN); }

static bool within_limit(struct walk *w)
{
    const double steps = w->step.cost * (1 + ATTEMPT * w->attempts);
    w->attempts = 0;
    return work_limit_take(w->m->limit, steps, w->m->prec);
}

/* Goes on by a range, twice as long as the one before, where no step can begin. */
static bool creep_on(struct walk *w, const arb_t limit, int sign)
{
    if (!w->step.is_linear && certainly(ball_less(w->blind, w->step.general.near)))
        arb_set(w->blind, w->step.general.near);
    if (w->has_events)
        return walk_past_events(w, limit);
    arb_t to;
    arb_init(to);
    arb_add(to, w->now, w->blind, ARF_PREC_EXACT);
    if (!certainly(ball_less(to, limit)))
        arb_set(to, limit);
    arb_mul_2exp_si(w->blind, w->blind, 1);
    const bool ok = creep(w, to, sign);
    arb_clear(to);
    return ok;
}

/* Makes a step shorter that has failed: a little, and of a law that is not linear, where attempts
 * cost more, by far where that has not helped. */
static void shrink(const struct walk *w, arb_t h)
{
    enum { FEW = 4 };
    const bool little = w->step.is_linear || w->attempts <= FEW;
    if (little)
        arb_mul_ui(h, h, 5, 64);
    arb_mul_2exp_si(h, h, little ? -3 : -2);
}

/* Sets the step to try after one of length h: longer, unless a general one has just had to
 * shrink. */
static void grow(struct walk *w, const arb_t h)
{
    const ulong halves = w->step.is_linear ? 3 : w->attempts == 1 ? 4 : 2;
    arb_mul_ui(w->guess, h, halves, 64);
    arb_mul_2exp_si(w->guess, w->guess, -1);
}

/* Lets ranges be short again after a step that is much longer. */
static void see_again(struct walk *w, const arb_t to, bool is_whole)
{
    enum { LOG_MUCH = 10 };
    arb_t h;
    arb_init(h);
    arb_sub(h, to, w->now, ARF_PREC_EXACT);
    arb_mul_2exp_si(h, h, -LOG_MUCH);
    if (is_whole || certainly(ball_less(w->blind, h)))
        arb_set(w->blind, w->least);
    arb_clear(h);
}

/* Makes the next step shorter after some of length h of which a kink has left little, until `to`: a
 * gap is known better over a shorter step. */
static void look_closer(struct walk *w, const arb_t h, const arb_t to)
{
    enum { LOG_MUCH = 8, SOME = 8 };
    arb_t left;
    arb_init(left);
    arb_sub(left, to, w->now, ARF_PREC_EXACT);
    arb_mul_2exp_si(left, left, LOG_MUCH);
    w->cut_short = certainly(ball_less(left, h)) ? w->cut_short + 1 : 0;
    if (w->cut_short >= SOME)
        arb_set(w->guess, left);
    arb_clear(left);
}

/* Returns true when a length is no more than that of a few ranges. */
static bool is_as_short_as_ranges(const struct walk *w, const arb_t h)
{
    enum { LOG_FEW = 6 };
    arb_t few;
    arb_init(few);
    arb_mul_2exp_si(few, w->blind, LOG_FEW);
    const bool is = certainly(ball_at_most(h, few));
    arb_clear(few);
    return is;
}

/* Makes a step shorter that a kink has left none of, so that it just reaches there: the kink's
 * place is then known better; or that a loose kink has, so that it is allowed. Returns false where
 * that is not known. */
static bool take_near(const struct walk *w, arb_t h, enum general_end end)
{
    arb_t near;
    arb_init(near);
    arb_mul_2exp_si(near, w->step.general.near, end == GENERAL_NEAR_KINK ? 2 : 0);
    shorten(near);
    const bool is_known = certainly(ball_is_positive(near)) && certainly(ball_less(near, h));
    if (is_known)
        arb_set(h, near);
    arb_clear(near);
    return is_known;
}

/* Takes one step from now, at most to `limit`. Returns false where it fails. */
static bool advance(struct walk *w, const arb_t limit)
{
    arb_t to, h;
    arb_init(to);
    arb_init(h);
    arb_set(h, w->guess);
    bool done = false, ok = true, is_near = false;
    while (!done) {
        int sign;
        w->attempts++;
        arb_add(to, w->now, h, ARF_PREC_EXACT);
        const bool is_last = !certainly(ball_less(to, limit));
        if (is_last)
            arb_set(to, limit);
        const bool certain = walk_has_sign(w, to, &sign);
        const enum general_end end =
            certain ? stepper_go(&w->step, w->segment, sign, w->now, to, w->m->x)
                    : GENERAL_TOO_LONG;
        if (end == GENERAL_DONE) {
            const bool is_whole = ball_same(w->step.to, to);
            arb_set(to, w->step.to);
            see_again(w, to, is_whole);
            look_closer(w, h, to);
            walk_arrive(w, to);
            if (is_whole && !is_near)
                grow(w, h);
            done = true;
        } else if (end == GENERAL_AT_KINK ||
                   (end == GENERAL_NEAR_KINK && is_as_short_as_ranges(w, h))) {
            ok = creep_on(w, limit, sign);
            done = true;
        } else if (certain && w->step.is_linear && certainly(ball_at_most(h, w->shortest))) {
            ok = creep(w, to, sign);
            arb_mul_2exp_si(w->guess, h, 1);
            done = true;
        } else if (certainly(ball_at_most(h, w->blind))) {
            ok = creep_on(w, limit, certain ? sign : 0);
            arb_mul_2exp_si(w->guess, h, 1);
            done = true;
        } else {
            if (is_last)
                arb_sub(h, limit, w->now, ARF_PREC_EXACT);
            if (certain && !w->step.is_linear && take_near(w, h, end)) {
                is_near = true; /* the next step may be as long as this one would have been */
                if (is_as_short_as_ranges(w, h)) {
                    ok = creep_on(w, limit, sign);
                    done = true;
                }
            } else
                shrink(w, h);
        }
        mag_zero(arb_radref(h));
        mag_zero(arb_radref(w->guess));
        shorten(h);
        shorten(w->guess);
    }
    arb_clear(h);
    arb_clear(to);
    return ok && within_limit(w);
}

/* Goes through the zero of v near `zero`: up to it by steps, and across by a range. */
static bool cross(struct walk *w, const arb_t zero)
{
    arb_t before, after, width;
    arb_init(before);
    arb_init(after);
    arb_init(width);
    arb_set(width, w->least);
    if (w->has_events)
        walk_reach_signs(w, width, zero, true);
    arb_sub(before, zero, width, ARF_PREC_EXACT);
    arb_add(after, zero, width, ARF_PREC_EXACT);
    arb_clear(width);
    bool ok = true;
    while (ok && certainly(ball_less(w->now, before)))
        ok = advance(w, before);
    if (certainly(ball_less(w->end, after)))
        arb_set(after, w->end);
    if (ok && w->has_events && certainly(ball_less(w->now, after)))
        ok = walk_across_zero(w, after) && within_limit(w);
    while (ok && certainly(ball_less(w->now, after)))
        ok = creep(w, after, 0) && within_limit(w);
    arb_clear(after);
    arb_clear(before);
    return ok;
}

static bool go(struct walk *w)
{
    arb_t zero;
    arb_init(zero);
    const bool ends_at_zero = w->has_events && !w->rests && !walk_is_told(w, w->end);
    bool ok = true;
    while (ok && certainly(ball_less(w->now, w->end))) {
        const bool is_near = arb_segment_near_zero(zero, w->segment, w->now, w->step.prec);
        if (is_near && certainly(ball_less(w->now, zero)) && certainly(ball_less(zero, w->end)))
            ok = cross(w, zero);
        else if (ends_at_zero)
            ok = cross(w, w->end);
        else
            ok = advance(w, w->end);
        ok = ok && (!w->m->ties || ties_hold(w->m->ties));
    }
    arb_clear(zero);
    return ok;
}

/* Sets the lengths of steps: first tried is a period of a wave, or all; what is short beside that
 * is short. */
static void set_lengths(struct walk *w)
{
    arb_t period;
    arb_init(period);
    arb_set(w->guess, w->end);
    if (arb_segment_period(period, w->segment, 64) && certainly(ball_less(period, w->end)))
        arb_get_mid_arb(w->guess, period);
    shorten(w->guess);
    arb_mul_2exp_si(w->least, w->guess, -w->m->prec - ZERO_BITS);
    arb_set(w->blind, w->least);
    arb_mul_2exp_si(w->shortest, w->guess, -w->m->prec * 3 / 4);
    arb_clear(period);
}

static bool rests(const struct arb_segment *segment, slong prec)
{
    arb_t v;
    arb_init(v);
    arb_segment_held_velocity(v, segment, prec);
    const bool is = arb_segment_is_held(segment) && certainly(ball_is_zero(v));
    arb_clear(v);
    return is;
}

/* Goes from the last exact time to an end that is a ball: the energy and states change by their
 * rates times its diameter. */
static bool finish(struct walk *w, const arb_t end)
{
    if (ball_same(w->now, end))
        return true;
    arb_t upper;
    arb_init(upper);
    arb_get_ubound_arf(arb_midref(upper), end, w->step.prec);
    if (w->has_events) {
        const bool ok = walk_finish(w, upper);
        arb_clear(upper);
        return ok;
    }
    arb_ptr before = _arb_vec_init(ARB_LAW_MAX);
    const int n = w->step.n_states, n_parts = w->step.n_parts;
    _arb_vec_set(before, w->m->x, n);
    _arb_vec_set(before + n, w->m->energy ? w->m->energy : before, w->m->energy ? n_parts : 0);
    const bool ok = creep(w, upper, 0); /* anywhere between */
    for (int i = 0; i < n; i++)
        arb_union(w->m->x + i, w->m->x + i, before + i, w->step.prec);
    for (int q = 0; w->m->energy && q < n_parts; q++)
        arb_union(w->m->energy + q, w->m->energy + q, before + n + q, w->step.prec);
    _arb_vec_clear(before, ARB_LAW_MAX);
    arb_clear(upper);
    return ok;
}

bool taylor_steps_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                      const struct taylor_samples *samples)
{
    struct walk w = {
        .m = m,
        .segment = segment,
        .samples = samples,
        .ok = true,
    };
    stepper_init(&w.step, m->law, m->ties, m->p, m->prec);
    w.x = _arb_vec_init(ARB_LAW_MAX);
    w.energy = _arb_vec_init(ARB_LAW_MAX);
    arb_init(w.now);
    arb_init(w.end);
    arb_init(w.guess);
    arb_init(w.least);
    arb_init(w.shortest);
    arb_init(w.blind);
    arb_get_lbound_arf(arb_midref(w.end), end, w.step.prec);
    set_lengths(&w);
    w.rests = rests(segment, w.step.prec);
    stepper_set_least(&w.step, w.least);
    if (!w.step.is_linear)
        general_step_remember(&w.step.general, m->x);
    if (!w.step.is_linear && m->frame)
        frame_take(&w.step.general.frame, m->frame);
    bool ok = walk_begin(&w);
    walk_show_now(&w);
    ok = ok && go(&w) && finish(&w, end) && w.ok && (!m->ties || ties_hold(m->ties));
    if (!w.step.is_linear && m->frame)
        frame_take(m->frame, &w.step.general.frame);
    events_clear(&w.events);
    arb_clear(w.blind);
    arb_clear(w.shortest);
    arb_clear(w.least);
    arb_clear(w.guess);
    arb_clear(w.end);
    arb_clear(w.now);
    _arb_vec_clear(w.energy, ARB_LAW_MAX);
    _arb_vec_clear(w.x, ARB_LAW_MAX);
    stepper_clear(&w.step);
    return ok;
}
