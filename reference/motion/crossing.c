/* Takes a law with events over times in which v may come to zero: by all ways in which it may
 * (events.h). */
#include "reference/motion/ways.h"
#include "tools/base/decide.h"

/* A way: signs of v one after the other, ended by 0. */
enum { MOST_SIGNS = 4 };
typedef const int way[MOST_SIGNS];

static bool go_way(struct events *e, const arb_t from, const arb_t to, way signs)
{
    bool ok = true;
    for (int k = 0; ok && signs[k] != 0; k++)
        ok = events_side(e, from, to, signs[k]);
    return ok;
}

/* Returns true when v changes its sign at most once or twice from `from` to `to`. */
static bool turns_at_most(const struct events *e, const arb_t from, const arb_t to, int times)
{
    const slong prec = e->g->prec;
    arb_t tau, y;
    arb_init(tau);
    arb_init(y);
    arb_union(tau, from, to, prec);
    arb_segment_slope(y, e->segment, tau, prec);
    bool is = ball_sign(y) != 0;
    if (!is && times == 2) {
        arb_segment_curvature(y, e->segment, tau, prec);
        is = ball_sign(y) != 0;
    }
    arb_clear(y);
    arb_clear(tau);
    return is;
}

/* Takes all of n ways. */
static bool take_ways(struct events *e, const arb_t from, const arb_t to, way of[], int n)
{
    struct ways w;
    bool ok = true;
    ways_begin(&w, e);
    for (int k = 0; ok && k < n; k++) {
        ways_take(&w, e);
        ok = ways_taken(&w, e, go_way(e, from, to, of[k]));
    }
    ways_end(&w, e);
    return ok;
}

/* v keeps its sign, or changes it twice. */
static bool touch(struct events *e, const arb_t from, const arb_t to, int s)
{
    way of[] = { { s }, { s, -s, s } };
    return take_ways(e, from, to, of, arb_segment_is_one_sided(e->segment) ? 1 : 2);
}

/* v begins with the sign s, or with the other and, if it may turn, changes it once more. */
static bool leave(struct events *e, const arb_t from, const arb_t to, int s, bool may_turn)
{
    way of[] = { { s }, { -s, s }, { s, -s, s } };
    return take_ways(e, from, to, of, arb_segment_is_one_sided(e->segment) ? 1 : may_turn ? 3 : 2);
}

static int sign_at(const struct events *e, const arb_t tau)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, e->segment, tau, e->g->prec);
    const int sign = ball_sign(v);
    arb_clear(v);
    return sign;
}

/* To an end at which it is not known whether v has come to zero, or has changed its sign already:
 * by all ways. What comes after the end sees its own velocity. */
static bool come_to_zero(struct events *e, const arb_t from, const arb_t to, int before)
{
    if (arb_segment_is_one_sided(e->segment)) {
        const int s = before != 0 ? before : ball_sign(e->segment->mean);
        return s != 0 && events_side(e, from, to, s);
    }
    way of[] = { { before }, { before, -before }, { before, -before, before } };
    return before != 0 && turns_at_most(e, from, to, 2) &&
           take_ways(e, from, to, of, turns_at_most(e, from, to, 1) ? 2 : 3);
}

bool events_cross(struct events *e, const arb_t from, const arb_t to)
{
    const int before = sign_at(e, from), after = sign_at(e, to);
    if (after == 0)
        return come_to_zero(e, from, to, before);
    if (before == 0)
        return turns_at_most(e, from, to, 2) &&
               leave(e, from, to, after, !turns_at_most(e, from, to, 1));
    if (before == after)
        return turns_at_most(e, from, to, 2) && touch(e, from, to, before);
    return turns_at_most(e, from, to, 1) && go_way(e, from, to, (way){ before, after });
}

bool events_end(struct events *e, const arb_t from, const arb_t to)
{
    const slong prec = e->g->prec;
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, e->segment, from, prec);
    int sign = ball_sign(v);
    const bool rests = certainly(ball_is_zero(v)) && arb_segment_is_held(e->segment);
    arb_clear(v);
    for (int s = 1; sign == 0 && s >= -1; s -= 2)
        sign = arb_segment_has_sign(e->segment, s, from, from, prec) ? s : 0;
    if (rests)
        return events_side(e, from, to, 0);
    if (sign == 0)
        return false;
    if (arb_segment_has_sign(e->segment, sign, from, to, prec))
        return events_side(e, from, to, sign);
    way of[] = { { sign }, { sign, -sign } };
    return turns_at_most(e, from, to, 1) && take_ways(e, from, to, of, 2);
}
