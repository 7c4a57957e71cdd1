/* Finds a box that a short motion cannot leave, and adds the energy by ranges. */
#include "reference/taylor/range.h"
#include "tools/base/decide.h"

/* States of a law that has either kind of steps. */
enum { MOST_STATES = GENERAL_STATES };
_Static_assert((int)MOST_STATES >= (int)ARB_LINEAR_STATES, "there is room for both kinds of steps");

void taylor_range_init(struct taylor_range *r)
{
    r->box = _arb_vec_init(MOST_STATES);
    r->rate = _arb_vec_init(MOST_STATES);
    arb_init(r->h);
    arb_init(r->v);
}

void taylor_range_clear(struct taylor_range *r)
{
    arb_clear(r->v);
    arb_clear(r->h);
    _arb_vec_clear(r->rate, MOST_STATES);
    _arb_vec_clear(r->box, MOST_STATES);
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

/* Sets the range's length and velocities, and s: 0 within where the sign is not known. */
static void set_motion(struct taylor_range *r, arb_t s, const struct arb_segment *segment,
                       const arb_t from, const arb_t to, int sign, slong prec)
{
    arb_sub(r->h, to, from, ARF_PREC_EXACT);
    arb_union(r->v, from, to, prec);
    arb_segment_velocity(r->v, segment, r->v, prec);
    if (sign == 0)
        sign = ball_sign(r->v);
    arb_set_si(s, sign);
    if (sign == 0 && !certainly(ball_is_zero(r->v)))
        mag_one(arb_radref(s));
}

bool taylor_range_set(struct taylor_range *r, struct taylor_step *s,
                      const struct arb_segment *segment, arb_srcptr x, const arb_t from,
                      const arb_t to, int sign)
{
    acb_poly_t v;
    acb_t ball;
    acb_poly_init(v);
    acb_init(ball);
    set_motion(r, s->s, segment, from, to, sign, s->prec);
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

/* Returns true when the rates over the box have slopes by all states: the motion is then the only
 * one. */
static bool is_unique(struct general_step *g)
{
    bool is = true;
    for (unsigned i = 0; is && i < g->n_states; i++) {
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 64);
        for (unsigned j = 0; is && j < g->n_states; j++) {
            const expression state = graph_tape_state(&g->tape, j);
            is = state == EXPRESSION_NONE || arb_is_finite(g->tape.slope + state);
        }
    }
    return is;
}

/* Returns true when t lies within the box and does not touch its ends. */
static bool is_inside(const arb_t t, const arb_t box, slong prec)
{
    bool inside;
    arf_t a, b;
    arf_init(a);
    arf_init(b);
    arb_get_lbound_arf(a, t, prec);
    arf_set_mag(b, arb_radref(box));
    arf_sub(b, arb_midref(box), b, prec, ARF_RND_CEIL);
    inside = arf_cmp(b, a) < 0;
    arb_get_ubound_arf(a, t, prec);
    arf_set_mag(b, arb_radref(box));
    arf_add(b, arb_midref(box), b, prec, ARF_RND_FLOOR);
    inside = inside && arf_cmp(a, b) < 0;
    arf_clear(b);
    arf_clear(a);
    return inside && arb_is_finite(t);
}

/* t <- all that x_i may come to within the range, by its rate over the box. */
static void reach(arb_t t, struct taylor_range *r, const struct general_step *g, arb_srcptr x,
                  unsigned i)
{
    arb_zero(t);
    arb_union(t, t, r->h, g->prec);
    arb_set(r->rate + i, g->tape.value + g->law->rate.of[i]);
    arb_mul(t, t, r->rate + i, g->prec);
    arb_add(t, t, x + i, g->prec);
}

/* Makes the box of state i hold t, and a little more. */
static void widen(struct taylor_range *r, const struct general_step *g, arb_srcptr x, unsigned i,
                  arb_t t)
{
    mag_t least;
    mag_init(least);
    arb_union(r->box + i, r->box + i, t, g->prec);
    arb_sub(t, r->box + i, x + i, g->prec);
    arb_add(r->box + i, r->box + i, t, g->prec);
    mag_mul_2exp_si(least, g->scale + i, -2 * g->prec);
    arb_add_error_mag(r->box + i, least);
    mag_set_ui_2exp_si(least, 1, -8 * g->prec); /* of a state that has been 0 */
    arb_add_error_mag(r->box + i, least);
    mag_clear(least);
}

/* Evaluates the law over the box, at velocities that have that sign; 0: at the step's sign. */
static void evaluate(struct taylor_range *r, struct general_step *g, const arb_t v, int sign)
{
    if (sign != 0)
        graph_tape_over(&g->tape, v, sign, r->box, g->prec);
    else
        graph_tape_at(&g->tape, v, g->s, r->box, g->prec);
}

/* Finds the box by taking in what the rates over it lead to. A motion that is the only one stays in
 * a box that it leads to; where there may be several, in one that none of them can touch the ends
 * of. What the rates over it lead to is then a narrower box. */
static bool find_box(struct taylor_range *r, struct general_step *g, arb_srcptr x, const arb_t v,
                     int sign)
{
    enum { MOST_TRIES = 8 };
    arb_t t;
    arb_init(t);
    graph_tape_leave_sides(&g->tape);
    _arb_vec_set(r->box, x, g->n_states);
    bool within = false;
    for (int tries = 0; !within && tries < MOST_TRIES; tries++) {
        within = true;
        evaluate(r, g, v, sign);
        const bool unique = is_unique(g);
        for (unsigned i = 0; i < g->n_states; i++) {
            reach(t, r, g, x, i);
            if (unique ? ball_within(t, r->box + i) : is_inside(t, r->box + i, 2 * g->prec))
                continue;
            within = false;
            widen(r, g, x, i, t);
        }
    }
    for (unsigned i = 0; within && i < g->n_states; i++) {
        reach(t, r, g, x, i);
        arb_swap(r->box + i, t);
    }
    arb_clear(t);
    return within;
}

bool general_range_find(struct taylor_range *r, struct general_step *g, arb_srcptr x, const arb_t v,
                        int sign, const arb_t h)
{
    arb_set(r->h, h);
    arb_set(r->v, v);
    arb_set_si(g->s, sign);
    return find_box(r, g, x, v, sign);
}

bool general_range_set(struct taylor_range *r, struct general_step *g,
                       const struct arb_segment *segment, arb_srcptr x, const arb_t from,
                       const arb_t to, int sign)
{
    set_motion(r, g->s, segment, from, to, sign, g->prec);
    return find_box(r, g, x, r->v, arb_is_exact(g->s) ? ball_sign(g->s) : 0);
}

void general_range_add_energy(const struct taylor_range *r, const struct general_step *g,
                              arb_ptr energy)
{
    arb_t power;
    arb_init(power);
    for (unsigned q = 0; q < g->n_parts; q++) {
        arb_mul(power, g->tape.value + g->tape.of[g->n_states + q], r->v, g->prec);
        arb_addmul(energy + q, power, r->h, g->prec);
    }
    arb_clear(power);
}
