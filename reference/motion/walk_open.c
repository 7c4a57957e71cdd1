/* Begins with discrete variables that may be one of several whole numbers, as where the segment
 * before has ended just when an event may be due (walk.h). */
#include "reference/motion/walk.h"
#include "reference/motion/ways.h"
#include "tools/base/decide.h"

bool walk_is_open(const struct walk *w)
{
    return events_ways(&w->events, w->m->x, EVENTS_NO_WAY) != 1;
}

/* Goes to `to` from each of their values. Returns false, and stays, where it is not certain that
 * all leave the same ones there. */
static bool go_ways(struct walk *w, const arb_t to, int sign)
{
    struct events *e = &w->events;
    struct ways ways;
    const int n = events_ways(e, e->x, EVENTS_NO_WAY);
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, w->segment, w->now, w->step.prec);
    bool ok = n > 0 && walk_has_sign(w, to, &sign);
    events_begin(e);
    ways_begin(&ways, e);
    for (int k = 0; ok && k < n; k++) {
        ways_take(&ways, e);
        events_ways(e, e->x, k);
        ok = events_settle(e, v, sign) && events_pass(e, w->now, to, sign);
        ok = ways_taken(&ways, e, ok);
    }
    if (ok)
        ways_end(&ways, e);
    else {
        ways_take(&ways, e);
        ways_release(&ways);
    }
    arb_clear(v);
    return ok;
}

bool walk_close(struct walk *w, int sign)
{
    struct events *e = &w->events;
    arb_t to;
    arb_init(to);
    events_begin(e);
    bool ok = events_open(e, w->now, w->now, sign), is_last = false;
    walk_show_now(w);
    bool is_closed = !walk_is_open(w);
    const bool stays = is_closed;
    while (ok && !is_closed && !is_last) {
        arb_add(to, w->now, w->blind, ARF_PREC_EXACT);
        is_last = !certainly(ball_less(to, w->end));
        if (is_last)
            arb_set(to, w->end);
        is_closed = go_ways(w, to, sign);
        arb_mul_2exp_si(w->blind, w->blind, 1);
    }
    if (is_last && !is_closed) {
        events_begin(e);
        is_closed = events_open(e, w->now, w->end, sign);
    }
    ok = ok && is_closed;
    if (ok && !stays) {
        walk_reach(w, to);
        walk_show_now(w);
    }
    arb_clear(to);
    return ok;
}
