/* Draws samples and compares values with balls of the ball model (widened_sample.h). */
#include "properties/suite/widened_sample.h"

#include <criterion/criterion.h>
#include <string.h>

#include "properties/trials/evaluate_property.h"
#include "properties/trials/model_sample.h"

void widened_ball(arb_t ball, real value)
{
    arb_set_d(ball, (double)value);
    mag_t radius;
    mag_init(radius);
    mag_set_d(radius, fabs((double)value) * NEIGHBOURHOOD);
    mag_add(arb_radref(ball), arb_radref(ball), radius);
    mag_clear(radius);
}

int widened_sample_state(const struct arb_law *law, int i)
{
    return PREC(trial_state_index)(&LAW, law->states[i]);
}

void widened_sample_fill(struct widened_sample *pt, void (*set)(arb_t, real))
{
    for (int i = 0; pt->law->params[i]; i++)
        for (unsigned k = 0; k < LAW.n_params; k++)
            if (strcmp(LAW.params[k].name, pt->law->params[i]) == 0)
                set(pt->bp + i, pt->p[k]);
    for (int i = 0; i < arb_law_count(pt->law->states); i++)
        set(pt->bx + i, pt->x[widened_sample_state(pt->law, i)]);
    if (pt->law->start)
        pt->law->start(pt->bx + arb_law_count(pt->law->states), pt->bp);
    set(pt->bv, pt->v);
    set(pt->bh, pt->h);
    arb_set_d(pt->bs, (double)pt->s);
}

void exact_ball(arb_t ball, real value) { arb_set_d(ball, (double)value); }

void widened_sample_settle(struct widened_sample *pt)
{
    PREC(model_sample_settle)(&LAW, pt->p, pt->v, pt->x, pt->mem);
}

void widened_sample_draw(struct widened_sample *pt, uint64_t index)
{
    struct model_sample at;
    cr_assert(PREC(model_sample_draw)(&LAW, index, &at));
    memcpy(pt->p, at.p, sizeof pt->p);
    memcpy(pt->x, at.x, sizeof pt->x);
    pt->v = at.v;
    pt->s = at.s;
    pt->h = at.h;
    pt->memory = at.memory;
    pt->mem = at.mem ? &pt->memory : NULL;
    if (pt->law)
        widened_sample_fill(pt, widened_ball);
}

void widened_sample_init(struct widened_sample *pt)
{
    pt->law = suite_rigorous();
    pt->bp = _arb_vec_init(ARB_LAW_MAX);
    pt->bx = _arb_vec_init(ARB_LAW_MAX);
    pt->bx1 = _arb_vec_init(ARB_LAW_MAX);
    pt->out = _arb_vec_init(ARB_LAW_MAX);
    arb_init(pt->bv);
    arb_init(pt->bs);
    arb_init(pt->bh);
}

void widened_sample_clear(struct widened_sample *pt)
{
    arb_clear(pt->bh);
    arb_clear(pt->bs);
    arb_clear(pt->bv);
    _arb_vec_clear(pt->out, ARB_LAW_MAX);
    _arb_vec_clear(pt->bx1, ARB_LAW_MAX);
    _arb_vec_clear(pt->bx, ARB_LAW_MAX);
    _arb_vec_clear(pt->bp, ARB_LAW_MAX);
}

/* An upper bound on the travel from the origin at the end of the point's hold. */
real widened_sample_travel(const struct widened_sample *pt)
{
    return r_abs(pt->v) * pt->h + (LAW.length ? LAW.length(pt->p) : 0);
}

/* Returns true when the value may round to that infinity: part of the ball is beyond the largest
 * number. */
static bool overflows(const arb_t ball, bool negative)
{
    arf_t end;
    arf_init(end);
    if (negative)
        arb_get_lbound_arf(end, ball, PREC_BITS);
    else
        arb_get_ubound_arf(end, ball, PREC_BITS);
    const bool beyond = arf_cmpabs_d(end, (double)R_MAX) > 0 && (arf_sgn(end) < 0) == negative;
    arf_clear(end);
    return beyond;
}

/* Expects the value in the ball, widened by the value's own rounding and by underflow: `scale`
 * times the smallest normal number. */
void widened_sample_expect_in(const char *what, const struct widened_sample *pt, real value,
                              const arb_t ball, real scale)
{
    arb_t wide;
    arb_init(wide);
    arb_set(wide, ball);
    mag_t underflow;
    mag_init(underflow);
    mag_set_d(underflow, (double)r_abs(scale));
    mag_mul_2exp_si(underflow, underflow, sizeof(real) == sizeof(float) ? -126 : -1022);
    mag_add(arb_radref(wide), arb_radref(wide), underflow);
    arb_t exact;
    arb_init(exact);
    widened_ball(exact, value);
    mag_add(arb_radref(wide), arb_radref(wide), arb_radref(exact));
    arb_set_d(exact, (double)value);
    if (!arb_contains(wide, exact) || (isinf(value) && !overflows(ball, value < 0))) {
        char *shown = arb_get_str(ball, 20, 0);
        char values[1024] = "";
        for (unsigned i = 0; i < LAW.n_params; i++)
            snprintf(values + strlen(values), sizeof values - strlen(values), " %s=%a",
                     LAW.params[i].name, (double)pt->p[i]);
        for (unsigned i = 0; i < LAW.n_states; i++)
            snprintf(values + strlen(values), sizeof values - strlen(values), " %s=%a",
                     LAW.states[i].name, (double)pt->x[i]);
        cr_expect(false, "%s is %.17g, rigorously %s at v=%a h=%a%s", what, (double)value, shown,
                  (double)pt->v, (double)pt->h, values);
        flint_free(shown);
    }
    arb_clear(exact);
    mag_clear(underflow);
    arb_clear(wide);
}

void at_all_samples(void (*check)(struct widened_sample *))
{
    struct widened_sample pt;
    widened_sample_init(&pt);
    for (uint64_t i = 0; i < POINTS; i++) {
        widened_sample_draw(&pt, i);
        check(&pt);
    }
    widened_sample_clear(&pt);
}

void at_samples(void (*check)(struct widened_sample *))
{
    if (!suite_rigorous())
        cr_skip_test("no ball model");
    at_all_samples(check);
}
