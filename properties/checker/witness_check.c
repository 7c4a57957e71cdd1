/* Decides whether a witness is confirmed, rejected or undecided (witness.h). */
#include "properties/checker/witness.h"

#include <stdlib.h>

#include "tools/base/decide.h"
#include "tools/base/decimal.h"

enum {
    MAX_WORK = 1 << 25,     /* holds times bits: a few seconds */
    MAX_STEPPED_PREC = 384, /* bits of steps; twice the bits are ten times the work */
};

/* Loads the duration of segment i, s. */
static void lasting(arb_t h, const struct witness *w, unsigned i, slong prec)
{
    arb_t since;
    arb_init(since);
    decimal_ball(h, w->h[i], prec);
    if (w->segments && w->segments[i].since) {
        decimal_ball(since, w->segments[i].since, prec);
        arb_sub(h, h, since, prec);
    }
    arb_clear(since);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct witness *w = numbers;
    for (int i = 0; w->law->params[i]; i++)
        decimal_ball(p + i, w->param[i], prec);
    for (int i = 0; i < arb_law_count(w->law->states); i++)
        decimal_ball(x0 + i, w->x0[i], prec);
    for (unsigned i = 0; i < w->n_segments; i++) {
        if (w->v[i])
            decimal_ball(v + i, w->v[i], prec);
        lasting(h + i, w, i, prec);
    }
}

/* Loads segment i with extra bits: a wave of many periods multiplies the error of the phase by
 * omega. */
static void load_segment(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    enum { SPARE = 128 };
    const struct witness *w = numbers;
    arb_ptr value = _arb_vec_init(4);
    arb_t duration;
    arb_init(duration);
    for (int k = 0; k < 4; k++)
        if (w->segments[i].value[k])
            decimal_ball(value + k, w->segments[i].value[k], prec + SPARE);
    lasting(duration, w, i, prec + SPARE);
    arb_segment_set(segment, w->segments[i].kind, value, duration, prec + SPARE);
    arb_clear(duration);
    _arb_vec_clear(value, 4);
}

/* The ball model for the witness's signal, if it has all that the property needs. */
static const struct arb_law *law_for(const struct witness *w)
{
    const struct arb_law *along = w->segments ? arb_law_along(w->law) : w->law;
    return rigorous_applicable(along, w->property) ? along : w->law;
}

struct rigorous_case witness_case(const struct witness *w)
{
    return (struct rigorous_case){
        .law = law_for(w),
        .property = w->property,
        .n_segments = w->n_segments,
        .load = load,
        .load_segment = w->segments ? load_segment : NULL,
        .numbers = w,
        .null = w->property == IDENTIFIABILITY ? w->null : NULL,
    };
}

bool witness_is_stepped(const struct witness *w)
{
    return w->segments || !rigorous_has_closed_holds(w->law);
}

/* Answers whether f is certainly within [lo, hi], certainly not, or neither. */
static enum answer within(const char *lo, const char *hi, const arb_t f, slong prec)
{
    arb_t bound;
    arb_init(bound);
    decimal_ball(bound, lo, prec);
    const bool above = certainly(ball_at_most(bound, f)), below_lo = certainly(ball_less(f, bound));
    decimal_ball(bound, hi, prec);
    const bool below = certainly(ball_at_most(f, bound)), above_hi = certainly(ball_less(bound, f));
    arb_clear(bound);
    if (below_lo || above_hi)
        return ANSWER_NO;
    return above && below ? ANSWER_YES : ANSWER_UNDECIDED;
}

static bool from_rest(const struct witness *w)
{
    for (int i = 0; i < arb_law_count(w->law->states); i++)
        if (decimal_sign(w->x0[i]) != 0)
            return false;
    return true;
}

/* The precisions to decide with, in this order. The third resolves what a hold of 1000 s, at a rate
 * of 1/s, leaves of a difference: exp(-1000) = 2^-1443. */
static const slong precisions[] = { 128, 384, 1536, 8192 };

struct verdict_on_witness witness_check(const struct witness *w, slong max_prec,
                                        struct work_limit *given)
{
    struct verdict_on_witness verdict = { ANSWER_UNDECIDED, .lo = "nan", .hi = "nan" };
    if (!from_rest(w)) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = "does not start where the law does, as the property demands";
        return verdict;
    }
    struct work_limit own = work_limit_from_now(RIGOROUS_UNITS, 0);
    struct work_limit *limit = given ? given : &own;
    struct rigorous_case c = witness_case(w);
    c.limit = limit;
    enum answer violated = ANSWER_UNDECIDED, enclosed = ANSWER_UNDECIDED;
    arb_t functional, now, margin;
    arb_init(functional);
    arb_init(now);
    arb_init(margin);
    const slong most = witness_is_stepped(w) ? FLINT_MIN(max_prec, MAX_STEPPED_PREC) : max_prec;
    slong prec = 0;
    for (size_t i = 0; i < sizeof precisions / sizeof *precisions && prec < most; i++) {
        const slong next = FLINT_MIN(precisions[i], most);
        if (i > 0 && (double)next * w->n_segments > MAX_WORK)
            break;
        prec = next;
        violated = rigorous_evaluate(&c, prec, now, margin);
        if (arb_is_finite(now) || i == 0)
            arb_swap(functional, now);
        enclosed = w->lo ? within(w->lo, w->hi, functional, prec) : ANSWER_YES;
        if (violated == ANSWER_NO || enclosed == ANSWER_NO ||
            (violated == ANSWER_YES && enclosed == ANSWER_YES))
            break;
    }
    decimal_end(verdict.lo, functional, false);
    decimal_end(verdict.hi, functional, true);
    arb_clear(margin);
    arb_clear(now);
    arb_clear(functional);
    if (violated == ANSWER_NO) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = w->property == IDENTIFIABILITY
                             ? "the regressor does not map the vector to 0"
                             : "the property is not violated";
    } else if (enclosed == ANSWER_NO) {
        verdict.confirmed = ANSWER_NO;
        verdict.reason = "the claimed enclosure is wrong";
    } else if (violated == ANSWER_YES && enclosed == ANSWER_YES) {
        verdict.confirmed = ANSWER_YES;
        verdict.reason = "the property is violated";
    } else
        verdict.reason = work_limit_reason(limit);
    return verdict;
}
