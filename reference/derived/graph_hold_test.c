/* Holds of laws whose balls come from their texts, in closed form, are what the equations say: over
 * a time so short that only the first order counts, states change by the rate and work grows by the
 * force; and a hold is two holds of half the time. */
#include <criterion/criterion.h>
#include <math.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

/* Short times are 2^-SHORT of the law's own: first order counts to as many bits, of BITS. */
enum { BITS = 1000, SHORT = 300, TRIALS = 20, VECTORS = 6 };

struct trial {
    const struct arb_law *law;
    int n, n_parts;
    arb_ptr p, x0, x1, dx, part, other;
    arb_t v, s, h, t, F;
};

static void open_trial(struct trial *t, const struct arb_law *law)
{
    *t = (struct trial){ .law = law,
                         .n = arb_law_count(law->states),
                         .n_parts = law->parts ? arb_law_count(law->parts) : 1 };
    arb_ptr *of[VECTORS] = { &t->p, &t->x0, &t->x1, &t->dx, &t->part, &t->other };
    for (int i = 0; i < VECTORS; i++)
        *of[i] = _arb_vec_init(ARB_LAW_MAX);
    arb_init(t->v);
    arb_init(t->s);
    arb_init(t->h);
    arb_init(t->t);
    arb_init(t->F);
}

static void close_trial(struct trial *t)
{
    arb_ptr of[VECTORS] = { t->p, t->x0, t->x1, t->dx, t->part, t->other };
    for (int i = 0; i < VECTORS; i++)
        _arb_vec_clear(of[i], ARB_LAW_MAX);
    arb_clear(t->v);
    arb_clear(t->s);
    arb_clear(t->h);
    arb_clear(t->t);
    arb_clear(t->F);
}

/* Draws parameters near the defaults, a speed, and states within half their bounds. */
static void draw(struct trial *t, unsigned long long *random)
{
    const struct model *model = PREC(model_find)(t->law->name);
    for (int i = 0; t->law->params[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, t->law->params[i]);
        const double factor =
            model_param_is_whole(model, k) ? 1 : 1 + 0.2 * (test_uniform(random) - 0.5);
        arb_set_d(t->p + i, model->params[k].value * factor);
    }
    const double speed = pow(10, -5 + 5 * test_uniform(random));
    arb_set_d(t->v, test_uniform(random) < 0.5 ? speed : -speed);
    arb_sgn(t->s, t->v);
    if (!t->law->bound)
        return;
    t->law->bound(t->x0, t->p, BITS);
    for (int i = 0; i < t->n; i++) {
        arb_get_mid_arb(t->x0 + i, t->x0 + i);
        arb_set_d(t->t, test_uniform(random) - 0.5);
        arb_mul(t->x0 + i, t->x0 + i, t->t, BITS);
    }
}

/* Holds v for h from x0. */
static void hold(struct trial *t, arb_ptr x1, arb_ptr part)
{
    _arb_vec_set(x1, t->x0, t->n);
    if (t->n > 0)
        t->law->flow(x1, t->p, t->v, t->s, t->h, BITS);
    t->law->work(part, t->p, t->v, t->s, t->h, t->x0, x1, BITS);
}

/* Expects a == b, both of that size, but for 2^-bits of it. */
static void expect_near(const struct trial *t, const char *what, const arb_t a, const arb_t b,
                        const arb_t size, slong bits)
{
    arb_t gap, allowed;
    arb_init(gap);
    arb_init(allowed);
    arb_sub(gap, a, b, BITS);
    arb_abs(allowed, size);
    arb_mul_2exp_si(allowed, allowed, -bits);
    arb_abs(gap, gap);
    cr_expect(arb_is_finite(gap) && arb_le(gap, allowed), "%s: %s", t->law->name, what);
    arb_clear(allowed);
    arb_clear(gap);
}

/* Rates and force may change by all of themselves within the law's own time, of which the hold is
 * 2^-SHORT; 60 bits are left for how much faster they may be and for sums that cancel. */
static void expect_first_order(struct trial *t)
{
    arb_set_d(t->h, 1e-6);
    arb_mul_2exp_si(t->h, t->h, -SHORT);
    hold(t, t->x1, t->part);
    if (t->law->rate)
        t->law->rate(t->dx, t->p, t->v, t->s, t->x0, BITS);
    for (int i = 0; i < t->n; i++) {
        arb_sub(t->t, t->x1 + i, t->x0 + i, BITS);
        arb_div(t->t, t->t, t->h, BITS);
        expect_near(t, "rate", t->t, t->dx + i, t->dx + i, SHORT - 60);
    }
    arb_zero(t->t);
    for (int i = 0; i < t->n_parts; i++)
        arb_add(t->t, t->t, t->part + i, BITS);
    arb_div(t->t, t->t, t->h, BITS);
    t->law->force(t->F, t->p, t->v, t->s, t->x0, BITS);
    expect_near(t, "force", t->t, t->F, t->F, SHORT - 60);
}

static void expect_halves(struct trial *t)
{
    arb_set_d(t->h, 1e-4);
    arb_div(t->h, t->h, t->v, BITS);
    arb_abs(t->h, t->h);
    hold(t, t->x1, t->part);
    arb_mul_2exp_si(t->h, t->h, -1);
    hold(t, t->dx, t->other);
    _arb_vec_set(t->x0, t->dx, t->n);
    for (int i = 0; i < t->n_parts; i++)
        arb_sub(t->part + i, t->part + i, t->other + i, BITS);
    hold(t, t->dx, t->other);
    for (int i = 0; i < t->n; i++)
        expect_near(t, "states after half the time", t->dx + i, t->x1 + i, t->x1 + i, BITS / 2);
    for (int i = 0; i < t->n_parts; i++)
        expect_near(t, "work in half the time", t->other + i, t->part + i, t->part + i, BITS / 2);
}

Test(holds, are_what_the_equations_say)
{
    unsigned long long random = test_seed();
    unsigned laws = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        if (!(*law)->linear && (*law)->states)
            continue; /* no closed form from the text */
        laws++;
        for (int i = 0; i < TRIALS; i++) {
            struct trial t;
            open_trial(&t, *law);
            draw(&t, &random);
            expect_first_order(&t);
            expect_halves(&t);
            close_trial(&t);
        }
    }
    cr_expect_geq(laws, 13);
}
