/* Series of laws along a motion are what their values are: at a time so short that only the terms
 * that are there count, a series has the value at the velocity then; and over a disc it holds the
 * values at points of the disc. */
#include <criterion/criterion.h>
#include <math.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "tools/testing/test_random.h"

/* A motion v(t) of LENGTH terms, in units of a time in which it changes by as much as it is, at
 * t = 2^-SHORT. What is left out is 2^-(SHORT LENGTH) of the value, but for how much faster the law
 * changes, at most (|v|/vs)^LENGTH. */
enum { BITS = 1200, SHORT = 120, LENGTH = 5, TRIALS = 20 };

struct trial {
    const struct arb_law *law;
    arb_ptr p;
    arb_t s;
    double v;
    acb_poly_t along, at;
    struct arb_linear series, value;
    unsigned compared;
};

static void open_trial(struct trial *t, const struct arb_law *law)
{
    t->law = law;
    t->compared = 0;
    t->p = _arb_vec_init(ARB_LAW_MAX);
    arb_init(t->s);
    acb_poly_init(t->along);
    acb_poly_init(t->at);
    arb_linear_init(&t->series);
    arb_linear_init(&t->value);
}

static void close_trial(struct trial *t)
{
    arb_linear_clear(&t->value);
    arb_linear_clear(&t->series);
    acb_poly_clear(t->at);
    acb_poly_clear(t->along);
    arb_clear(t->s);
    _arb_vec_clear(t->p, ARB_LAW_MAX);
}

static void draw(struct trial *t, unsigned long long *random)
{
    const struct model *model = PREC(model_find)(t->law->name);
    for (int i = 0; t->law->params[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, t->law->params[i]);
        arb_set_d(t->p + i, model->params[k].value * (1 + 0.2 * (test_uniform(random) - 0.5)));
    }
    const double speed = pow(10, -5 + 3 * test_uniform(random));
    t->v = test_uniform(random) < 0.5 ? speed : -speed;
    arb_set_si(t->s, t->v > 0 ? 1 : -1);
    acb_t c;
    acb_init(c);
    acb_poly_zero(t->along);
    for (int k = 0; k < LENGTH; k++) {
        acb_set_d(c, k == 0 ? t->v : speed * (test_uniform(random) - 0.5));
        acb_poly_set_coeff_acb(t->along, k, c);
    }
    acb_clear(c);
}

static void evaluate(struct trial *t, struct arb_linear *e, const acb_poly_t v, slong len)
{
    arb_linear_zero(e);
    t->law->linear(e, t->p, v, t->s, len, BITS);
}

/* Compares a series with the value at the short time. */
static void expect_value(struct trial *t, const acb_poly_t series, const acb_poly_t value)
{
    acb_t time, sum, other, gap;
    acb_init(time);
    acb_init(sum);
    acb_init(other);
    acb_init(gap);
    acb_set_ui(time, 1);
    acb_mul_2exp_si(time, time, -SHORT);
    acb_poly_evaluate(sum, series, time, BITS);
    acb_poly_get_coeff_acb(other, value, 0);
    acb_sub(gap, sum, other, BITS);
    acb_mul_2exp_si(other, other, -(SHORT * LENGTH - 60));
    arb_abs(acb_realref(gap), acb_realref(gap));
    arb_abs(acb_realref(other), acb_realref(other));
    cr_expect(acb_is_real(gap) && arb_le(acb_realref(gap), acb_realref(other)), "%s", t->law->name);
    t->compared++;
    acb_clear(gap);
    acb_clear(other);
    acb_clear(sum);
    acb_clear(time);
}

static void expect_held(struct trial *t, const acb_poly_t series, const acb_poly_t value)
{
    acb_t disc, point;
    acb_init(disc);
    acb_init(point);
    acb_poly_get_coeff_acb(disc, series, 0);
    acb_poly_get_coeff_acb(point, value, 0);
    cr_expect(acb_overlaps(disc, point) && acb_is_finite(disc), "%s: a disc", t->law->name);
    acb_clear(point);
    acb_clear(disc);
}

static void each(struct trial *t,
                 void (*expect)(struct trial *, const acb_poly_t, const acb_poly_t))
{
    const int n = arb_law_count(t->law->states);
    for (int i = 0; i < n; i++) {
        expect(t, t->series.b + i, t->value.b + i);
        expect(t, t->series.k + i, t->value.k + i);
    }
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        expect(t, t->series.f + q, t->value.f + q);
        for (int i = 0; i < n; i++)
            expect(t, &t->series.c[q][i], &t->value.c[q][i]);
    }
}

static void along_motion(struct trial *t)
{
    acb_t time, v;
    acb_init(time);
    acb_init(v);
    acb_set_ui(time, 1);
    acb_mul_2exp_si(time, time, -SHORT);
    acb_poly_evaluate(v, t->along, time, BITS);
    acb_poly_set_acb(t->at, v);
    evaluate(t, &t->series, t->along, LENGTH);
    evaluate(t, &t->value, t->at, 1);
    each(t, expect_value);
    acb_clear(v);
    acb_clear(time);
}

/* The value at a point of a disc whose radius is a twentieth of |v|. */
static void over_disc(struct trial *t, unsigned long long *random)
{
    acb_t v;
    acb_init(v);
    acb_set_d(v, t->v);
    mag_set_d(arb_radref(acb_realref(v)), 0.05 * fabs(t->v));
    mag_set_d(arb_radref(acb_imagref(v)), 0.05 * fabs(t->v));
    acb_poly_set_acb(t->along, v);
    acb_set_d(v, t->v * (1 + 0.1 * (test_uniform(random) - 0.5)));
    acb_poly_set_acb(t->at, v);
    evaluate(t, &t->series, t->along, 1);
    evaluate(t, &t->value, t->at, 1);
    each(t, expect_held);
    acb_clear(v);
}

Test(series, are_what_values_are)
{
    unsigned long long random = test_seed();
    unsigned laws = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct trial t;
        if (!(*law)->linear)
            continue;
        open_trial(&t, *law);
        for (int i = 0; i < TRIALS; i++) {
            draw(&t, &random);
            along_motion(&t);
            over_disc(&t, &random);
        }
        cr_expect_geq(t.compared, TRIALS);
        laws++;
        close_trial(&t);
    }
    cr_expect_geq(laws, 13);
}
