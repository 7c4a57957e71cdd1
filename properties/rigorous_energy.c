/* Properties of energies: passivity and its parts, laws as printed, dissipation. */
#include "properties/rigorous_run.h"

/* Passivity (part < 0) and its parts: the functional is the energy at the end, where strict
 * positive once there was motion. */
enum answer rigorous_energy(struct rigorous_run *r, int part, bool strict, arb_t functional,
                            arb_t margin)
{
    bool moved = false, rested = true;
    arb_t before;
    arb_init(before);
    for (unsigned i = 0; i < r->n_holds; i++) {
        rigorous_advance(r, i);
        rigorous_total(r->t, r->energy, part, r);
        rigorous_total(before, r->before, part, r);
        arb_sub(r->t, r->t, before, r->prec);
        arb_abs(r->t, r->t);
        arb_add(r->exchanged, r->exchanged, r->t, r->prec);
        moved |= rigorous_moves(r, i, 1) || rigorous_moves(r, i, -1);
        rested &= rigorous_rests(r, i);
    }
    arb_clear(before);
    rigorous_total(functional, r->energy, part, r);
    if (arb_is_zero(r->exchanged))
        arb_set_si(margin, moved && strict ? 0 : 1);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    if (arb_is_negative(functional) || (strict && moved && arb_is_nonpositive(functional)))
        return ANSWER_YES;
    const bool may_be_zero = !strict || rested;
    if (arb_is_positive(functional) || (may_be_zero && arb_is_nonnegative(functional)))
        return ANSWER_NO;
    return ANSWER_UNDECIDED;
}

/* sum <- sum + F v h */
static void add_printed(struct rigorous_run *r, const arb_t v, const arb_t h, arb_t sum)
{
    r->law->printed_force(r->t, r->p, v, r->prec);
    arb_mul(r->t, r->t, v, r->prec);
    arb_mul(r->t, r->t, h, r->prec);
    arb_add(sum, sum, r->t, r->prec);
    arb_abs(r->t, r->t);
    arb_add(r->exchanged, r->exchanged, r->t, r->prec);
}

/* By short times, over each of which v and F are their ranges. */
static void add_printed_piece(struct rigorous_run *r, unsigned i, arb_t sum)
{
    const slong n = 16 * r->prec;
    arb_t h, tau, next;
    arb_init(h);
    arb_init(tau);
    arb_init(next);
    arb_div_si(h, r->pieces[i].duration, n, r->prec);
    for (slong k = 0; k < n; k++) {
        arb_mul_si(tau, h, k, r->prec);
        arb_mul_si(next, h, k + 1, r->prec);
        arb_union(tau, tau, next, r->prec);
        arb_piece_velocity(tau, &r->pieces[i], tau, r->prec);
        add_printed(r, tau, h, sum);
    }
    arb_clear(next);
    arb_clear(tau);
    arb_clear(h);
}

/* A static law exactly as printed. */
enum answer rigorous_printed(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    bool moved = false, rested = true;
    arb_zero(functional);
    for (unsigned i = 0; i < r->n_holds; i++) {
        if (rigorous_rests(r, i))
            continue;
        rested = false;
        moved |= rigorous_moves(r, i, 1) || rigorous_moves(r, i, -1);
        if (rigorous_is_smooth(r, i))
            add_printed_piece(r, i, functional);
        else
            add_printed(r, r->v + i, r->h + i, functional);
    }
    arb_one(margin);
    if (rested)
        return ANSWER_NO;
    arb_div(margin, functional, r->exchanged, r->prec);
    if (arb_is_negative(functional) || (moved && arb_is_nonpositive(functional)))
        return ANSWER_YES;
    return arb_is_positive(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* The smallest E - dS over pieces. */
enum answer rigorous_dissipation(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    arb_t stored, rise;
    arb_init(stored);
    arb_init(rise);
    arb_pos_inf(functional);
    r->law->storage(stored, r->p, r->x, r->prec);
    for (unsigned i = 0; i < r->n_holds; i++) {
        rigorous_advance(r, i);
        arb_neg(rise, stored);
        r->law->storage(stored, r->p, r->x, r->prec);
        arb_add(rise, rise, stored, r->prec);
        rigorous_total(r->t, r->before, -1, r);
        rigorous_total(r->worst, r->energy, -1, r);
        arb_sub(r->t, r->worst, r->t, r->prec);
        arb_abs(r->worst, r->t);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_abs(r->worst, rise);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_sub(r->t, r->t, rise, r->prec);
        arb_min(functional, functional, r->t, r->prec);
    }
    if (arb_is_zero(r->exchanged))
        arb_one(margin);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    arb_clear(rise);
    arb_clear(stored);
    if (arb_is_negative(functional))
        return ANSWER_YES;
    return arb_is_nonnegative(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}
