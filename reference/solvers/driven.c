/* Follows a law along a signal, segment by segment. Time within a segment is exact where it is a
 * sample or a segment's end. */
#include "reference/solvers/driven.h"

#include <math.h>

#include "reference/inputs/signal_table.h"
#include "reference/motion/motion.h"
#include "reference/taylor/segment.h"
#include "tools/base/decide.h"

/* Limit of work for a segment: about half an hour. */
static const double MOST_STEPS = 1e6;

/* A law on its way along a signal in balls. */
struct exact_state {
    const struct arb_law *law;
    arb_srcptr p;
    const struct signal *signal;
    const double *times;
    size_t n;
    slong prec;
    arb_observer *observe;
    void *ctx;
    arb_ptr x, energy; /* states and memory now; energy so far by part, J */
    size_t i;          /* the next sample */
    /* The segment that is followed: */
    const struct arb_segment *segment;
    double start; /* of the segment, s */
    size_t first; /* its first sample */
};

/* The exact difference of two doubles. */
static void difference(arb_t d, double t, double start)
{
    arb_t from;
    arb_init(from);
    arb_set_d(from, start);
    arb_set_d(d, t);
    arb_sub(d, d, from, ARF_PREC_EXACT);
    arb_clear(from);
}

/* Returns true when v may lie in the band in which the law sticks. */
static bool is_stuck(const struct exact_state *w, const arb_t v)
{
    arb_t speed, band;
    if (!w->law->stick_band)
        return false;
    arb_init(speed);
    arb_init(band);
    arb_abs(speed, v);
    w->law->stick_band(band, w->p);
    const bool stuck = !certainly(ball_at_most(band, speed));
    arb_clear(band);
    arb_clear(speed);
    return stuck;
}

/* F where v vanishes: indeterminate where it depends on the selection. It does where F is larger on
 * the way forth than on the way back; where it is smaller, both ways leave a limit at which the
 * law rests, and F is that of the limit. */
static void force_at_rest(const struct exact_state *w, const arb_t v, arb_srcptr x, arb_t F)
{
    arb_t s, other;
    arb_init(s);
    arb_init(other);
    arb_set_si(s, -1);
    w->law->force(other, w->p, v, s, x, w->prec);
    arb_one(s);
    w->law->force(F, w->p, v, s, x, w->prec);
    arb_zero(s);
    if (possibly(ball_equal(F, other)))
        arb_union(F, F, other, w->prec);
    else if (certainly(ball_less(F, other)))
        w->law->force(F, w->p, v, s, x, w->prec);
    else
        arb_indeterminate(F);
    arb_clear(other);
    arb_clear(s);
}

/* Returns true when sample i is due before `end`. A sample that rounding cannot tell from the end
 * waits: it shows what begins there. */
static bool is_before(const struct exact_state *w, size_t i, double end)
{
    return i < w->n && end - w->times[i] > signal_resolution(w->signal, end);
}

/* Returns the instant of sample i, in a segment that has begun. */
static double instant(const struct exact_state *w, size_t i) { return fmax(w->times[i], w->start); }

/* Returns true when F at rest is a number, as the law's mode says which: it has no set of forces.
 */
static bool has_modes(const struct arb_law *law) { return law->n_memory > 0 && !law->stick_band; }

/* Returns true when v at t is zero within a motion, as far as rounding can tell. */
static bool is_turn(const struct exact_state *w, double t)
{
    return !arb_segment_is_held(w->segment) && signal_velocity(w->signal, t) == 0;
}

/* The time of sample i in the segment. A law's modes may change where v comes to zero: a sample
 * that rounding cannot tell from there shows what begins there, and is taken right after. */
