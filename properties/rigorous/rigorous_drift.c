/* Decides no_drift: net travel over windows of segments that reverse and stay below break-away and
 * steady sliding. */
#include <stdlib.h>

#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"
#include "tools/base/memory.h"

/* Units of work for one window (work_limit.h: a step along a smooth motion is 1). */
static const double WINDOW = 0.002;

/* The instants between the segments, from before the first to after the last. */
struct turnings {
    arb_ptr x;            /* states, n_states for each */
    arb_ptr travel, path; /* m since the start: net, and in total */
    enum answer *gentle;  /* the segment that ends here stays below the limits */
    bool *forth, *back, *maybe_forth, *maybe_back; /* the segment certainly, or perhaps, moves so */
};

/* limit, which is break-away, becomes the smaller one of itself and steady sliding at v. At rest
 * there is no sliding. Of velocities of both signs each sign has its own. */
static void limit_by_sliding(struct rigorous_run *r, const arb_t v, arb_t limit)
{
    arb_t least, part, s, F;
    arb_init(least);
    arb_init(part);
    arb_init(s);
    arb_init(F);
    arb_set(least, limit);
    for (int sign = -1; sign <= 1; sign += 2) {
        arb_mul_si(part, v, sign, r->prec);
        if (certainly(ball_is_nonpositive(part)))
            continue;
        const bool moves = certainly(ball_is_positive(part));
        arb_nonnegative_part(part, part);
        arb_mul_si(part, part, sign, r->prec);
        arb_set_si(s, sign);
        r->law->steady_force(F, r->p, part, s, r->prec);
        arb_abs(F, F);
        arb_min(F, F, limit, r->prec);
        if (moves)
            arb_set(least, F);
        else
            arb_union(least, least, F, r->prec);
    }
    arb_swap(limit, least);
    arb_clear(F);
    arb_clear(s);
    arb_clear(part);
    arb_clear(least);
}

/* Returns YES when |F| at v and x certainly stays below 0.9 of break-away and of the steady force
 * at v. */
