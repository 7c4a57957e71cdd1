/* Decides steady_state: the force at the end of a signal against the one that its last hold tends
 * to. */
#include "models/derived/law_graph.h"
#include "properties/rigorous/rigorous_run.h"
#include "reference/graph/graph_tape.h"
#include "reference/taylor/law_text.h"
#include "tools/base/decide.h"

/* How often a hold goes on, four times as long, until its states have settled. */
enum { MOST_TIMES = 48 };

/* Bits to which they are then known: more than the tolerance of equalities asks for. */
enum { SETTLED_BITS = 68 };

/* What a hold tends to, and by how much the force may still be off, relative to its scale. */
struct steady {
    arb_t force, lag;
};

/* By the law's own statements: at held v every state relaxes from within its bound at least at that
 * rate, |F - F_ss| <= 2 exp(-rate h) scale. */
static void state_steady(struct steady *to, const struct rigorous_run *r, const arb_t v,
                         const arb_t h)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    r->law->steady_force(to->force, r->p, v, s, r->prec);
    arb_zero(to->lag);
    if (r->law->settling_rate) {
        r->law->settling_rate(to->lag, r->p, v, r->prec);
        arb_mul(to->lag, to->lag, h, r->prec);
        arb_neg(to->lag, to->lag);
        arb_exp(to->lag, to->lag, r->prec);
        arb_mul_2exp_si(to->lag, to->lag, 1);
    }
    arb_clear(s);
}

/* Widens x a little, to a box that the motion at held v never leaves: with mu_i >= -df_i/dx_i and
 * c_ij >= |df_i/dx_j| over it, |f_i| + sum of c_ij radius_j < mu_i radius_i at the radii tried,
 * twice |f_i/mu_i|. Returns false where that does not hold, or is not little. */
static bool widen(arb_ptr x, struct graph_tape *tape, unsigned n, const arb_t v, const arb_t s,
                  slong prec)
{
    const struct law_graph *law = tape->law;
    arb_ptr at = _arb_vec_init(n), f = _arb_vec_init(n), radius = _arb_vec_init(n);
    arb_t outward, t;
    bool stays = true;
    arb_init(outward);
    arb_init(t);
    graph_tape_at(tape, v, s, x, prec);
    for (unsigned i = 0; i < n; i++) {
        const expression own = graph_tape_state(tape, i);
        arb_abs(f + i, tape->value + law->rate.of[i]);
        if (own == EXPRESSION_NONE) {
            stays = stays && certainly(ball_is_zero(f + i));
            continue;
        }
        graph_tape_slopes(tape, law->rate.of[i], prec);
        arb_abs(t, tape->slope + own);
        arb_div(radius + i, f + i, t, prec);
        arb_get_ubound_arf(arb_midref(radius + i), radius + i, prec);
        mag_zero(arb_radref(radius + i));
        arb_mul_2exp_si(radius + i, radius + i, 1);
        arb_abs(t, x + i);
        arb_mul_2exp_si(t, t, -SETTLED_BITS);
        stays = stays && certainly(ball_at_most(radius + i, t));
    }
    for (unsigned i = 0; i < n; i++) {
        arb_set(at + i, x + i);
        arb_add_error(at + i, radius + i);
    }
    graph_tape_at(tape, v, s, at, prec);
    for (unsigned i = 0; stays && i < n; i++) {
        if (certainly(ball_is_zero(radius + i)) && certainly(ball_is_zero(f + i)))
            continue;
        graph_tape_slopes(tape, law->rate.of[i], prec);
        arb_set(outward, f + i);
        for (unsigned j = 0; j < n; j++) {
            const expression state = graph_tape_state(tape, j);
            if (state == EXPRESSION_NONE)
                continue;
            if (j == i)
                arb_set(t, tape->slope + state);
            else
                arb_abs(t, tape->slope + state);
            arb_addmul(outward, t, radius + j, prec);
        }
        stays = certainly(ball_is_negative(outward));
    }
    if (stays)
        _arb_vec_swap(x, at, n);
    arb_clear(t);
    arb_clear(outward);
    _arb_vec_clear(radius, n);
    _arb_vec_clear(f, n);
    _arb_vec_clear(at, n);
    return stays;
}

/* Sets x to all states that the law may have after any long time at held v, from rest. Returns
 * false where it does not settle, as far as is known. */
