/* Moves laws along segments that are no closed holds (rigorous_run.h). */
#include <stdlib.h>

#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

struct arb_segment *rigorous_segments(const struct rigorous_case *c, arb_srcptr v, arb_srcptr h,
                                      slong prec)
{
    if (!c->load_segment && rigorous_has_closed_holds(c->law))
        return NULL;
    struct arb_segment *segments = memory_array(c->n_segments, sizeof *segments);
    for (unsigned i = 0; i < c->n_segments; i++) {
        arb_segment_init(&segments[i]);
        if (c->load_segment)
            c->load_segment(c->numbers, prec, i, &segments[i]);
        else
            arb_segment_set(&segments[i], SIGNAL_HOLD, v + i, h + i, prec);
    }
    return segments;
}

void rigorous_segments_clear(struct arb_segment *segments, unsigned n)
{
    for (unsigned i = 0; segments && i < n; i++)
        arb_segment_clear(&segments[i]);
    free(segments);
}

void rigorous_hold_segments(struct rigorous_run *r)
{
    for (unsigned i = 0; r->segments && i < r->n_segments; i++)
        if (!rigorous_is_held(r, i))
            arb_indeterminate(r->v + i);
        else
            arb_segment_held_velocity(r->v + i, &r->segments[i], r->prec);
}

/* Runs m, whose law, parameters, states and requests are set. Returns false when the motion cannot
 * be enclosed within the limit. */
static bool run(struct arb_taylor *m, const struct rigorous_run *r, unsigned i)
{
    const struct arb_segment *segment = &r->segments[i];
    m->prec = r->prec;
    m->limit = r->limit;
    return arb_taylor_has(m->law) && arb_taylor_run(m, segment, segment->duration, NULL, 0);
}

void rigorous_taylor(const struct rigorous_run *r, const struct arb_law *law, arb_srcptr p,
                     unsigned i, arb_ptr x, arb_ptr energy,
                     void (*span)(void *ctx, const struct arb_span *span), void *ctx)
{
    struct arb_taylor m = {
        .law = law, .p = p, .x = x, .energy = energy, .span = span, .ctx = ctx
    };
    if (run(&m, r, i))
        return;
    _arb_vec_indeterminate(x, arb_law_size(law));
    if (energy)
        _arb_vec_indeterminate(energy, law->parts ? arb_law_count(law->parts) : 1);
}

void rigorous_hold(const struct rigorous_run *r, const arb_t v, const arb_t h, arb_ptr x)
{
    struct arb_segment segment;
    if (rigorous_has_closed_holds(r->law)) {
        arb_law_hold(r->law, r->p, v, h, x, NULL, r->prec);
        return;
    }
    arb_segment_init(&segment);
    arb_segment_set(&segment, SIGNAL_HOLD, v, h, r->prec);
    struct arb_taylor m = { .law = r->law, .p = r->p, .prec = r->prec, .x = x, .limit = r->limit };
    if (!arb_taylor_has(r->law) || !arb_taylor_run(&m, &segment, segment.duration, NULL, 0))
        _arb_vec_indeterminate(x, arb_law_size(r->law));
    arb_segment_clear(&segment);
}

void rigorous_taylor_loss(const struct rigorous_run *r, unsigned i, arb_srcptr before, arb_t loss)
{
    const slong size = arb_law_size(r->law);
    arb_ptr x = _arb_vec_init(size);
    _arb_vec_set(x, before, size);
    struct arb_taylor m = { .law = r->law, .p = r->p, .x = x, .loss = loss };
    arb_zero(loss);
    if (!r->law->by_path || !r->law->loss || !run(&m, r, i))
        arb_indeterminate(loss);
    _arb_vec_clear(x, size);
}

/* The path is the energy of Coulomb friction of 1 N. */
void rigorous_segment_path(const struct rigorous_run *r, unsigned i, arb_t path)
{
    arb_t level;
    arb_init(level);
    arb_one(level);
    rigorous_taylor(r, arb_law_find("coulomb"), level, i, NULL, path, NULL, NULL);
    arb_clear(level);
}

bool rigorous_is_held(const struct rigorous_run *r, unsigned i)
{
    return !r->segments || arb_segment_is_held(&r->segments[i]);
}

bool rigorous_is_smooth(const struct rigorous_run *r, unsigned i)
{
    return !rigorous_is_held(r, i) || !rigorous_has_closed_holds(r->law);
}

arb_srcptr rigorous_velocity(struct rigorous_run *r, unsigned i, bool at_end)
{
    if (rigorous_is_held(r, i))
        return r->v + i;
    arb_zero(r->end);
    if (at_end)
        arb_segment_last_velocity(r->end, &r->segments[i], r->prec);
    else
        arb_segment_velocity(r->end, &r->segments[i], r->end, r->prec);
    return r->end;
}

bool rigorous_moves(const struct rigorous_run *r, unsigned i, int sign)
{
    enum { TIMES = 64 };
    bool moves = false;
    arb_t v;
    arb_init(v);
    for (slong k = 0; !moves && k <= TIMES; k++) {
        if (!rigorous_is_held(r, i)) {
            arb_mul_si(v, r->segments[i].duration, k, r->prec);
            arb_div_si(v, v, TIMES, r->prec);
            arb_segment_velocity(v, &r->segments[i], v, r->prec);
        } else
            arb_set(v, r->v + i);
        moves = sign > 0 ? certainly(ball_is_positive(v)) : certainly(ball_is_negative(v));
    }
    arb_clear(v);
    return moves;
}

bool rigorous_may_move(const struct rigorous_run *r, unsigned i, int sign)
{
    if (rigorous_is_held(r, i))
        return sign > 0 ? !certainly(ball_is_nonpositive(r->v + i))
                        : !certainly(ball_is_nonnegative(r->v + i));
    arb_t start, end;
    arb_init(start);
    arb_init(end);
    arb_get_ubound_arf(arb_midref(end), r->segments[i].duration, r->prec);
    const bool other =
        arb_is_finite(end) && arb_segment_has_sign(&r->segments[i], -sign, start, end, r->prec);
    arb_clear(end);
    arb_clear(start);
    return !other;
}

bool rigorous_rests(const struct rigorous_run *r, unsigned i)
{
    return rigorous_is_held(r, i) && certainly(ball_is_zero(r->v + i));
}

void rigorous_travel(const struct rigorous_run *r, unsigned i, arb_t travel)
{
    arb_t start;
    arb_init(start);
    if (!rigorous_is_held(r, i))
        arb_segment_distance(travel, &r->segments[i], start, r->segments[i].duration, r->prec);
    else
        arb_mul(travel, r->v + i, r->h + i, r->prec);
    arb_clear(start);
}

void rigorous_rescale(struct rigorous_run *r, slong speed)
{
    for (unsigned i = 0; i < r->n_segments; i++) {
        arb_mul_si(r->v + i, r->v + i, speed, r->prec);
        arb_div_si(r->h + i, r->h + i, speed < 0 ? -speed : speed, r->prec);
        if (r->segments)
            arb_segment_scale(&r->segments[i], speed, r->prec);
    }
}

void rigorous_watch(struct rigorous_run *r, unsigned i,
                    void (*span)(void *ctx, const struct arb_span *span), void *ctx)
{
    rigorous_taylor(r, r->law, r->p, i, r->x, NULL, span, ctx);
}
