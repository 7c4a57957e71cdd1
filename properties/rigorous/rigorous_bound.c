/* Bounds of the states: the model's own bound, and the bound by the Stribeck curve. */
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

/* Answers about a functional that must not exceed zero; the margin is its negative. Along
 * segments that are not holds its largest value lies between those at known instants and those
 * over ranges. */
static enum answer answer_on_bound(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    arb_set(functional, r->worst);
    if (!certainly(ball_at_most(r->most, r->worst))) {
        arb_max(r->most, r->most, r->worst, r->prec);
        arb_union(functional, r->worst, r->most, r->prec);
    }
    arb_neg(margin, functional);
    if (certainly(ball_is_positive(r->worst)))
        return ANSWER_YES;
    return certainly(ball_is_nonpositive(functional)) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* worst <- max(worst, |x|/bound - level) */
static void compare(struct rigorous_run *r, arb_srcptr x, int state, const arb_t level, arb_t worst)
{
    arb_abs(r->t, x + state);
    arb_div(r->t, r->t, r->bound + state, r->prec);
    arb_sub(r->t, r->t, level, r->prec);
    arb_max(worst, worst, r->t, r->prec);
}

static void compare_all(struct rigorous_run *r, arb_srcptr x, arb_t worst)
{
    arb_t one;
    arb_init(one);
    arb_one(one);
    for (int j = 0; j < r->n_states; j++)
        compare(r, x, j, one, worst);
    arb_clear(one);
}

static void watch_states(void *ctx, const struct arb_span *span)
{
    struct rigorous_run *r = ctx;
    compare_all(r, span->x, r->most);
    compare_all(r, span->x_end, r->worst);
}

/* Compares the states over segment i, which is not a hold, with their bounds. */
static void watch(struct rigorous_run *r, unsigned i,
                  void (*span)(void *ctx, const struct arb_span *span))
{
    rigorous_watch(r, i, span, r);
    if (!arb_is_finite(r->x))
        arb_pos_inf(r->most);
}

/* v encloses all velocities of segment i. */
static void velocities(arb_t v, const struct rigorous_run *r, unsigned i)
{
    arb_set(v, r->v + i);
    if (!rigorous_is_smooth(r, i))
        return;
    arb_t start;
    arb_init(start);
    arb_union(v, start, r->segments[i].duration, r->prec);
    arb_segment_velocity(v, &r->segments[i], v, r->prec);
    arb_clear(start);
}

/* x <- all states within their bounds. */
static void fill(arb_ptr x, const struct rigorous_run *r)
{
    for (int k = 0; k < r->n_states; k++) {
        arb_neg(x + k, r->bound + k);
        arb_union(x + k, x + k, r->bound + k, r->prec);
    }
}

/* Returns true when no state can leave its bound at velocity v: it stays, wherever all states are
 * within their bounds, or at |x_j| = bound_j it certainly moves inward. */
static bool points_inward(const struct rigorous_run *r, const arb_t v)
{
    const int n = r->n_states;
    bool inward = r->law->rate;
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX), dx = _arb_vec_init(ARB_LAW_MAX);
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    for (int side = 0; inward && side < 2 * n; side++) {
        const int j = side / 2;
        if (rigorous_unbounded(r->bound + j))
            continue;
        fill(x, r);
        r->law->rate(dx, r->p, v, s, x, r->prec);
        if (certainly(ball_is_zero(dx + j)))
            continue;
        arb_set(x + j, r->bound + j);
        if (side % 2)
            arb_neg(x + j, x + j);
        r->law->rate(dx, r->p, v, s, x, r->prec);
        inward = certainly(side % 2 ? ball_is_positive(dx + j) : ball_is_negative(dx + j));
    }
    arb_clear(s);
    _arb_vec_clear(dx, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    return inward;
}

/* Returns true when, at every velocity of segment i, every state that has a bound certainly stays
 * or moves towards a value within its bound; of a law of which that is not known, when at its bound
 * it moves inward. */
static bool heads_inside(const struct rigorous_run *r, unsigned i)
{
    bool inside = true;
    arb_ptr slack = _arb_vec_init(ARB_LAW_MAX);
    arb_t v;
    arb_init(v);
    velocities(v, r, i);
    if (r->law->slack) {
        r->law->slack(slack, r->p, v, r->prec);
        for (int j = 0; j < r->n_states; j++)
            inside = inside && (rigorous_unbounded(r->bound + j) ||
                                certainly(ball_is_nonnegative(slack + j)));
    } else
        inside = !rigorous_has_closed_holds(r->law) && points_inward(r, v);
    arb_clear(v);
    _arb_vec_clear(slack, ARB_LAW_MAX);
    return inside;
}

/* Narrows a functional to [-1, 0]: no state leaves its bound (<= 0), and |x|/bound >= 0. */
static void clip(arb_t functional, struct rigorous_run *r)
{
    arb_zero(r->t);
    if (arb_is_finite(functional))
        arb_min(functional, functional, r->t, r->prec);
    else {
        arb_set_d(functional, -0.5);
        mag_set_ui_2exp_si(arb_radref(functional), 1, -1);
    }
}

/* A state that is within its bound and moves steadily towards a value within it stays within. Balls
 * of the state itself cannot tell that when the state comes ever nearer to the bound, or when its
 * motion takes too much work. They must not contradict it, though. */
enum answer rigorous_state_bound(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    bool inside = true; /* by the argument above */
    if (r->law->initial)
        compare_all(r, r->x, r->worst);
    for (int j = 0; j < r->n_states; j++) {
        arb_abs(r->t, r->x + j);
        inside &= certainly(ball_is_zero(r->t)) || rigorous_unbounded(r->bound + j) ||
                  certainly(ball_at_most(r->t, r->bound + j));
    }
    for (unsigned i = 0; i < r->n_segments; i++) {
        if (rigorous_is_smooth(r, i))
            watch(r, i, watch_states);
        else
            rigorous_move(r, i);
        compare_all(r, r->x, r->worst);
    }
    const enum answer violated = answer_on_bound(r, functional, margin);
    for (unsigned i = 0; violated == ANSWER_UNDECIDED && inside && i < r->n_segments; i++)
        inside = heads_inside(r, i);
    if (violated != ANSWER_UNDECIDED || !inside)
        return violated;
    clip(functional, r);
    arb_neg(margin, functional);
    return ANSWER_NO;
}

/* Updates the present value of the curve and its largest value so far: at little cost where the
 * present value is certainly below the largest. */
static void follow_curve(struct rigorous_run *r, unsigned i, bool over_history)
{
    const slong cheap = 64;
    if (over_history) {
        r->law->stribeck(r->g, r->p, r->v + i, cheap);
        if (certainly(ball_less(r->g, r->g_sup)))
            return;
    }
    r->law->stribeck(r->g, r->p, r->v + i, r->prec);
    arb_max(r->g_sup, r->g_sup, r->g, r->prec);
}

static int index_of_y(const struct rigorous_run *r) { return arb_law_index(r->law->states, "y"); }

/* Compares y with the curve at the velocity of the same instant: over the span's range, and at its
 * end. */
static void watch_curve(void *ctx, const struct arb_span *span)
{
    struct rigorous_run *r = ctx;
    r->law->stribeck(r->g, r->p, span->v, r->prec);
    compare(r, span->x, index_of_y(r), r->g, r->most);
    /* The range of v has its value at the end, too. */
    compare(r, span->x_end, index_of_y(r), r->g, r->worst);
}

/* Compares y with the largest value of the curve so far. At every instant of the span that is the
 * largest before the span or a value in the span's range. */
static void watch_history(void *ctx, const struct arb_span *span)
{
    struct rigorous_run *r = ctx;
    r->law->stribeck(r->g, r->p, span->v, r->prec);
    arb_max(r->g_sup, r->g_sup, r->g, r->prec);
    compare(r, span->x, index_of_y(r), r->g_sup, r->most);
    compare(r, span->x_end, index_of_y(r), r->g_sup, r->worst);
}

/* Within a hold |y| is largest at one of its ends; the new velocity counts at once. */
enum answer rigorous_stribeck_bound(struct rigorous_run *r, bool over_history, arb_t functional,
                                    arb_t margin)
{
    for (unsigned i = 0; i < r->n_segments; i++) {
        if (rigorous_is_smooth(r, i)) {
            watch(r, i, over_history ? watch_history : watch_curve);
            continue;
        }
        follow_curve(r, i, over_history);
        for (int end = 0; end < 2; end++) {
            compare(r, r->x, index_of_y(r), over_history ? r->g_sup : r->g, r->worst);
            if (end == 0)
                rigorous_move(r, i);
        }
    }
    return answer_on_bound(r, functional, margin);
}
