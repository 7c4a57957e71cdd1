/* Loads a case at a precision and moves its law from segment to segment (rigorous_run.h). */
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

/* The case gives how far the states are from where the law begins. */
static void begin(struct rigorous_run *r)
{
    const int n = arb_law_size(r->law);
    arb_ptr x = _arb_vec_init(n);
    arb_law_begin(r->law, x, r->p);
    _arb_vec_add(r->x, r->x, x, n, r->prec);
    _arb_vec_clear(x, n);
}

void rigorous_run_init(struct rigorous_run *r, const struct rigorous_case *c, slong prec)
{
    r->law = c->law;
    r->prec = prec;
    r->n_segments = c->n_segments;
    r->every_hold = c->every_hold;
    r->own_limit = work_limit_from_now(
        rigorous_has_closed_holds(c->law) ? RIGOROUS_UNITS : RIGOROUS_STEPPED_UNITS, 0);
    r->limit = c->limit ? c->limit : &r->own_limit;
    r->n_states = arb_law_count(c->law->states);
    r->n_parts = c->law->parts ? arb_law_count(c->law->parts) : 1;
    r->p = _arb_vec_init(ARB_LAW_MAX);
    r->x = _arb_vec_init(ARB_LAW_MAX);
    r->v = _arb_vec_init(c->n_segments);
    r->h = _arb_vec_init(c->n_segments);
    r->energy = _arb_vec_init(ARB_LAW_MAX);
    r->bound = _arb_vec_init(ARB_LAW_MAX);
    arb_init(r->end);
    arb_init(r->most);
    arb_set_si(r->most, -1);
    arb_init(r->worst);
    arb_init(r->exchanged);
    arb_init(r->g);
    arb_init(r->g_sup);
    arb_init(r->t);
    arb_set_si(r->worst, -1);
    c->load(c->numbers, prec, r->p, r->x, r->v, r->h);
    r->segments = rigorous_segments(c, r->v, r->h, prec);
    rigorous_hold_segments(r);
    begin(r);
    if (c->law->bound)
        c->law->bound(r->bound, r->p, prec);
}

void rigorous_run_clear(struct rigorous_run *r)
{
    arb_clear(r->t);
    arb_clear(r->g_sup);
    arb_clear(r->g);
    arb_clear(r->exchanged);
    arb_clear(r->worst);
    arb_clear(r->most);
    arb_clear(r->end);
    rigorous_segments_clear(r->segments, r->n_segments);
    _arb_vec_clear(r->bound, ARB_LAW_MAX);
    _arb_vec_clear(r->energy, ARB_LAW_MAX);
    _arb_vec_clear(r->h, r->n_segments);
    _arb_vec_clear(r->v, r->n_segments);
    _arb_vec_clear(r->x, ARB_LAW_MAX);
    _arb_vec_clear(r->p, ARB_LAW_MAX);
}

/* Units of work for one hold (work_limit.h: a step along a smooth motion is 1). */
static const double HOLD = 1e-3;

static void give_up(struct rigorous_run *r, arb_ptr energy)
{
    _arb_vec_indeterminate(r->x, arb_law_size(r->law));
    if (energy)
        _arb_vec_indeterminate(energy, r->n_parts);
}

static void move(struct rigorous_run *r, unsigned i, arb_ptr energy)
{
    if (rigorous_is_smooth(r, i))
        rigorous_taylor(r, r->law, r->p, i, r->x, energy, NULL, NULL);
    else if (work_limit_take(r->limit, HOLD, r->prec))
        arb_law_hold(r->law, r->p, r->v + i, r->h + i, r->x, energy, r->prec);
    else
        give_up(r, energy);
}

void rigorous_advance(struct rigorous_run *r, unsigned i, int part, arb_t energy)
{
    _arb_vec_zero(r->energy, r->n_parts);
    move(r, i, r->energy);
    arb_zero(energy);
    for (int k = 0; k < r->n_parts; k++)
        if (part < 0 || part == k)
            arb_add(energy, energy, r->energy + k, r->prec);
}

void rigorous_move(struct rigorous_run *r, unsigned i) { move(r, i, NULL); }

void rigorous_force(struct rigorous_run *r, const arb_t v, arb_t F)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    r->law->force(F, r->p, v, s, r->x, r->prec);
    arb_clear(s);
}

void rigorous_path(const struct rigorous_run *r, unsigned from, unsigned to, arb_t path)
{
    arb_t t;
    arb_init(t);
    arb_zero(path);
    for (unsigned i = from; i < to; i++)
        if (rigorous_is_smooth(r, i))
            rigorous_segment_path(r, i, path);
        else {
            arb_abs(t, r->v + i);
            arb_addmul(path, t, r->h + i, r->prec);
        }
    arb_clear(t);
}

enum answer rigorous_exceeds(const arb_t difference, const arb_t scale, slong prec)
{
    const slong tolerance = -60;
    arb_t allowed;
    arb_init(allowed);
    arb_mul_2exp_si(allowed, scale, tolerance);
    arb_sub(allowed, allowed, difference, prec);
    const enum answer answer = certainly(ball_is_negative(allowed))      ? ANSWER_YES
                               : certainly(ball_is_nonnegative(allowed)) ? ANSWER_NO
                                                                         : ANSWER_UNDECIDED;
    arb_clear(allowed);
    return answer;
}

bool rigorous_unbounded(const arb_t bound)
{
    return arf_is_pos_inf(arb_midref(bound)) && !mag_is_inf(arb_radref(bound));
}

enum answer rigorous_either(enum answer a, enum answer b)
{
    if (a == ANSWER_YES || b == ANSWER_YES)
        return ANSWER_YES;
    return a == ANSWER_NO ? b : a;
}

void rigorous_scale(const struct rigorous_run *r, const arb_t v, arb_t scale)
{
    arb_t travel;
    arb_init(travel);
    rigorous_path(r, 0, r->n_segments, travel);
    r->law->force_scale(scale, r->p, v, travel, r->prec);
    arb_clear(travel);
}