static void place(const struct exact_state *w, size_t i, arb_t tau)
{
    enum { LITTLE = -ARB_DRIVEN_SMOOTH_BITS - 16, AROUND = -20 };
    const double t = instant(w, i), slack = signal_resolution(w->signal, t);
    difference(tau, t, w->start);
    if (w->law->n_memory == 0 || !is_turn(w, t))
        return;
    arb_t zero, little;
    arb_init(zero);
    arb_init(little);
    arb_mul_2exp_si(little, w->segment->duration, AROUND);
    arb_sub(zero, tau, little, w->prec);
    if (arb_segment_near_zero(zero, w->segment, zero, w->prec)) {
        arb_mul_2exp_si(little, w->segment->duration, LITTLE);
        arb_add(zero, zero, little, w->prec);
        mag_zero(arb_radref(zero));
        arb_set_d(little, 4 * slack);
        arb_add(little, little, tau, w->prec);
        if (certainly(ball_less(tau, zero)) && certainly(ball_less(zero, little)))
            arb_swap(tau, zero);
    }
    arb_clear(little);
    arb_clear(zero);
}

/* Shows sample i. Where v vanishes or is in the band F may be an interval: F is then
 * indeterminate. */
static void show(struct exact_state *w, size_t i, arb_srcptr x, arb_srcptr energy)
{
    const int n_parts = w->law->parts ? arb_law_count(w->law->parts) : 1;
    const double t = instant(w, i);
    arb_t F, v, s, sum;
    arb_init(F);
    arb_init(v);
    arb_init(s);
    arb_init(sum);
    arb_indeterminate(F);
    place(w, i, v);
    const bool has_direction = has_modes(w->law) && is_turn(w, t);
    const int direction = has_direction ? arb_segment_direction(w->segment, v, w->prec) : 0;
    arb_segment_velocity(v, w->segment, v, w->prec);
    if (direction != 0) {
        arb_set_si(s, direction);
        w->law->force(F, w->p, v, s, x, w->prec);
    } else if (possibly(ball_is_zero(v)) || signal_velocity(w->signal, t) == 0)
        force_at_rest(w, v, x, F);
    else {
        arb_sgn(s, v);
        w->law->force(F, w->p, v, s, x, w->prec);
    }
    if (is_stuck(w, v))
        arb_indeterminate(F);
    for (int part = 0; part < n_parts; part++)
        arb_add(sum, sum, energy + part, w->prec);
    w->observe(w->ctx, i, x, F, sum);
    arb_clear(sum);
    arb_clear(s);
    arb_clear(v);
    arb_clear(F);
}

static void show_moving(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct exact_state *w = ctx;
    show(w, w->first + i, x, energy);
    w->i = w->first + i + 1;
}

/* Shows the next sample where a hold begins. A law with memory may change at once there, as where a
 * slide ends: the sample shows its flow over no time, with bits enough to find again what is small
 * beside what the flow adds and takes away. */
static void show_beginning(struct exact_state *w, const arb_t v)
{
    const int n = arb_law_size(w->law);
    arb_ptr x = _arb_vec_init(n);
    arb_t none;
    arb_init(none);
    _arb_vec_set(x, w->x, n);
    if (w->law->n_memory > 0)
        arb_law_hold(w->law, w->p, v, none, x, NULL, 2 * w->prec);
    show(w, w->i++, x, w->energy);
    arb_clear(none);
    _arb_vec_clear(x, n);
}

/* Holds v to the end, from sample to sample. */
static void hold(struct exact_state *w, double end)
{
    arb_t h, v;
    arb_init(h);
    arb_init(v);
    arb_segment_held_velocity(v, w->segment, w->prec);
    while (is_before(w, w->i, end) && instant(w, w->i) == w->start)
        show_beginning(w, v);
    for (double from = w->start; from < end;) {
        const bool is_sample = is_before(w, w->i, end);
        const double to = is_sample ? w->times[w->i] : end;
        difference(h, to, from);
        arb_law_hold(w->law, w->p, v, h, w->x, w->energy, w->prec);
        if (is_sample)
            show(w, w->i++, w->x, w->energy);
        from = to;
    }
    arb_clear(v);
    arb_clear(h);
}

/* Follows a segment that is no closed hold. Returns false where the law has no rigorous solution.
 */
