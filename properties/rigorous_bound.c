/* Bounds of the states, that of the model and those by the Stribeck curve. */
#include "properties/rigorous_run.h"

/* A functional that must not exceed zero; the margin is its negative. */
static enum answer judge_bound(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    arb_set(functional, r->worst);
    arb_neg(margin, functional);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_nonpositive(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

enum answer rigorous_state_bound(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    for (unsigned i = 0; i < r->n_holds; i++) {
        rigorous_move(r, i);
        for (int j = 0; j < r->n_states; j++) {
            arb_abs(r->t, r->x + j);
            arb_div(r->t, r->t, r->bound + j, r->prec);
            arb_sub_ui(r->t, r->t, 1, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
        }
    }
    return judge_bound(r, functional, margin);
}

/* The present value of the curve, and its largest so far: at little cost where it is certainly
 * no larger. */
static void follow_curve(struct rigorous_run *r, unsigned i, bool over_history)
{
    const slong cheap = 64;
    if (over_history) {
        r->law->stribeck(r->g, r->p, r->v + i, cheap);
        if (arb_lt(r->g, r->g_sup))
            return;
    }
    r->law->stribeck(r->g, r->p, r->v + i, r->prec);
    arb_max(r->g_sup, r->g_sup, r->g, r->prec);
}

/* Within a hold |y| is largest at one of its ends; the new velocity counts at once. */
enum answer rigorous_stribeck_bound(struct rigorous_run *r, bool over_history, arb_t functional,
                                    arb_t margin)
{
    const int y = arb_law_index(r->law->states, "y");
    for (unsigned i = 0; i < r->n_holds; i++) {
        follow_curve(r, i, over_history);
        for (int end = 0; end < 2; end++) {
            arb_abs(r->t, r->x + y);
            arb_div(r->t, r->t, r->bound + y, r->prec);
            arb_sub(r->t, r->t, over_history ? r->g_sup : r->g, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
            if (end == 0)
                rigorous_move(r, i);
        }
    }
    return judge_bound(r, functional, margin);
}
