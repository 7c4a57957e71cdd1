/* The motion of one element in closed form (maxwell_slip_element.h). */
#include "reference/arb/maxwell_slip_element.h"

#include "tools/base/decide.h"

void element_slip_rate(arb_t d, const struct element *e, slong prec)
{
    arb_sub(d, e->limit, e->along, prec);
    arb_mul(d, d, e->relaxation, prec);
}

/* s z after a slip: limit + (along - limit) exp(-C h/G). */
static void slip(arb_t along, const struct element *e, const arb_t h, slong prec)
{
    arb_t decay;
    arb_init(decay);
    arb_mul(decay, e->relaxation, h, prec);
    arb_neg(decay, decay);
    arb_exp(decay, decay, prec);
    arb_sub(along, e->along, e->limit, prec);
    arb_mul(along, along, decay, prec);
    arb_add(along, along, e->limit, prec);
    arb_clear(decay);
}

/* s z after sticking for h, perhaps up to the limit; slips tells whether it gets there. */
static void stick(arb_t along, arb_t slips, const struct element *e, const arb_t v, const arb_t h,
                  slong prec)
{
    arb_t end;
    arb_init(end);
    arb_abs(end, v);
    arb_mul(end, end, h, prec);
    arb_add(end, end, e->along, prec);
    if (certainly(ball_at_most(e->limit, end))) {
        arb_set(along, e->limit);
        arb_one(slips);
    } else if (certainly(ball_less(end, e->limit))) {
        arb_set(along, end);
        arb_zero(slips);
    } else {
        arb_min(along, end, e->limit, prec);
        arb_indeterminate(slips);
    }
    arb_clear(end);
}

void element_flow(arb_t z, arb_t memory, const struct element *e, const arb_t v, const arb_t s,
                  const arb_t h, slong prec)
{
    arb_t along, stuck, slips;
    arb_init(along);
    arb_init(stuck);
    arb_init(slips);
    slip(along, e, h, prec);
    stick(stuck, slips, e, v, h, prec);
    if (e->mode == STICKS)
        arb_set(along, stuck);
    else if (e->mode == SLIPS)
        arb_one(slips);
    else
        arb_union(along, along, stuck, prec);
    arb_mul(z, along, s, ARF_PREC_EXACT);
    arb_mul(memory, slips, s, ARF_PREC_EXACT);
    arb_clear(slips);
    arb_clear(stuck);
    arb_clear(along);
}

/* int z dt in a slip, by its equation: s limit h - (z1 - z0) G/C. */
void element_slip_integral(arb_t sum, const struct element *e, const arb_t s, const arb_t h,
                           const arb_t moved, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_mul(sum, s, e->limit, prec);
    arb_mul(sum, sum, h, prec);
    arb_div(t, moved, e->relaxation, prec);
    arb_sub(sum, sum, t, prec);
    arb_clear(t);
}

/* int z dt of sticking: z moves with the travel, up to its limit, and then rests there. */
void element_stick_integral(arb_t sum, const struct element *e, const arb_t v, const arb_t s,
                            const arb_t h, const arb_t moved, const arb_t z1, slong prec)
{
    arb_t time, mean;
    arb_init(time);
    arb_init(mean);
    arb_div(time, moved, v, prec);
    arb_mul_2exp_si(mean, moved, -1);
    arb_sub(mean, z1, mean, prec);
    arb_mul(sum, mean, time, prec);
    arb_sub(time, h, time, prec);
    arb_mul(mean, s, e->limit, prec);
    arb_addmul(sum, mean, time, prec);
    arb_clear(mean);
    arb_clear(time);
}
