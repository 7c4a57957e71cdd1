/* Chooses between the two kinds of steps (stepper.h). */
#include "reference/motion/stepper.h"

/* What a general step takes of a linear one's time. */
static const double GENERAL_COST = 5;

bool stepper_has(const struct arb_law *law, slong prec)
{
    return law->linear || (prec <= GENERAL_MOST_BITS && general_step_has(law));
}

void stepper_init(struct stepper *s, const struct arb_law *law, struct ties *ties, arb_srcptr p,
                  slong prec)
{
    s->is_linear = law->linear != NULL;
    s->cost = s->is_linear ? 1 : GENERAL_COST;
    s->n_states = arb_law_count(law->states);
    s->n_parts = law->parts ? arb_law_count(law->parts) : 1;
    if (s->is_linear) {
        taylor_step_init(&s->linear, law, p, prec);
        s->prec = s->linear.prec;
        s->from = s->linear.from;
        s->to = s->linear.to;
        s->centre = s->linear.centre;
        s->reach = s->linear.reach;
    } else {
        general_step_init(&s->general, law, ties, p, prec);
        s->prec = s->general.prec;
        s->from = s->general.from;
        s->to = s->general.to;
        s->centre = s->general.centre;
        s->reach = s->general.reach;
    }
}

void stepper_clear(struct stepper *s)
{
    if (s->is_linear)
        taylor_step_clear(&s->linear);
    else
        general_step_clear(&s->general);
}

void stepper_set_least(struct stepper *s, const arb_t least)
{
    if (!s->is_linear)
        arb_set(s->general.least, least);
}

enum general_end stepper_go(struct stepper *s, const struct arb_segment *segment, int sign,
                            const arb_t from, const arb_t to, arb_srcptr x)
{
    if (!s->is_linear)
        return general_step_go(&s->general, segment, sign, from, to, x);
    const bool done = taylor_step_try(&s->linear, segment, sign, from, to) &&
                      taylor_step_solve(&s->linear, segment, x);
    return done ? GENERAL_DONE : GENERAL_TOO_LONG;
}

void stepper_place(arb_t u, const struct stepper *s, const arb_t tau)
{
    arb_sub(u, tau, s->centre, ARF_PREC_EXACT);
    arb_div(u, u, s->reach, s->prec);
}

void stepper_at(const struct stepper *s, const arb_t u, arb_ptr x, arb_srcptr energy0,
                arb_ptr energy)
{
    if (s->is_linear)
        taylor_step_at(&s->linear, u, x, energy0, energy);
    else
        general_step_at(&s->general, u, x, energy0, energy);
}

void stepper_keep(struct stepper *s, const arb_t u, arb_srcptr x)
{
    if (!s->is_linear)
        general_step_keep(&s->general, u, x);
}

bool stepper_range(struct stepper *s, struct taylor_range *r, const struct arb_segment *segment,
                   arb_srcptr x, const arb_t from, const arb_t to, int sign)
{
    return s->is_linear ? taylor_range_set(r, &s->linear, segment, x, from, to, sign)
                        : general_range_set(r, &s->general, segment, x, from, to, sign);
}

void stepper_add_range(const struct stepper *s, const struct taylor_range *r, arb_ptr energy)
{
    if (s->is_linear)
        taylor_range_add_energy(r, &s->linear, energy);
    else
        general_range_add_energy(r, &s->general, energy);
}

void stepper_move(struct stepper *s, const struct taylor_range *r, arb_ptr x)
{
    const slong n = s->n_states;
    arb_ptr before = _arb_vec_init(n), change = _arb_vec_init(n);
    _arb_vec_set(before, x, n);
    _arb_vec_scalar_mul(change, r->rate, n, r->h, s->prec);
    for (slong i = 0; i < n; i++)
        arb_addmul(x + i, r->rate + i, r->h, s->prec);
    if (s->is_linear)
        taylor_step_begin(&s->linear);
    else
        frame_carry(&s->general.frame, before, x, change, NULL, s->prec);
    _arb_vec_clear(change, n);
    _arb_vec_clear(before, n);
}
