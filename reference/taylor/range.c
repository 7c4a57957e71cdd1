/* Finds a box that a short motion cannot leave, and adds the energy by ranges. */
#include "reference/taylor/range.h"
#include "tools/base/decide.h"

void taylor_range_init(struct taylor_range *r)
{
    r->box = _arb_vec_init(ARB_LINEAR_STATES);
    r->rate = _arb_vec_init(ARB_LINEAR_STATES);
    arb_init(r->h);
    arb_init(r->v);
}

void taylor_range_clear(struct taylor_range *r)
{
    arb_clear(r->v);
    arb_clear(r->h);
    _arb_vec_clear(r->rate, ARB_LINEAR_STATES);
    _arb_vec_clear(r->box, ARB_LINEAR_STATES);
}

/* The first coefficient, which is real, or zero. */
static arb_srcptr value(const acb_poly_struct *f, arb_ptr zero)
{
    return f->length > 0 ? acb_realref(f->coeffs) : zero;
}

/* Finds a box x with x0 + [0, h] (b - k x) within x, starting from x0. Returns false if none is
 * found. */
static bool enclose(struct taylor_range *r, const struct taylor_step *s, arb_srcptr x)
{
    const slong prec = s->prec;
    const struct arb_linear *e = &s->values;
    arb_ptr box = r->box, rate = r->rate;
    arb_t zero, t, span;
    arb_init(zero);
    arb_init(t);
    arb_init(span);
    arb_union(span, zero, r->h, prec);
    bool all = true;
    for (int i = 0; i < s->n_states; i++) {
        bool within = false;
        arb_set(box + i, x + i);
        for (int tries = 0; !within && tries < 8; tries++) {
            arb_mul(rate + i, value(e->k + i, zero), box + i, prec);
            arb_sub(rate + i, value(e->b + i, zero), rate + i, prec);
            arb_mul(t, rate + i, span, prec);
            arb_add(t, t, x + i, prec);
            within = ball_within(t, box + i);
            if (!within) { /* a little larger than needed */
                arb_union(box + i, box + i, t, prec);
                arb_sub(t, box + i, x + i, prec);
                arb_add(box + i, box + i, t, prec);
            }
        }
        all = all && within;
    }
    arb_clear(span);
    arb_clear(t);
    arb_clear(zero);
    return all;
}

bool taylor_range_set(struct taylor_range *r, struct taylor_step *s,
                      const struct arb_segment *segment, arb_srcptr x, const arb_t from,
                      const arb_t to, int sign)
{
    acb_poly_t v;
    acb_t ball;
    acb_poly_init(v);
    acb_init(ball);
    arb_sub(r->h, to, from, ARF_PREC_EXACT);
    arb_union(r->v, from, to, s->prec);
    arb_segment_velocity(r->v, segment, r->v, s->prec);
    if (sign == 0)
        sign = certainly(ball_is_positive(r->v)) ? 1 : certainly(ball_is_negative(r->v)) ? -1 : 0;
    arb_set_si(s->s, sign);
    if (sign == 0)
        mag_one(arb_radref(s->s));
    acb_set_arb(ball, r->v);
    acb_poly_set_acb(v, ball);
    arb_linear_zero(&s->values);
    s->law->linear(&s->values, s->p, v, s->s, 1, s->prec);
    acb_clear(ball);
    acb_poly_clear(v);
    return enclose(r, s, x);
}

void taylor_range_add_energy(const struct taylor_range *r, const struct taylor_step *s,
                             arb_ptr energy)
{
    const struct arb_linear *e = &s->values;
    arb_t zero, F;
    arb_init(zero);
    arb_init(F);
    for (int q = 0; q < s->n_parts; q++) {
        arb_set(F, value(e->f + q, zero));
        for (int i = 0; i < s->n_states; i++)
            arb_addmul(F, value(&e->c[q][i], zero), r->box + i, s->prec);
        arb_mul(F, F, r->v, s->prec);
        arb_addmul(energy + q, F, r->h, s->prec);
    }
    arb_clear(F);
    arb_clear(zero);
}
