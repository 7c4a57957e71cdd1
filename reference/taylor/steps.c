/* Chooses the steps along a segment: as long as the series converge, and by ranges next to zeros of
 * v. */
#include "reference/taylor/steps.h"

#include "reference/taylor/stepper.h"
#include "tools/base/decide.h"

/* The cost of an attempt, relative to that of a step. */
static const double ATTEMPT = 0.05;

/* A zero of v is narrower than the precision by these bits: a law's rates leave the zero's width in
 * F. */
enum { ZERO_BITS = 24 };

/* A law on its way along a segment. Times are exact. */
struct exact_state {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    struct stepper step;
    const struct taylor_samples *samples;
    size_t i;              /* the next sample */
    arb_t now, end;        /* now; the last time that exact steps can go to */
    arb_t guess;           /* the next step to try */
    arb_t least, shortest; /* shortest step; shortest linear step that has series */
    arb_t blind;           /* the next step by a range: twice the last */
    arb_ptr x, energy;     /* scratch: at samples */
    int attempts;          /* since the last step */
    bool rests;            /* v is 0 throughout */
    bool ok;
};

static bool reaches(const struct exact_state *w, const arb_t t)
{
    return w->i < w->samples->n && certainly(ball_at_most(w->samples->from + w->i, t));
}

/* Shows all v and x of the step, in parts of it. */
static void show_span(struct exact_state *w)
{
    enum { LOG_PARTS = 3, PARTS = 1 << LOG_PARTS };
    const struct stepper *s = &w->step;
    const slong n = s->n_states;
    arb_ptr x = _arb_vec_init(n), x_end = _arb_vec_init(n);
    arb_ptr t = _arb_vec_init(2);
    arb_t v, u, tau;
    arb_init(v);
    arb_init(u);
    arb_init(tau);
    for (int k = 0; k < PARTS; k++) {
        for (int i = 0; i < 2; i++) { /* from + (to - from) (k+i)/PARTS */
            arb_sub(t + i, s->to, s->from, ARF_PREC_EXACT);
            arb_mul_si(t + i, t + i, k + i, ARF_PREC_EXACT);
            arb_mul_2exp_si(t + i, t + i, -LOG_PARTS);
            arb_add(t + i, t + i, s->from, ARF_PREC_EXACT);
        }
        arb_union(tau, t, t + 1, s->prec);
        stepper_place(u, s, tau);
        arb_segment_velocity(v, w->segment, tau, s->prec);
        stepper_at(s, u, x, NULL, NULL);
        stepper_place(u, s, t + 1);
        stepper_at(s, u, x_end, NULL, NULL);
        w->m->span(w->m->ctx, &(struct arb_span){ t, t + 1, v, x, x_end });
    }
    arb_clear(tau);
    arb_clear(u);
    arb_clear(v);
    _arb_vec_clear(t, 2);
    _arb_vec_clear(x_end, n);
    _arb_vec_clear(x, n);
}

/* Widens x and energy, which are those of the time `from`, to those of all times until `to`. */
static void widen(struct exact_state *w, const arb_t from, const arb_t to, arb_ptr x,
                  arb_ptr energy)
{
    struct taylor_range r;
    arb_t none;
    taylor_range_init(&r);
    arb_init(none);
    w->ok = stepper_range(&w->step, &r, w->segment, x, from, to, 0) && w->ok;
    for (int i = 0; i < w->step.n_states; i++)
        arb_set(x + i, r.box + i);
    arb_union(r.h, r.h, none, w->step.prec);
    if (energy)
        stepper_add_range(&w->step, &r, energy);
    arb_clear(none);
    taylor_range_clear(&r);
}

/* Shows the next sample, for which w->x and w->energy are set. */
static void show(struct exact_state *w)
{
    arb_ptr energy = w->m->energy ? w->energy : NULL;
    arb_srcptr from = w->samples->from + w->i, to = w->samples->to + w->i;
    if (certainly(ball_less(from, to)))
        widen(w, from, to, w->x, energy);
    if (w->m->sample)
        w->m->sample(w->m->ctx, w->i, w->x, energy);
    w->i++;
}

/* Shows the samples that are due now. */
static void show_now(struct exact_state *w)
{
    while (reaches(w, w->now)) {
        _arb_vec_set(w->x, w->m->x, w->step.n_states);
        if (w->m->energy)
            _arb_vec_set(w->energy, w->m->energy, w->step.n_parts);
        show(w);
    }
}

static void arrive(struct exact_state *w, const arb_t to)
{
    struct stepper *s = &w->step;
    arb_t u;
    arb_init(u);
    for (; reaches(w, to); show(w)) {
        stepper_place(u, s, w->samples->from + w->i);
        stepper_at(s, u, w->x, w->m->energy, w->m->energy ? w->energy : NULL);
    }
    if (w->m->span)
        show_span(w);
    stepper_place(u, s, to);
    stepper_at(s, u, w->m->x, w->m->energy, w->m->energy);
    arb_set(w->now, to);
    arb_clear(u);
}

