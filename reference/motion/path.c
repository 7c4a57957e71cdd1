/* Follows a law by path: from zero to zero of v as if held, and across each zero by ranges. */
#include "reference/motion/path.h"
#include "tools/base/decide.h"

/* EXTRA bits are computed beyond those asked for, as this is cheap; a time next to a zero of v has
 * SLACK bits fewer. */
enum { EXTRA = 64, SLACK = 24, FEW = 16 };

struct path_walk {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    slong prec;
    arb_t now;   /* exact */
    arb_t least; /* shortest time about a zero of v */
    arb_t wide;  /* the same about a zero that v only touches, where v is too small for a sign */
    arb_srcptr times;
    size_t i, n; /* the next sample, and all */
};

static void show(struct path_walk *w)
{
    if (w->m->sample)
        w->m->sample(w->m->ctx, w->i, w->m->x, w->m->energy);
    w->i++;
}

/* Shows the motion from now to a time as a span, whose states are those at all distances up to the
 * given one. */
static void show_span(struct path_walk *w, int sign, const arb_t distance, const arb_t to,
                      arb_ptr x)
{
    arb_t s, up_to, v;
    arb_init(s);
    arb_init(up_to);
    arb_init(v);
    arb_set_si(s, sign);
    arb_union(up_to, up_to, distance, w->prec);
    arb_law_hold(w->m->law, w->m->p, s, up_to, x, NULL, w->prec);
    arb_union(v, w->now, to, w->prec);
    arb_segment_velocity(v, w->segment, v, w->prec);
    w->m->span(w->m->ctx, &(struct arb_span){ w->now, to, v, x, w->m->x });
    arb_clear(v);
    arb_clear(up_to);
    arb_clear(s);
}

/* Travels the distance at that sign of v until a time: as held at v = sign. */
static void travel(struct path_walk *w, int sign, const arb_t distance, const arb_t to)
{
    const struct arb_law *law = w->m->law;
    const bool is_watched = w->m->loss || w->m->span;
    const slong size = is_watched ? arb_law_size(law) : 0;
    arb_ptr before = _arb_vec_init(size);
    arb_t s, loss;
    arb_init(s);
    arb_init(loss);
    arb_set_si(s, sign);
    _arb_vec_set(before, w->m->x, size);
    if (!certainly(ball_is_zero(distance)))
        arb_law_hold(law, w->m->p, s, distance, w->m->x, w->m->energy, w->prec);
    if (w->m->loss) {
        law->loss(loss, w->m->p, s, s, distance, before, w->m->x, w->prec);
        arb_add(w->m->loss, w->m->loss, loss, w->prec);
    }
    if (w->m->span)
        show_span(w, sign, distance, to, before);
    _arb_vec_clear(before, size);
    arb_clear(loss);
    arb_clear(s);
}

/* Goes to a time, while v has that sign. */
static void go(struct path_walk *w, int sign, const arb_t to)
{
    arb_t distance;
    arb_init(distance);
    while (w->i < w->n && certainly(ball_at_most(w->times + w->i, to))) {
        arb_segment_distance(distance, w->segment, w->now, w->times + w->i, w->prec);
        arb_abs(distance, distance);
        travel(w, sign, distance, w->times + w->i);
        arb_set(w->now, w->times + w->i);
        show(w);
    }
    arb_segment_distance(distance, w->segment, w->now, to, w->prec);
    arb_abs(distance, distance);
    travel(w, sign, distance, to);
    arb_set(w->now, to);
    arb_clear(distance);
}

/* Goes over a very short time in which v may change its sign, but no more than twice: a little
 * forth and back twice, each by some distance from none up to all that the speed allows, so that it
 * does not matter which comes first. Returns false where v may change its sign more often. */
static bool blur(struct path_walk *w, int sign, const arb_t to)
{
    arb_t tau, v, slope, most;
    arb_init(tau);
    arb_init(v);
    arb_init(slope);
    arb_init(most);
    arb_union(tau, w->now, to, w->prec);
    arb_segment_slope(slope, w->segment, tau, w->prec);
    if (possibly(ball_is_zero(slope)))
        arb_segment_curvature(slope, w->segment, tau, w->prec);
    const bool ok = !possibly(ball_is_zero(slope));
    arb_segment_velocity(v, w->segment, tau, w->prec);
    arb_sub(most, to, w->now, w->prec);
    arb_mul(most, most, v, w->prec);
    arb_get_abs_ubound_arf(arb_midref(most), most, w->prec);
    mag_zero(arb_radref(most));
    arb_mul_2exp_si(most, most, -1);
    arb_get_mag(arb_radref(most), most); /* [0, 2 most] */
    for (int k = 0; k < 4; k++)
        travel(w, k % 2 == 0 ? sign : -sign, most, to);
    arb_set(w->now, to);
    while (w->i < w->n && certainly(ball_at_most(w->times + w->i, to)))
        show(w);
    arb_clear(most);
    arb_clear(slope);
    arb_clear(v);
    arb_clear(tau);
    return ok;
}

