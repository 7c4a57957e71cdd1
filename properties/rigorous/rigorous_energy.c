/* Properties of energies: passivity and its parts, passivity as printed, dissipation. */
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

/* Whether the law has been moving, certainly or perhaps. */
struct motion {
    bool moved, rested;
};

static void observe(struct motion *m, const struct rigorous_run *r, unsigned i)
{
    m->moved |= rigorous_moves(r, i, 1) || rigorous_moves(r, i, -1);
    m->rested &= rigorous_rests(r, i);
}

/* Returns YES when the energy is certainly negative, or certainly zero after motion where it must
 * be strictly positive. */
static enum answer energy_fails(const arb_t energy, bool strict, struct motion m)
{
    if (certainly(ball_is_negative(energy)) ||
        (strict && m.moved && certainly(ball_is_nonpositive(energy))))
        return ANSWER_YES;
    const bool may_be_zero = !strict || m.rested;
    if (certainly(ball_is_positive(energy)) ||
        (may_be_zero && certainly(ball_is_nonnegative(energy))))
        return ANSWER_NO;
    return ANSWER_UNDECIDED;
}

/* Adds the energy r->t of a motion to the sum, and to what is exchanged. */
static void put_in(struct rigorous_run *r, arb_t sum)
{
    arb_add(sum, sum, r->t, r->prec);
    arb_abs(r->t, r->t);
    arb_add(r->exchanged, r->exchanged, r->t, r->prec);
}

/* margin <- the energy's share of what is exchanged. Motion must cost energy where the property is
 * strict: none is then a violation. */
static void share(const struct rigorous_run *r, const arb_t energy, bool strict, struct motion m,
                  arb_t margin)
{
    if (certainly(ball_is_zero(r->exchanged)))
        arb_set_si(margin, !m.rested && strict ? 0 : 1);
    else
        arb_div(margin, energy, r->exchanged, r->prec);
}

/* Passivity (part < 0) and its parts: the functional is the energy at the end. */
enum answer rigorous_energy(struct rigorous_run *r, int part, bool strict, arb_t functional,
                            arb_t margin)
{
    struct motion m = { false, true };
    enum answer violated = ANSWER_NO;
    arb_zero(functional);
    for (unsigned i = 0; i < r->n_segments; i++) {
        rigorous_advance(r, i, part, r->t);
        put_in(r, functional);
        observe(&m, r, i);
        if (r->every_hold || i + 1 == r->n_segments)
            violated = rigorous_either(violated, energy_fails(functional, strict, m));
    }
    share(r, functional, strict, m, margin);
    return violated;
}

/* sum <- sum + F v h, the work of a hold at steady force. */
static void add_printed(struct rigorous_run *r, const arb_t v, const arb_t h, arb_t sum)
{
    r->law->printed_force(r->t, r->p, v, r->prec);
    arb_mul(r->t, r->t, v, r->prec);
    arb_mul(r->t, r->t, h, r->prec);
    put_in(r, sum);
}

/* Adds the work of segment i by short intervals, over each of which v and F are replaced by their
 * ranges. */
static void add_printed_segment(struct rigorous_run *r, unsigned i, arb_t sum)
{
    const slong n = 16 * r->prec;
    arb_t h, tau, next;
    arb_init(h);
    arb_init(tau);
    arb_init(next);
    arb_div_si(h, r->segments[i].duration, n, r->prec);
    for (slong k = 0; k < n; k++) {
        arb_mul_si(tau, h, k, r->prec);
        arb_mul_si(next, h, k + 1, r->prec);
        arb_union(tau, tau, next, r->prec);
        arb_segment_velocity(tau, &r->segments[i], tau, r->prec);
        add_printed(r, tau, h, sum);
    }
    arb_clear(next);
    arb_clear(tau);
    arb_clear(h);
}

