/* Properties of the force at the end of a signal: comparisons with another run, and creep. */
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

/* Compares the force at the end of the signal with the force at the end of another run, with
 * velocities times `speed` and durations divided by |speed|: their difference, or their sum if the
 * other run is mirrored. */
enum answer rigorous_other_run(struct rigorous_run *r, slong speed, arb_t functional, arb_t margin)
{
    arb_ptr x0 = _arb_vec_init(ARB_LAW_MAX);
    const unsigned last = r->n_segments - 1;
    const int size = arb_law_size(r->law);
    _arb_vec_set(x0, r->x, size);
    for (unsigned i = 0; i < r->n_segments; i++)
        rigorous_move(r, i);
    rigorous_force(r, rigorous_velocity(r, last, true), functional);
    _arb_vec_set(r->x, x0, size);
    rigorous_rescale(r, speed);
    for (unsigned i = 0; i < r->n_segments; i++)
        rigorous_move(r, i);
    rigorous_force(r, rigorous_velocity(r, last, true), r->t);
    if (speed < 0)
        arb_add(functional, functional, r->t, r->prec);
    else
        arb_sub(functional, functional, r->t, r->prec);
    arb_abs(functional, functional);
    rigorous_scale(r, rigorous_velocity(r, last, true), r->t);
    const enum answer answer = rigorous_exceeds(functional, r->t, r->prec);
    if (certainly(ball_is_zero(functional)))
        arb_zero(margin);
    else
        arb_div(margin, functional, r->t, r->prec);
    arb_neg(margin, margin);
    _arb_vec_clear(x0, ARB_LAW_MAX);
    return answer;
}

enum answer rigorous_creep(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    arb_srcptr v = rigorous_velocity(r, r->n_segments - 1, true);
    for (unsigned i = 0; i < r->n_segments; i++)
        rigorous_move(r, i);
    rigorous_force(r, v, functional);
    arb_abs(functional, functional);
    r->law->creep_resistance(r->t, r->p, r->prec);
    arb_mul(r->t, r->t, v, r->prec);
    arb_abs(r->t, r->t);
    arb_one(margin);
    if (!certainly(ball_is_zero(v))) {
        arb_div(margin, functional, r->t, r->prec);
        arb_sub_ui(margin, margin, 1, r->prec);
        arb_neg(margin, margin);
    }
    arb_sub(functional, functional, r->t, r->prec);
    if (certainly(ball_is_positive(functional)))
        return ANSWER_YES;
    return certainly(ball_is_nonpositive(functional)) ? ANSWER_NO : ANSWER_UNDECIDED;
}