static bool move(struct exact_state *w, double end)
{
    struct work_limit limit = work_limit_from_now(MOST_STEPS, 0);
    struct arb_taylor m = {
        .law = w->law,
        .p = w->p,
        .prec = FLINT_MIN(w->prec, ARB_DRIVEN_SMOOTH_BITS),
        .x = w->x,
        .energy = w->energy,
        .sample = show_moving,
        .ctx = w,
        .limit = &limit,
    };
    if (!arb_taylor_has(w->law))
        return false;
    size_t n = 0;
    w->first = w->i;
    while (is_before(w, w->i + n, end))
        n++;
    arb_ptr times = _arb_vec_init((slong)n);
    for (size_t i = 0; i < n; i++)
        place(w, w->i + i, times + i);
    arb_t length;
    arb_init(length);
    difference(length, end, w->start);
    const bool ok = arb_taylor_run(&m, w->segment, length, times, n);
    arb_clear(length);
    _arb_vec_clear(times, (slong)n);
    return ok;
}

static bool follow(struct exact_state *w, const struct arb_segment *segment, double start,
                   double end)
{
    w->segment = segment;
    w->start = start;
    const bool is_solved = w->law->work && (arb_law_size(w->law) == 0 || w->law->flow);
    if (!arb_segment_is_held(segment) || !is_solved)
        return move(w, end);
    hold(w, end);
    return true;
}

/* Follows the rows of a table, each a line that begins when its first sample is due. */
static bool follow_table(struct exact_state *w, const struct signal_segment *from,
                         struct arb_segment *segment)
{
    const struct signal_sample *row = from->table->samples;
    arb_ptr a = _arb_vec_init(4);
    bool ok = true;
    for (size_t k = 0; ok && k + 1 < from->table->n; k++, row++) {
        const double start = from->start + row[0].t, end = from->start + row[1].t;
        difference(a + 2, end, start);
        arb_set_d(a + 1, row[0].v);
        arb_set_d(a + 3, row[1].v);
        arb_segment_set_line(segment, a, a + 1, a + 2, a + 3, w->prec);
        ok = follow(w, segment, start, end);
    }
    _arb_vec_clear(a, 4);
    return ok;
}

/* Follows segment k of the signal. */
static bool follow_segment(struct exact_state *w, size_t k, struct arb_segment *segment)
{
    const struct signal_segment *from = &w->signal->segments[k];
    const bool is_last = k + 1 == w->signal->n;
    const double end = is_last ? w->signal->duration : from[1].start;
    if (from->kind == SIGNAL_CSV)
        return follow_table(w, from, segment);
    arb_ptr value = _arb_vec_init(4);
    arb_t duration;
    arb_init(duration);
    for (int i = 0; i < 4; i++)
        arb_set_d(value + i, from->value[i]);
    arb_set_d(duration, from->duration);
    arb_segment_set(segment, from->kind, value, duration, 2 * w->prec);
    const bool ok = follow(w, segment, from->start, end);
    arb_clear(duration);
    _arb_vec_clear(value, 4);
    return ok;
}

static bool is_all_held(const struct signal *signal)
{
    for (size_t k = 0; k < signal->n; k++)
        if (signal->segments[k].kind != SIGNAL_HOLD)
            return false;
    return true;
}

bool arb_driven(const struct arb_law *law, arb_srcptr p, const struct signal *signal,
                const double times[], size_t n, slong prec, arb_observer *observe, void *ctx)
{
    if (!is_all_held(signal))
        law = arb_law_along(law);
    struct exact_state w = {
        .law = law,
        .p = p,
        .signal = signal,
        .times = times,
        .n = n,
        .prec = prec,
        .observe = observe,
        .ctx = ctx,
        .x = _arb_vec_init(ARB_LAW_MAX),
        .energy = _arb_vec_init(ARB_LAW_MAX),
    };
    struct arb_segment segment;
    bool ok = true;
    arb_segment_init(&segment);
    arb_law_begin(law, w.x, p);
    for (size_t k = 0; ok && k < signal->n; k++)
        ok = follow_segment(&w, k, &segment);
    for (; ok && w.i < n; w.i++) /* the samples at the end, and after it */
        show(&w, w.i, w.x, w.energy);
    arb_segment_clear(&segment);
    _arb_vec_clear(w.energy, ARB_LAW_MAX);
    _arb_vec_clear(w.x, ARB_LAW_MAX);
    return ok;
}
