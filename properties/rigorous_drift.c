/* Net travel over windows of pieces that reverse and stay below break-away and steady sliding. */
#include "properties/rigorous_run.h"

/* States, travel and forces at the turning points, for windows that may drift. */
struct turning {
    arb_ptr x;
    arb_t travel;
    enum answer gentle; /* the piece that ends here certainly stays below the limits */
};

/* Whether |F| at v and x stays below 0.9 of break-away and of the steady force at v. */
static enum answer below(struct rigorous_run *r, const arb_t v, arb_srcptr x)
{
    arb_t limit, s, F;
    arb_init(limit);
    arb_init(s);
    arb_init(F);
    r->law->break_away(limit, r->p, r->prec);
    arb_sgn(s, v);
    if (!arb_is_zero(v) && r->law->steady_force) {
        r->law->steady_force(F, r->p, v, s, r->prec);
        arb_abs(F, F);
        arb_min(limit, limit, F, r->prec);
    }
    arb_mul_ui(limit, limit, 9, r->prec);
    arb_div_ui(limit, limit, 10, r->prec);
    r->law->force(F, r->p, v, s, x, r->prec);
    arb_abs(F, F);
    const bool below = arb_le(F, limit), above = arb_gt(F, limit);
    arb_clear(F);
    arb_clear(s);
    arb_clear(limit);
    return below ? ANSWER_YES : above ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* Both, where NO is certain and YES needs both. */
static enum answer both(enum answer a, enum answer b)
{
    if (a == ANSWER_NO || b == ANSWER_NO)
        return ANSWER_NO;
    return a == ANSWER_YES ? b : a;
}

/* The forces over the parts of a piece. */
struct gentle_watch {
    struct rigorous_run *r;
    enum answer gentle;
};

static void watch_force(void *ctx, const struct arb_span *span)
{
    struct gentle_watch *w = ctx;
    w->gentle = both(w->gentle, below(w->r, span->v, span->x));
}

/* Moves over piece i: does the force stay below the limits? Within a hold it is largest at one of
 * its ends. */
static enum answer move_gently(struct rigorous_run *r, unsigned i)
{
    if (!rigorous_is_smooth(r, i)) {
        const enum answer start = below(r, r->v + i, r->x);
        rigorous_move(r, i);
        return both(start, below(r, r->v + i, r->x));
    }
    struct gentle_watch w = { r, ANSWER_YES };
    rigorous_watch(r, i, watch_force, &w);
    return r->law->linear && arb_is_finite(r->x) ? w.gentle : ANSWER_UNDECIDED;
}

static enum answer reverses(const struct rigorous_run *r, unsigned from, unsigned to)
{
    bool forth = false, back = false, maybe_forth = false, maybe_back = false;
    for (unsigned i = from; i < to; i++) {
        forth |= rigorous_moves(r, i, 1);
        back |= rigorous_moves(r, i, -1);
        maybe_forth |= rigorous_may_move(r, i, 1);
        maybe_back |= rigorous_may_move(r, i, -1);
    }
    if (forth && back)
        return ANSWER_YES;
    return maybe_forth && maybe_back ? ANSWER_UNDECIDED : ANSWER_NO;
}

/* |net travel| - 1000 |dx| over pieces from..to-1; margin is its negative over the path. */
static void window(struct rigorous_run *r, const struct turning *at, unsigned from, unsigned to,
                   arb_t drift, arb_t margin)
{
    arb_t gap, path;
    arb_init(gap);
    arb_init(path);
    for (int k = 0; k < r->n_states; k++) {
        if (r->law->bound && rigorous_unbounded(r->bound + k))
            continue;
        arb_sub(r->t, at[to].x + k, at[from].x + k, r->prec);
        arb_abs(r->t, r->t);
        arb_max(gap, gap, r->t, r->prec);
    }
    arb_sub(drift, at[to].travel, at[from].travel, r->prec);
    arb_abs(drift, drift);
    arb_submul_ui(drift, gap, 1000, r->prec);
    rigorous_path(r, from, to, path);
    arb_div(margin, drift, path, r->prec);
    arb_neg(margin, margin);
    arb_clear(path);
    arb_clear(gap);
}

enum answer rigorous_no_drift(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    enum { MOST = 32 }; /* as in the trial: windows of the first holds */
    struct turning at[MOST + 1];
    const unsigned n = r->n_holds < MOST ? r->n_holds : MOST;
    enum answer answer = ANSWER_NO;
    arb_t drift, m;
    arb_init(drift);
    arb_init(m);
    arb_neg_inf(functional);
    arb_one(margin);
    for (unsigned j = 0; j <= n; j++) {
        at[j].x = _arb_vec_init(ARB_LAW_MAX);
        arb_init(at[j].travel);
        if (j > 0) {
            at[j].gentle = move_gently(r, j - 1);
            rigorous_travel(r, j - 1, at[j].travel);
            arb_add(at[j].travel, at[j].travel, at[j - 1].travel, r->prec);
        }
        _arb_vec_set(at[j].x, r->x, r->n_states);
        for (unsigned i = j; i > 0 && at[i].gentle != ANSWER_NO; i--) {
            const enum answer counts = reverses(r, i - 1, j);
            if (counts == ANSWER_NO)
                continue;
            window(r, at, i - 1, j, drift, m);
            bool certain = counts == ANSWER_YES;
            for (unsigned k = i; k <= j; k++)
                certain &= at[k].gentle == ANSWER_YES;
            rigorous_path(r, i - 1, j, r->t);
            const enum answer drifts = rigorous_exceeds(drift, r->t, r->prec);
            if (drifts != ANSWER_NO)
                answer = rigorous_either(answer, certain ? drifts : ANSWER_UNDECIDED);
            arb_max(drift, functional, drift, r->prec);
            arb_min(m, margin, m, r->prec);
            if (!certain) { /* the window may not count */
                arb_union(drift, functional, drift, r->prec);
                arb_union(m, margin, m, r->prec);
            }
            arb_set(functional, drift);
            arb_set(margin, m);
        }
    }
    for (unsigned j = 0; j <= n; j++) {
        arb_clear(at[j].travel);
        _arb_vec_clear(at[j].x, ARB_LAW_MAX);
    }
    arb_clear(m);
    arb_clear(drift);
    return answer;
}
