/* Laws that turn into each other: limits and translations, compared along random signals in double.
 * Both laws are coded correctly up to rounding, so they may differ by the rounding bounds of
 * properties/trials/evaluate_parts.h: 32 eps per hold, in units of each law's bound and force
 * scale. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"
#include "reference/experiments/exact.h"

enum { SIGNALS = 2000 };

static void set(const struct model *model, double p[], const char *name, double value)
{
    for (unsigned i = 0; i < model->n_params; i++)
        if (strcmp(model->params[i].name, name) == 0) {
            p[i] = value;
            return;
        }
    cr_assert_fail("%s has no parameter %s", model->name, name);
}

/* Draws p[] of a law, each parameter anywhere in its range. */
static void draw(const struct model *model, struct rng *rng, double p[])
{
    static const struct claim anywhere = { .base = ALL_VALID };
    cr_assert(PREC(draw_params)(model, &anywhere, rng, p));
}

/* Two laws along the same random signal: forces must agree, F_a = F_b + extra(v, dx_b), and first
 * states must be equal. */
struct pair {
    const struct model *a, *b;
    double pa[MODEL_MAX_PARAMS], pb[MODEL_MAX_PARAMS];
};

static void expect_equal(const struct pair *q, struct rng *rng, double sigma1, double sigma2)
{
    struct hold holds[DRAW_MAX_HOLDS];
    struct exact_state a, b;
    const unsigned n = PREC(sample_signal)(q->a, q->pa, ANY_SIGNAL, rng, holds);
    double travel = 0;
    exact_state_start(&a, q->a, q->pa);
    exact_state_start(&b, q->b, q->pb);
    for (unsigned i = 0; i < n; i++) {
        double dx[MODEL_MAX_STATES], bound[MODEL_MAX_STATES];
        const double v = holds[i].v, rounding = 64 * DBL_EPSILON * (i + 2);
        travel += fabs(v) * holds[i].h;
        exact_state_flow(&a, holds[i]);
        exact_state_flow(&b, holds[i]);
        q->a->bound(q->pa, bound);
        cr_expect(fabs(a.x[0] - b.x[0]) <= rounding * bound[0], "%s, %s: %a, %a", q->a->name,
                  q->b->name, a.x[0], b.x[0]);
        q->b->rate(q->pb, b.mem, v, r_sign(v), b.x, dx);
        const double F = exact_state_force(&a, v),
                     G = exact_state_force(&b, v) + sigma1 * dx[0] + sigma2 * v;
        const double scale = q->a->force_scale(q->pa, v, travel);
        cr_expect(fabs(F - G) <= rounding * scale, "%s %a, %s %a", q->a->name, F, q->b->name, G);
    }
}

#define FOR_SIGNALS(label)                                                                         \
    for (struct {                                                                                  \
             uint64_t i;                                                                           \
             struct rng rng;                                                                       \
         } at = { 0, rng_keyed(0, label, 0) };                                                     \
         at.i < SIGNALS; at.rng = rng_keyed(0, label, ++at.i))

Test(limits, lugre_without_stribeck_is_dahl_plus_damping)
{
    struct pair q = { .a = PREC(model_find)("lugre"), .b = PREC(model_find)("dahl") };
    FOR_SIGNALS("lugre/dahl")
    {
        draw(q.b, &at.rng, q.pb);
        PREC(model_defaults)(q.a, q.pa);
        set(q.a, q.pa, "sigma0", q.pb[0]);
        set(q.a, q.pa, "Fc", q.pb[1]);
        set(q.a, q.pa, "Fs", q.pb[1]);
        expect_equal(&q, &at.rng, 316.22776601683796, 0.4);
    }
}

/* z of LuGre is z of martinez_rosas; LuGre's sigma0, in N/m, is sigma0 Fc of martinez_rosas. */
Test(limits, martinez_rosas_without_stribeck_is_lugre)
{
    struct pair q = { .a = PREC(model_find)("martinez_rosas"), .b = PREC(model_find)("lugre") };
    static const char *const same[] = { "sigma1", "sigma2", "Fc", "vs", "m" };
    FOR_SIGNALS("martinez_rosas/lugre")
    {
        draw(q.a, &at.rng, q.pa);
        PREC(model_defaults)(q.b, q.pb);
        set(q.a, q.pa, "alpha", 0);
        set(q.a, q.pa, "Fs", q.pa[3]);
        cr_assert_str_eq(q.a->params[3].name, "Fc");
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            for (unsigned i = 0; i < q.a->n_params; i++)
                if (strcmp(q.a->params[i].name, same[k]) == 0)
                    set(q.b, q.pb, same[k], q.pa[i]);
        set(q.b, q.pb, "Fs", q.pa[3]);
        set(q.b, q.pb, "sigma0", q.pa[0] * q.pa[3]);
        expect_equal(&q, &at.rng, 0, 0);
    }
}

/* Tests the translation in the header of lugre_increment, and the law against the printed
 * equations. */