/* Goes to `to`, or to the next sample before, by ranges, at that sign of v; 0: any. */
static bool creep(struct exact_state *w, const arb_t to, int sign)
{
    struct stepper *s = &w->step;
    struct taylor_range r;
    arb_t end;
    taylor_range_init(&r);
    arb_init(end);
    arb_set(end, to);
    if (reaches(w, to) && certainly(ball_less(w->now, w->samples->from + w->i)))
        arb_set(end, w->samples->from + w->i);
    const bool ok = stepper_range(s, &r, w->segment, w->m->x, w->now, end, sign);
    for (int i = 0; i < s->n_states; i++)
        arb_addmul(w->m->x + i, r.rate + i, r.h, s->prec);
    stepper_begin(s);
    if (w->m->energy)
        stepper_add_range(s, &r, w->m->energy);
    if (w->m->span)
        w->m->span(w->m->ctx, &(struct arb_span){ w->now, end, r.v, r.box, w->m->x });
    arb_set(w->now, end);
    show_now(w);
    arb_clear(end);
    taylor_range_clear(&r);
    return ok;
}

/* The sign of v in the middle between two times, 0 where it is not certain. */
static int sign_between(const struct exact_state *w, const arb_t from, const arb_t to)
{
    arb_t t;
    arb_init(t);
    arb_add(t, from, to, ARF_PREC_EXACT);
    arb_mul_2exp_si(t, t, -1);
    arb_segment_velocity(t, w->segment, t, w->step.prec);
    const int sign = ball_sign(t);
    arb_clear(t);
    return sign;
}

/* Rounds x to a short number: long ones make exact sums long. */
static void shorten(arb_t x) { arf_set_round(arb_midref(x), arb_midref(x), 16, ARF_RND_DOWN); }

static bool within_limit(struct exact_state *w)
{
    const double steps = w->step.cost * (1 + ATTEMPT * w->attempts);
    w->attempts = 0;
    return work_limit_take(w->m->limit, steps, w->m->prec);
}

/* Returns true when v certainly has one sign from now to `to`, which *sign then is; 0: v is 0. */
static bool has_sign(const struct exact_state *w, const arb_t to, int *sign)
{
    *sign = sign_between(w, w->now, to);
    return *sign == 0 ? w->rests
                      : arb_segment_has_sign(w->segment, *sign, w->now, to, w->step.prec);
}

/* Goes on by a range, twice as long as the one before, where no step can begin. */
static bool creep_on(struct exact_state *w, const arb_t limit, int sign)
{
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
static void shrink(const struct exact_state *w, arb_t h)
{
    enum { FEW = 4 };
    const bool little = w->step.is_linear || w->attempts <= FEW;
    if (little)
        arb_mul_ui(h, h, 5, 64);
    arb_mul_2exp_si(h, h, little ? -3 : -2);
}

/* Sets the step to try after one of length h. */
static void grow(struct exact_state *w, const arb_t h)
{
    arb_mul_ui(w->guess, h, w->step.is_linear ? 3 : 4, 64);
    arb_mul_2exp_si(w->guess, w->guess, -1);
}

/* Takes one step from now, at most to `limit`. Returns false where it fails. */
static bool advance(struct exact_state *w, const arb_t limit)
{
    arb_t to, h;
    arb_init(to);
    arb_init(h);
    arb_set(h, w->guess);
    bool done = false, ok = true;
    while (!done) {
        int sign;
        w->attempts++;
        arb_add(to, w->now, h, ARF_PREC_EXACT);
        const bool is_last = !certainly(ball_less(to, limit));
        if (is_last)
            arb_set(to, limit);
        const bool certain = has_sign(w, to, &sign);
        const enum general_end end =
            certain ? stepper_go(&w->step, w->segment, sign, w->now, to, w->m->x)
                    : GENERAL_TOO_LONG;
        if (end == GENERAL_DONE) {
            const bool is_whole = ball_same(w->step.to, to);
            arb_set(to, w->step.to);
            arrive(w, to);
            if (is_whole) {
                arb_set(w->blind, w->least);
                grow(w, h);
            }
            done = true;
        } else if (end == GENERAL_AT_KINK) {
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
static bool cross(struct exact_state *w, const arb_t zero)
{
    arb_t before, after;
    arb_init(before);
    arb_init(after);
    arb_sub(before, zero, w->least, ARF_PREC_EXACT);
    arb_add(after, zero, w->least, ARF_PREC_EXACT);
    bool ok = true;
    while (ok && certainly(ball_less(w->now, before)))
        ok = advance(w, before);
    if (certainly(ball_less(w->end, after)))
        arb_set(after, w->end);
    while (ok && certainly(ball_less(w->now, after)))
        ok = creep(w, after, 0) && within_limit(w);
    arb_clear(after);
    arb_clear(before);
    return ok;
}

static bool go(struct exact_state *w)
{
    arb_t zero;
    arb_init(zero);
    bool ok = true;
    while (ok && certainly(ball_less(w->now, w->end))) {
        const bool is_near = arb_segment_near_zero(zero, w->segment, w->now, w->step.prec);
        if (is_near && certainly(ball_less(w->now, zero)) && certainly(ball_less(zero, w->end)))
            ok = cross(w, zero);
        else
            ok = advance(w, w->end);
    }
    arb_clear(zero);
    return ok;
}

/* Sets the lengths of steps: first tried is a period of a wave, or all; what is short beside that
 * is short. */
static void set_lengths(struct exact_state *w)
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
static bool finish(struct exact_state *w, const arb_t end)
{
    if (ball_same(w->now, end))
        return true;
    arb_t upper;
    arb_init(upper);
    arb_get_ubound_arf(arb_midref(upper), end, w->step.prec);
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
    struct exact_state w = {
        .m = m,
        .segment = segment,
        .samples = samples,
        .ok = true,
    };
    stepper_init(&w.step, m->law, m->p, m->prec);
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
    show_now(&w);
    const bool ok = go(&w) && finish(&w, end) && w.ok;
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