/* The energy of a static law exactly as printed. */
enum answer rigorous_printed(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    struct motion m = { false, true };
    arb_zero(functional);
    for (unsigned i = 0; i < r->n_segments; i++) {
        if (rigorous_rests(r, i))
            continue;
        observe(&m, r, i);
        if (rigorous_is_smooth(r, i))
            add_printed_segment(r, i, functional);
        else
            add_printed(r, r->v + i, r->h + i, functional);
    }
    share(r, functional, true, m, margin);
    return energy_fails(functional, true, m);
}

/* Returns true when hold i certainly changes nothing: the velocity is zero, and the law rests
 * there, or no state moves from `before`, and the memory is known exactly and unchanged. */
static bool rests(struct rigorous_run *r, unsigned i, arb_srcptr before)
{
    bool still = rigorous_rests(r, i) && r->law->rate;
    if (!still || r->law->rests)
        return still;
    arb_ptr dx = _arb_vec_init(ARB_LAW_MAX);
    r->law->rate(dx, r->p, r->v + i, r->v + i, before, r->prec);
    for (int j = 0; j < r->n_states; j++)
        still &= certainly(ball_is_zero(dx + j));
    for (int j = r->n_states; j < arb_law_size(r->law); j++)
        still &= arb_is_exact(r->x + j) && ball_same(r->x + j, before + j);
    _arb_vec_clear(dx, ARB_LAW_MAX);
    return still;
}

/* Computes the loss along segment i by the law's own formula; indeterminate where the law has
 * none. */
static void state_loss(struct rigorous_run *r, unsigned i, arb_srcptr before, arb_t loss)
{
    arb_t s;
    arb_init(s);
    arb_indeterminate(loss);
    if (rigorous_is_smooth(r, i))
        rigorous_taylor_loss(r, i, before, loss);
    else if (r->law->loss && !certainly(ball_is_zero(r->v + i))) {
        arb_sgn(s, r->v + i);
        r->law->loss(loss, r->p, r->v + i, s, r->h + i, before, r->x, r->prec);
    }
    arb_clear(s);
}

/* Returns YES when the work of segment i minus the rise of the storage is certainly negative. It is
 * certainly not negative if its ball says so, if the law rests, or by the law's own formula for the
 * loss, which the ball must not contradict. */
static enum answer loss_fails(struct rigorous_run *r, unsigned i, arb_srcptr before,
                              const arb_t difference)
{
    if (certainly(ball_is_negative(difference)))
        return ANSWER_YES;
    if (certainly(ball_is_nonnegative(difference)) || rests(r, i, before))
        return ANSWER_NO;
    arb_t loss;
    arb_init(loss);
    state_loss(r, i, before, loss);
    const bool kept = certainly(ball_is_nonnegative(loss)) && arb_is_finite(difference) &&
                      possibly(ball_equal(loss, difference));
    arb_clear(loss);
    return kept ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* The functional is the smallest E - dS over segments. */
enum answer rigorous_dissipation(struct rigorous_run *r, arb_t functional, arb_t margin)
{
    enum answer violated = ANSWER_NO;
    arb_ptr before = _arb_vec_init(ARB_LAW_MAX);
    arb_t stored, rise;
    arb_init(stored);
    arb_init(rise);
    arb_pos_inf(functional);
    r->law->storage(stored, r->p, r->x, r->prec);
    for (unsigned i = 0; i < r->n_segments; i++) {
        _arb_vec_set(before, r->x, arb_law_size(r->law));
        rigorous_advance(r, i, -1, r->t);
        arb_neg(rise, stored);
        r->law->storage(stored, r->p, r->x, r->prec);
        arb_add(rise, rise, stored, r->prec);
        arb_abs(r->worst, r->t);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_abs(r->worst, rise);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_sub(r->t, r->t, rise, r->prec);
        arb_min(functional, functional, r->t, r->prec);
        violated = rigorous_either(violated, loss_fails(r, i, before, r->t));
    }
    if (certainly(ball_is_zero(r->exchanged)))
        arb_one(margin);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    arb_clear(rise);
    arb_clear(stored);
    _arb_vec_clear(before, ARB_LAW_MAX);
    return violated;
}
