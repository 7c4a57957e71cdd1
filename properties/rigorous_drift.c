/* Net travel over windows of holds that reverse and stay below break-away and steady sliding. */
#include "properties/rigorous_run.h"

/* States, travel and forces at the turning points, for windows that may drift. */
struct turning {
    arb_ptr x;
    arb_t travel;
    enum answer gentle; /* the hold that ends here certainly stays below the limits */
};

/* Whether |F| at v stays below 0.9 of break-away and of the steady force at v. */
static enum answer below(struct rigorous_run *r, const arb_t v)
{
    arb_t limit, s;
    arb_init(limit);
    arb_init(s);
    r->law->break_away(limit, r->p, r->prec);
    if (!arb_is_zero(v) && r->law->steady_force) {
        arb_sgn(s, v);
        r->law->steady_force(r->t, r->p, v, s, r->prec);
        arb_abs(r->t, r->t);
        arb_min(limit, limit, r->t, r->prec);
    }
    arb_mul_ui(limit, limit, 9, r->prec);
    arb_div_ui(limit, limit, 10, r->prec);
    rigorous_force(r, v, r->t);
    arb_abs(r->t, r->t);
    const bool below = arb_le(r->t, limit), above = arb_gt(r->t, limit);
    arb_clear(s);
    arb_clear(limit);
    return below ? ANSWER_YES : above ? ANSWER_NO : ANSWER_UNDECIDED;
}

static bool reverses(const struct rigorous_run *r, unsigned from, unsigned to)
{
    bool forth = false, back = false;
    for (unsigned i = from; i < to; i++) {
        forth |= arb_is_positive(r->v + i);
        back |= arb_is_negative(r->v + i);
    }
    return forth && back;
}

/* |net travel| - 1000 |dx| over holds from..to-1; margin is its negative over the path. */
static void window(struct rigorous_run *r, const struct turning *at, unsigned from, unsigned to,
                   arb_t drift, arb_t margin)
{
    arb_t gap, path;
    arb_init(gap);
    arb_init(path);
    for (int k = 0; k < r->n_states; k++) {
        if (r->law->bound && !arb_is_finite(r->bound + k))
            continue; /* a state without bound is the travel itself */
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
            const enum answer start = below(r, r->v + j - 1);
            rigorous_move(r, j - 1);
            const enum answer end = below(r, r->v + j - 1);
            at[j].gentle = start == ANSWER_YES  ? end
                           : start == ANSWER_NO ? start
                           : end == ANSWER_NO   ? end
                                                : start;
            arb_set(at[j].travel, at[j - 1].travel);
            arb_addmul(at[j].travel, r->v + j - 1, r->h + j - 1, r->prec);
        }
        _arb_vec_set(at[j].x, r->x, r->n_states);
        for (unsigned i = j; i > 0 && at[i].gentle != ANSWER_NO; i--) {
            if (!reverses(r, i - 1, j))
                continue;
            window(r, at, i - 1, j, drift, m);
            bool certain = true;
            for (unsigned k = i; k <= j; k++)
                certain &= at[k].gentle == ANSWER_YES;
            if (arb_is_positive(drift) && certain)
                answer = ANSWER_YES;
            else if (!arb_is_nonpositive(drift) && answer == ANSWER_NO)
                answer = ANSWER_UNDECIDED;
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
