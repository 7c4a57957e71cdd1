/* What the smooth laws tend to away from v = 0, and how fast they creep: the bounds of their
 * headers, over random parameters and speeds in double. Both sides of a comparison are sums of
 * terms that add up to at most the force's scale and are good to 32 eps
 * (properties/trials/evaluate_parts.h), so that bounds may be exceeded by 64 eps of the scale. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/trials/draw.h"

enum { POINTS = 2000 };

/* A law, its parameters in the order of both smooth laws, and a speed. */
enum { SIGMA2, FC, FS, SPEED };

struct at {
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    double v, w; /* w = v/p[SPEED] */
    double F, rounding;
};

static void draw(struct at *at, const char *law, uint64_t i)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct rng rng = rng_keyed(0, law, i);
    at->model = PREC(model_find)(law);
    cr_assert(at->model && PREC(draw_params)(at->model, &anywhere, &rng, at->p));
    cr_assert_str_eq(at->model->params[FC].name, "Fc");
    at->v = fmin(at->p[SPEED] * rng_log_uniform(&rng, 1e-3, 1e3), 1e3);
    at->w = at->v / at->p[SPEED];
    at->F = at->model->force(at->p, NULL, at->v, 1, NULL);
    at->rounding = 64 * DBL_EPSILON * (at->p[FS] + at->model->force_scale(at->p, at->v, 0));
}

static double coulomb_viscous(const struct at *at)
{
    const struct model *model = PREC(model_find)("coulomb_viscous");
    double p[MODEL_MAX_PARAMS];
    cr_assert(quantity_set(model->params, model->n_params, "Fc", at->p[FC], p));
    cr_assert(quantity_set(model->params, model->n_params, "sigma2", at->p[SIGMA2], p));
    return model->force(p, NULL, at->v, 1, NULL);
}

/* (3) of tanh_stribeck: |F - Fc - sigma2 v| <= B r exp(-r^2) + 2 Fc exp(-2 v/v_c), r^2 = w^2/2,
 * v/v_c = 10 w. */
Test(tanh_stribeck, tends_to_coulomb_and_viscous_friction)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        struct at at;
        draw(&at, "tanh_stribeck", i);
        const double bump = sqrt(exp(1)) * (at.p[FS] - at.p[FC]) * at.w * exp(-at.w * at.w / 2);
        const double bound = bump + 2 * at.p[FC] * exp(-20 * at.w);
        cr_expect(fabs(at.F - coulomb_viscous(&at)) <= bound + at.rounding, "w = %a", at.w);
    }
}

/* Against the exponential law with vs = v_st: the curves cross at r = 1/sqrt(2e). From there on the
 * smooth law is above by at most 0.493 (Fs-Fc), apart from its smooth sign. Nearer to zero no
 * multiple of the exponential curve bounds it, since their ratio is sqrt(2e) r. */
Test(tanh_stribeck, differs_from_the_exponential_law_as_stated)
{
    const struct model *exponential = PREC(model_find)("exponential");
    double most = 0;
    for (uint64_t i = 0; i < POINTS; i++) {
        struct at at;
        double p[MODEL_MAX_PARAMS];
        draw(&at, "tanh_stribeck", i);
        PREC(model_defaults)(exponential, p);
        quantity_set(exponential->params, exponential->n_params, "sigma2", at.p[SIGMA2], p);
        quantity_set(exponential->params, exponential->n_params, "Fc", at.p[FC], p);
        quantity_set(exponential->params, exponential->n_params, "Fs", at.p[FS], p);
        quantity_set(exponential->params, exponential->n_params, "vs", sqrt(2) * at.p[SPEED], p);
        const double span = at.p[FS] - at.p[FC], r = at.w / sqrt(2);
        const double above = at.F - exponential->force(p, NULL, at.v, 1, NULL);
        const double smooth = 2 * at.p[FC] * exp(-20 * at.w);
        cr_expect(above <= 0.493 * span + at.rounding);
        if (r < 1 / sqrt(2 * exp(1)))
            cr_expect(above <= at.rounding, "r = %a: above by %a", r, above);
        else
            cr_expect(above >= -smooth - at.rounding, "r = %a: below by %a", r, -above);
        if (span > at.p[FC] / 100)
            most = fmax(most, above / span);
    }
    cr_expect(most > 0.49, "the largest is attained: %g", most);
}

/* (2) and (3) of brown_mcphee. */
Test(brown_mcphee, tends_to_its_envelope_and_that_to_coulomb_and_viscous_friction)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        struct at at;
        draw(&at, "brown_mcphee", i);
        const double span = at.p[FS] - at.p[FC], slow = coulomb_viscous(&at);
        const double envelope = slow + span * at.w / pow(at.w * at.w / 4 + 0.75, 2);
        const double below = envelope - at.F;
        cr_expect(below >= -at.rounding && below <= 2 * at.p[FC] * exp(-8 * at.w) + at.rounding,
                  "w = %a: below by %a", at.w, below);
        cr_expect(fabs(envelope - slow) <= 16 * span / pow(at.w, 3) + at.rounding);
    }
}

/* Returns the v at which F(v) = u, for u below F at the speed of the peak, up to which F rises. */
static double creeping_speed(const struct at *at, double u)
{
    double low = 0, high = at->p[SPEED];
    for (int i = 0; i < 200; i++) {
        const double middle = low + (high - low) / 2;
        if (at->model->force(at->p, NULL, middle, 1, NULL) < u)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* The creeping speed exists, is at least u/R and, for small loads, hardly more. */
static void expect_creep(const char *law)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        struct at at;
        draw(&at, law, i);
        const double peak = at.model->force(at.p, NULL, at.p[SPEED], 1, NULL);
        const double R = at.model->creep_resistance(at.p), small = 1e-6 * peak;
        for (int tenths = 1; tenths <= 9; tenths++) {
            const double u = tenths * peak / 10, v = creeping_speed(&at, u);
            cr_expect(fabs(at.model->force(at.p, NULL, v, 1, NULL) - u) <=
                      64 * DBL_EPSILON * at.model->force_scale(at.p, v, 0) + at.rounding);
            cr_expect(v < at.p[SPEED] && v * R >= u * (1 - 64 * DBL_EPSILON));
        }
        /* F/v falls by its terms' squares, (10 v/v_brk)^2/3 of tanh being the largest; a load of a
         * millionth moves at v < 1.1e-6 v_brk, as R v_brk > peak. */
        cr_expect(creeping_speed(&at, small) * R <= small * (1 + 1e-9));
    }
}

Test(creep, of_tanh_stribeck) { expect_creep("tanh_stribeck"); }
Test(creep, of_brown_mcphee) { expect_creep("brown_mcphee"); }