static int sign_between(const struct path_walk *w, const arb_t from, const arb_t to)
{
    arb_t t;
    arb_init(t);
    arb_add(t, from, to, w->prec);
    arb_mul_2exp_si(t, t, -1);
    arb_segment_velocity(t, w->segment, t, w->prec);
    const int sign = ball_sign(t);
    arb_clear(t);
    return sign;
}

/* width receives how long a time about a zero has to be for v to have a sign where that time ends:
 * forth from the zero or, where `side` is -1, back. */
static void set_width(arb_t width, const struct path_walk *w, const arb_t zero, int side)
{
    arb_t v;
    arb_init(v);
    arb_set(v, zero);
    arb_addmul_si(v, w->least, side, ARF_PREC_EXACT);
    arb_segment_velocity(v, w->segment, v, w->prec);
    arb_set(width, ball_sign(v) != 0 ? w->least : w->wide);
    arb_clear(v);
}

/* Goes from now to a time, with a short time at either end in which v may be zero; where v is zero
 * at that time, beyond it by as much. */
static bool interval(struct path_walk *w, const arb_t end, bool is_zero)
{
    arb_t first, last, to, width;
    arb_init(first);
    arb_init(last);
    arb_init(to);
    arb_init(width);
    set_width(width, w, w->now, 1);
    arb_add(first, w->now, width, ARF_PREC_EXACT);
    set_width(width, w, end, -1);
    arb_sub(last, end, width, ARF_PREC_EXACT);
    arb_set(to, end);
    if (is_zero)
        arb_add(to, end, width, ARF_PREC_EXACT);
    const int sign = sign_between(w, w->now, end);
    bool ok = sign != 0 && certainly(ball_less(first, last));
    if (ok && !arb_segment_has_sign(w->segment, sign, w->now, first, w->prec))
        ok = blur(w, sign, first);
    ok = ok && arb_segment_has_sign(w->segment, sign, w->now, last, w->prec);
    if (ok)
        go(w, sign, last);
    if (ok && arb_segment_has_sign(w->segment, sign, last, to, w->prec))
        go(w, sign, to);
    else
        ok = ok && blur(w, sign, to);
    arb_clear(width);
    arb_clear(to);
    arb_clear(last);
    arb_clear(first);
    return ok;
}

/* Sets how long times about zeros of v are: beside a period of a wave they are short, however many
 * periods there are. The numbers of the segment have no more bits than were asked for. */
static void set_widths(struct path_walk *w, const arb_t to)
{
    arb_t scale;
    arb_init(scale);
    if (arb_segment_period(scale, w->segment, w->prec) && certainly(ball_less(scale, to)))
        arf_set_round(arb_midref(scale), arb_midref(scale), FEW, ARF_RND_DOWN);
    else
        arb_set(scale, to);
    mag_zero(arb_radref(scale));
    arb_mul_2exp_si(w->least, scale, SLACK - w->m->prec);
    arb_mul_2exp_si(w->wide, scale, SLACK - w->m->prec / 2);
    arb_clear(scale);
}

bool arb_taylor_by_path(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n)
{
    struct path_walk w = {
        .m = m, .segment = segment, .prec = m->prec + EXTRA, .times = times, .n = n
    };
    arb_t zero, to, beyond;
    arb_init(w.now);
    arb_init(w.least);
    arb_init(w.wide);
    arb_init(zero);
    arb_init(to);
    arb_init(beyond);
    arb_get_lbound_arf(arb_midref(to), end, w.prec);
    set_widths(&w, to);
    bool ok = true;
    while (w.i < n && certainly(ball_is_zero(times + w.i)))
        show(&w);
    while (ok && arb_segment_near_zero(zero, segment, w.now, w.prec)) {
        arb_add(beyond, zero, w.wide, ARF_PREC_EXACT);
        if (certainly(ball_at_most(zero, w.now)) || certainly(ball_at_most(to, beyond)))
            break;
        ok = interval(&w, zero, true) && work_limit_take(m->limit, 1, m->prec);
    }
    ok = ok && interval(&w, to, false);
    if (ok && !ball_same(to, end)) { /* to the upper end of the ball, or anywhere before */
        arb_get_ubound_arf(arb_midref(to), end, w.prec);
        ok = blur(&w, 1, to);
    }
    while (w.i < n)
        show(&w);
    arb_clear(beyond);
    arb_clear(to);
    arb_clear(zero);
    arb_clear(w.wide);
    arb_clear(w.least);
    arb_clear(w.now);
    return ok;
}