static bool settle(const struct rigorous_run *r, const arb_t v, const arb_t h, arb_ptr x)
{
    const struct law_graph *law = arb_law_text(r->law);
    const unsigned n = (unsigned)r->n_states;
    arb_ptr p = _arb_vec_init(ARB_LAW_MAX);
    struct graph_tape tape;
    bool settled = false;
    arb_t time, s;
    arb_init(time);
    arb_init(s);
    arb_set(time, h);
    arb_sgn(s, v);
    arb_law_text_parameters(p, r->law, r->p);
    graph_tape_init(&tape, law, law->rate.of, n, n, p, r->prec);
    _arb_vec_zero(x, n);
    for (int k = 0; !settled && k < MOST_TIMES; k++) {
        rigorous_hold(r, v, time, x);
        settled = widen(x, &tape, n, v, s, r->prec);
        arb_mul_2exp_si(time, time, 2);
    }
    graph_tape_clear(&tape);
    _arb_vec_clear(p, ARB_LAW_MAX);
    arb_clear(s);
    arb_clear(time);
    return settled;
}

/* lag <- twice the part of the way of a state that is left from rest after half the time: any state
 * is as good as rest after as long again. */
static void find_lag(arb_t lag, const struct rigorous_run *r, const arb_t v, const arb_t h,
                     arb_srcptr end)
{
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    arb_t t;
    arb_init(t);
    arb_mul_2exp_si(t, h, -1);
    rigorous_hold(r, v, t, x);
    arb_zero(lag);
    for (int i = 0; i < r->n_states; i++) {
        arb_sub(t, x + i, end + i, r->prec);
        if (certainly(ball_is_zero(t)))
            continue;
        arb_div(t, t, end + i, r->prec);
        arb_abs(t, t);
        arb_mul_2exp_si(t, t, 1);
        arb_max(lag, lag, t, r->prec);
    }
    arb_clear(t);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

/* By the motion itself. */
static void move_to_steady(struct steady *to, const struct rigorous_run *r, const arb_t v,
                           const arb_t h)
{
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    arb_indeterminate(to->force);
    arb_indeterminate(to->lag);
    if (settle(r, v, h, x)) {
        if (r->law->steady_force)
            r->law->steady_force(to->force, r->p, v, s, r->prec);
        else
            r->law->force(to->force, r->p, v, s, x, r->prec);
        find_lag(to->lag, r, v, h, x);
    }
    arb_clear(s);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

bool rigorous_states_steady(const struct arb_law *law)
{
    return law->steady_force && (law->settling_rate || arb_law_size(law) == 0);
}

/* Tests |F - F_ss| <= lag scale, up to the tolerance of equalities. */
enum answer rigorous_steady_state(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    arb_srcptr v = r->v + r->n_segments - 1, h = r->h + r->n_segments - 1;
    const bool is_held = rigorous_is_held(r, r->n_segments - 1); /* else: no statement */
    struct steady to;
    arb_t scale, excess;
    if (!is_held || certainly(ball_is_zero(v))) {
        arb_zero(functional);
        arb_one(margin);
        return ANSWER_NO;
    }
    if (possibly(ball_is_zero(v))) { /* it may be held at rest, or slide */
        arb_indeterminate(functional);
        arb_indeterminate(margin);
        return ANSWER_UNDECIDED;
    }
    arb_init(to.force);
    arb_init(to.lag);
    arb_init(scale);
    arb_init(excess);
    for (unsigned i = 0; i < r->n_segments; i++)
        rigorous_move(r, i);
    rigorous_force(r, v, functional);
    (rigorous_states_steady(r->law) ? state_steady : move_to_steady)(&to, r, v, h);
    arb_sub(functional, functional, to.force, r->prec);
    arb_abs(functional, functional);
    rigorous_scale(r, v, scale);
    arb_mul(excess, to.lag, scale, r->prec);
    arb_sub(excess, functional, excess, r->prec);
    const enum answer answer = rigorous_exceeds(excess, scale, r->prec);
    arb_div(margin, functional, scale, r->prec);
    arb_sub(margin, to.lag, margin, r->prec);
    arb_clear(excess);
    arb_clear(scale);
    arb_clear(to.lag);
    arb_clear(to.force);
    return answer;
}
