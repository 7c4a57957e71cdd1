/* Shows what a law comes to along a segment (walk.h). */
#include "reference/motion/walk.h"
#include "tools/base/decide.h"

bool walk_reaches(const struct walk *w, const arb_t t)
{
    return w->i < w->samples->n && certainly(ball_at_most(w->samples->from + w->i, t));
}

void walk_copy_memory(const struct walk *w, arb_ptr x)
{
    const int n = w->step.n_states;
    _arb_vec_set(x + n, w->m->x + n, w->m->law->n_memory);
}

/* Shows all v and x of the step, in parts of it. */
static void show_span(struct walk *w)
{
    enum { LOG_PARTS = 3, PARTS = 1 << LOG_PARTS };
    const struct stepper *s = &w->step;
    const slong n = arb_law_size(w->m->law);
    arb_ptr x = _arb_vec_init(n), x_end = _arb_vec_init(n);
    walk_copy_memory(w, x);
    walk_copy_memory(w, x_end);
    arb_ptr t = _arb_vec_init(2);
    arb_t v, u, tau;
    arb_init(v);
    arb_init(u);
    arb_init(tau);
    for (int k = 0; k < PARTS; k++) {
        for (int i = 0; i < 2; i++) { /* from + (to - from) (k+i)/PARTS */
            arb_sub(t + i, s->to, s->from, ARF_PREC_EXACT);
            arb_mul_si(t + i, t + i, k + i, ARF_PREC_EXACT);
            arb_mul_2exp_si(t + i, t + i, -LOG_PARTS);
            arb_add(t + i, t + i, s->from, ARF_PREC_EXACT);
        }
        arb_union(tau, t, t + 1, s->prec);
        stepper_place(u, s, tau);
        arb_segment_velocity(v, w->segment, tau, s->prec);
        stepper_at(s, u, x, NULL, NULL);
        stepper_place(u, s, t + 1);
        stepper_at(s, u, x_end, NULL, NULL);
        w->m->span(w->m->ctx, &(struct arb_span){ t, t + 1, v, x, x_end });
    }
    arb_clear(tau);
    arb_clear(u);
    arb_clear(v);
    _arb_vec_clear(t, 2);
    _arb_vec_clear(x_end, n);
    _arb_vec_clear(x, n);
}

/* Widens x and energy, which are those of the time `from`, to those of all times until `to`. */
static void widen(struct walk *w, const arb_t from, const arb_t to, arb_ptr x, arb_ptr energy)
{
    struct taylor_range r;
    arb_t none;
    taylor_range_init(&r);
    arb_init(none);
    w->ok = stepper_range(&w->step, &r, w->segment, x, from, to, 0) && w->ok;
    for (int i = 0; i < w->step.n_states; i++)
        arb_set(x + i, r.box + i);
    arb_union(r.h, r.h, none, w->step.prec);
    if (energy)
        stepper_add_range(&w->step, &r, energy);
    arb_clear(none);
    taylor_range_clear(&r);
}

void walk_show(struct walk *w)
{
    arb_ptr energy = w->m->energy ? w->energy : NULL;
    arb_srcptr from = w->samples->from + w->i, to = w->samples->to + w->i;
    if (certainly(ball_less(from, to)))
        widen(w, from, to, w->x, energy);
    if (w->m->sample)
        w->m->sample(w->m->ctx, w->i, w->x, energy);
    w->i++;
}

void walk_show_now(struct walk *w)
{
    while (walk_reaches(w, w->now)) {
        _arb_vec_set(w->x, w->m->x, arb_law_size(w->m->law));
        if (w->m->energy)
            _arb_vec_set(w->energy, w->m->energy, w->step.n_parts);
        walk_show(w);
    }
}

void walk_arrive(struct walk *w, const arb_t to)
{
    struct stepper *s = &w->step;
    arb_t u;
    arb_init(u);
    for (; walk_reaches(w, to); walk_show(w)) {
        stepper_place(u, s, w->samples->from + w->i);
        stepper_at(s, u, w->x, w->m->energy, w->m->energy ? w->energy : NULL);
        walk_copy_memory(w, w->x);
    }
    if (w->m->span)
        show_span(w);
    stepper_place(u, s, to);
    stepper_at(s, u, w->m->x, w->m->energy, w->m->energy);
    stepper_keep(s, u, w->m->x);
    arb_set(w->now, to);
    arb_clear(u);
}

int walk_sign_between(const struct walk *w, const arb_t from, const arb_t to)
{
    arb_t t;
    arb_init(t);
    arb_add(t, from, to, ARF_PREC_EXACT);
    arb_mul_2exp_si(t, t, -1);
    arb_segment_velocity(t, w->segment, t, w->step.prec);
    const int sign = ball_sign(t);
    arb_clear(t);
    return sign;
}

bool walk_is_told(const struct walk *w, const arb_t tau)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, w->segment, tau, w->step.prec);
    const bool is = ball_sign(v) != 0 || certainly(ball_is_zero(v));
    arb_clear(v);
    return is;
}

bool walk_has_sign(const struct walk *w, const arb_t to, int *sign)
{
    const slong prec = w->step.prec;
    *sign = w->rests ? 0 : walk_sign_between(w, w->now, to);
    if (w->rests || *sign != 0)
        return w->rests || arb_segment_has_sign(w->segment, *sign, w->now, to, prec);
    for (*sign = 1; *sign >= -1; *sign -= 2)
        if (arb_segment_has_sign(w->segment, *sign, w->now, to, prec))
            return true;
    *sign = 0;
    return false;
}