Test(limits, lugre_increment_is_lugre_translated)
{
    struct pair q = { .a = PREC(model_find)("lugre_increment"), .b = PREC(model_find)("lugre") };
    FOR_SIGNALS("lugre_increment/lugre")
    {
        double dz;
        draw(q.a, &at.rng, q.pa);
        const double *p = q.pa, v = 1e-3 * (double)(at.i + 1) / SIGNALS, z = p[3] / 2;
        const double translated[] = {
            p[0], p[1], p[2], p[0] * p[3], p[0] * (p[3] + p[4]), p[5], 2
        };
        memcpy(q.pb, translated, sizeof translated);
        expect_equal(&q, &at.rng, 0, 0);

        const double g = p[3] + p[4] * exp(-pow(v / p[5], 2));
        const double printed = v - v * z / g, scale = v * (1 + z / g);
        q.a->rate(p, NULL, v, 1, &z, &dz);
        cr_expect(fabs(dz - printed) <= 32 * DBL_EPSILON * scale);
        const double F = q.a->force(p, NULL, v, 1, &z);
        cr_expect(fabs(F - (p[0] * z + p[1] * printed + p[2] * v)) <=
                  32 * DBL_EPSILON * (p[0] * z + p[1] * scale + p[2] * v));
    }
}

Test(limits, alvarez_icaza_is_martinez_rosas_with_unit_sigma0)
{
    struct pair q = { .a = PREC(model_find)("alvarez_icaza"),
                      .b = PREC(model_find)("martinez_rosas") };
    FOR_SIGNALS("alvarez_icaza/martinez_rosas")
    {
        draw(q.a, &at.rng, q.pa);
        q.pb[0] = 1;
        memcpy(q.pb + 1, q.pa, 7 * sizeof *q.pa);
        expect_equal(&q, &at.rng, 0, 0);

        /* the printed equations */
        const double *p = q.pa, v = 0.01, x[2] = { 0.25, -0.125 };
        const double g = exp(-pow(v / p[4], p[5])), dz = v - v * x[0], dy = g - x[1];
        const double F = p[2] * x[0] + p[0] * dz + p[1] * v + (p[3] - p[2]) * x[1] + p[6] * dy;
        cr_expect(fabs(q.a->force(p, NULL, v, 1, x) - F) <=
                  32 * DBL_EPSILON * q.a->force_scale(p, v, 0));
    }
}

/* An elastic-perfectly plastic element: the strain is the travel, clamped. */
Test(limits, reset_integrator_without_stiction_is_elastic_perfectly_plastic)
{
    const struct model *model = PREC(model_find)("reset_integrator");
    FOR_SIGNALS("reset_integrator")
    {
        double p[MODEL_MAX_PARAMS], strain = 0, travel = 0;
        struct hold holds[DRAW_MAX_HOLDS];
        struct exact_state w;
        draw(model, &at.rng, p);
        set(model, p, "a0", 0);
        set(model, p, "b", 0);
        const unsigned n = PREC(sample_signal)(model, p, ANY_SIGNAL, &at.rng, holds);
        exact_state_start(&w, model, p);
        for (unsigned i = 0; i < n; i++) {
            exact_state_flow(&w, holds[i]);
            travel += fabs(holds[i].v) * holds[i].h;
            strain = fmax(-p[1], fmin(p[1], strain + holds[i].v * holds[i].h));
            cr_expect(fabs(exact_state_force(&w, holds[i].v) - p[0] * strain) <=
                      32 * DBL_EPSILON * (i + 1) * p[0] * (p[1] + fmin(travel, 2 * p[1])));
        }
    }
}

/* Dahl's law is Bouc-Wen with n = 1, gamma = 0. */
Test(limits, bouc_wen_with_gamma_zero_is_dahl)
{
    struct pair q = { .a = PREC(model_find)("bouc_wen"), .b = PREC(model_find)("dahl") };
    FOR_SIGNALS("bouc_wen/dahl")
    {
        draw(q.b, &at.rng, q.pb);
        const double p[] = { q.pb[0], 0, 1, q.pb[0] / q.pb[1], 0, 1 };
        memcpy(q.pa, p, sizeof p);
        expect_equal(&q, &at.rng, 0, 0);
    }
}

/* Stiction: the three cases (1.6) of the Stribeck law. */
Test(limits, stribeck_holds_what_is_applied_up_to_its_static_level)
{
    const struct model *model = PREC(model_find)("stribeck");
    double p[MODEL_MAX_PARAMS], s;
    PREC(model_defaults)(model, p);
    cr_expect_eq(PREC(model_stick)(model, p, NULL, NULL, 0.7, &s), 0.7);
    cr_expect(fabs(s - 0.7 / 1.5) <= 2 * DBL_EPSILON);
    cr_expect_eq(PREC(model_stick)(model, p, NULL, NULL, -1.4, &s), -1.4);
    cr_expect_eq(PREC(model_stick)(model, p, NULL, NULL, 2, &s), 1.5);
    cr_expect_eq(s, 1);
    cr_expect_eq(PREC(model_stick)(model, p, NULL, NULL, -2, &s), -1.5);
    cr_expect_eq(s, -1);
}

/* The Bouc-Wen law needs beta + gamma, which bounds z, to be at least a millionth of beta, at any
 * size of them. */
Test(limits, bouc_wen_needs_a_millionth_of_beta)
{
    enum { SIZES = 5 };
    const struct model *model = PREC(model_find)("bouc_wen");
    const double sizes[SIZES] = { 1e-4, 1e-2, 1, 1e2, 1e4 };
    for (int i = 0; i < SIZES; i++) {
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(model, p);
        set(model, p, "n", 1);
        set(model, p, "beta", sizes[i]);
        set(model, p, "gamma", -sizes[i] * (1 - 2e-6));
        cr_expect_null(model->validate(p), "beta = %g", sizes[i]);
        set(model, p, "gamma", -sizes[i] * (1 - 0.5e-6));
        cr_expect(model->validate(p), "beta = %g", sizes[i]);
    }
}