static enum answer below(struct rigorous_run *r, const arb_t v, arb_srcptr x)
{
    arb_t limit, s, F;
    arb_init(limit);
    arb_init(s);
    arb_init(F);
    r->law->break_away(limit, r->p, r->prec);
    arb_sgn(s, v);
    if (r->law->steady_force)
        limit_by_sliding(r, v, limit);
    arb_mul_ui(limit, limit, 9, r->prec);
    arb_div_ui(limit, limit, 10, r->prec);
    r->law->force(F, r->p, v, s, x, r->prec);
    arb_abs(F, F);
    const bool below = certainly(ball_at_most(F, limit)), above = certainly(ball_less(limit, F));
    arb_clear(F);
    arb_clear(s);
    arb_clear(limit);
    return below ? ANSWER_YES : above ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* Returns NO when a or b is NO, and YES when both are YES. */
static enum answer both(enum answer a, enum answer b)
{
    if (a == ANSWER_NO || b == ANSWER_NO)
        return ANSWER_NO;
    return a == ANSWER_YES ? b : a;
}

/* Watches the forces over the parts of a segment. */
struct gentle_watch {
    struct rigorous_run *r;
    enum answer gentle;
};

static void watch_force(void *ctx, const struct arb_span *span)
{
    struct gentle_watch *w = ctx;
    w->gentle = both(w->gentle, below(w->r, span->v, span->x));
}

/* Moves over segment i. Returns YES when the force certainly stays below the limits. Within a hold
 * the force is largest at one of the ends. */
static enum answer move_gently(struct rigorous_run *r, unsigned i)
{
    if (!rigorous_is_smooth(r, i)) {
        const enum answer start = below(r, r->v + i, r->x);
        rigorous_move(r, i);
        return both(start, below(r, r->v + i, r->x));
    }
    struct gentle_watch w = { r, ANSWER_YES };
    rigorous_watch(r, i, watch_force, &w);
    return arb_is_finite(r->x) ? w.gentle : ANSWER_UNDECIDED;
}

static void turnings_init(struct turnings *at, const struct rigorous_run *r)
{
    const slong n = (slong)r->n_segments + 1;
    at->x = _arb_vec_init(n * FLINT_MAX(r->n_states, 1));
    at->travel = _arb_vec_init(n);
    at->path = _arb_vec_init(n);
    at->gentle = memory_array((size_t)n, sizeof *at->gentle);
    at->forth = memory_array((size_t)n, 4 * sizeof *at->forth);
    at->back = at->forth + n;
    at->maybe_forth = at->back + n;
    at->maybe_back = at->maybe_forth + n;
}

static void turnings_clear(struct turnings *at, const struct rigorous_run *r)
{
    const slong n = (slong)r->n_segments + 1;
    free(at->forth);
    free(at->gentle);
    _arb_vec_clear(at->path, n);
    _arb_vec_clear(at->travel, n);
    _arb_vec_clear(at->x, n * FLINT_MAX(r->n_states, 1));
}

/* Moves over segment j - 1, to turning j. */
static void reach(struct turnings *at, unsigned j, struct rigorous_run *r)
{
    at->forth[j] = rigorous_moves(r, j - 1, 1);
    at->back[j] = rigorous_moves(r, j - 1, -1);
    at->maybe_forth[j] = rigorous_may_move(r, j - 1, 1);
    at->maybe_back[j] = rigorous_may_move(r, j - 1, -1);
    at->gentle[j] = move_gently(r, j - 1);
    rigorous_travel(r, j - 1, at->travel + j);
    arb_add(at->travel + j, at->travel + j, at->travel + j - 1, r->prec);
    rigorous_path(r, j - 1, j, at->path + j);
    arb_add(at->path + j, at->path + j, at->path + j - 1, r->prec);
    _arb_vec_set(at->x + (slong)j * r->n_states, r->x, r->n_states);
}

/* The window of segments i..j-1, which grows backwards, and what is known about all its
 * segments. */
struct window {
    unsigned i, j;
    enum answer gentle;
    bool forth, back, maybe_forth, maybe_back;
};

static void extend(struct window *w, const struct turnings *at)
{
    w->gentle = both(w->gentle, at->gentle[w->i]);
    w->forth |= at->forth[w->i];
    w->back |= at->back[w->i];
    w->maybe_forth |= at->maybe_forth[w->i];
    w->maybe_back |= at->maybe_back[w->i];
    w->i--;
}

static enum answer reverses(const struct window *w)
{
    if (w->forth && w->back)
        return ANSWER_YES;
    return w->maybe_forth && w->maybe_back ? ANSWER_UNDECIDED : ANSWER_NO;
}

/* Computes drift = |net travel| - 1000 |dx| and the path, both in m. */
static void measure(const struct window *w, const struct turnings *at, struct rigorous_run *r,
                    arb_t drift, arb_t path)
{
    arb_t gap;
    arb_init(gap);
    for (int k = 0; k < r->n_states; k++) {
        if (r->law->bound && rigorous_unbounded(r->bound + k))
            continue;
        arb_sub(r->t, at->x + (slong)w->j * r->n_states + k, at->x + (slong)w->i * r->n_states + k,
                r->prec);
        arb_abs(r->t, r->t);
        if (r->law->bound && !arb_is_finite(r->bound + k)) /* it may be one without a bound */
            arb_indeterminate(r->t);
        arb_max(gap, gap, r->t, r->prec);
    }
    arb_sub(drift, at->travel + w->j, at->travel + w->i, r->prec);
    arb_abs(drift, drift);
    arb_submul_ui(drift, gap, 1000, r->prec);
    arb_sub(path, at->path + w->j, at->path + w->i, r->prec);
    arb_clear(gap);
}

/* The result of all windows so far. */
struct drift {
    arb_ptr functional, margin; /* the largest drift, the least margin */
    enum answer answer;
};

/* Adds a window to the result. A window that may not count (it may not reverse, or not stay below
 * the limits) widens the result instead. */
static void take(struct drift *d, const struct window *w, const struct turnings *at,
                 struct rigorous_run *r)
{
    const bool certain = both(reverses(w), w->gentle) == ANSWER_YES;
    arb_t drift, path;
    arb_init(drift);
    arb_init(path);
    measure(w, at, r, drift, path);
    const enum answer drifts = rigorous_exceeds(drift, path, r->prec);
    if (drifts != ANSWER_NO)
        d->answer = rigorous_either(d->answer, certain ? drifts : ANSWER_UNDECIDED);
    arb_div(path, drift, path, r->prec);
    arb_neg(path, path);
    arb_max(drift, d->functional, drift, r->prec);
    arb_min(path, d->margin, path, r->prec);
    if (!certain) {
        arb_union(drift, d->functional, drift, r->prec);
        arb_union(path, d->margin, path, r->prec);
    }
    arb_swap(d->functional, drift);
    arb_swap(d->margin, path);
    arb_clear(path);
    arb_clear(drift);
}

/* Adds all windows that end at turning j. */
static void take_windows(struct drift *d, const struct turnings *at, unsigned j,
                         struct rigorous_run *r)
{
    struct window w = { j, j, ANSWER_YES, false, false, false, false };
    while (w.i > 0 && at->gentle[w.i] != ANSWER_NO) {
        extend(&w, at);
        if (!work_limit_take(r->limit, WINDOW, r->prec)) {
            d->answer = rigorous_either(d->answer, ANSWER_UNDECIDED);
            return;
        }
        if (reverses(&w) != ANSWER_NO)
            take(d, &w, at, r);
    }
}

enum answer rigorous_no_drift(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    struct turnings at;
    struct drift d = { functional, margin, ANSWER_NO };
    turnings_init(&at, r);
    arb_neg_inf(functional);
    arb_one(margin);
    _arb_vec_set(at.x, r->x, r->n_states);
    for (unsigned j = 1; j <= r->n_segments; j++) {
        reach(&at, j, r);
        take_windows(&d, &at, j, r);
    }
    if (r->limit->end != WORK_GOES_ON) { /* not all windows were seen */
        arb_indeterminate(functional);
        arb_indeterminate(margin);
    }
    turnings_clear(&at, r);
    return d.answer;
}
