/* What a law in balls admits is what the law itself admits: parameters of the sign that their range
 * shows, whole ones in their range, and all that fit together. Ranges themselves are for doubles:
 * balls may go beyond. Values keep away from where conditions differ by the margins that doubles
 * need. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "tools/testing/test_random.h"

enum { DRAWS = 2000 };

static double pick(unsigned long long *random, const double of[], size_t n)
{
    return of[(size_t)(test_uniform(random) * (double)n)];
}

/* Most parameters have their defaults; the others are zero, of the other sign, or other powers
 * of 4. */
static double draw(unsigned long long *random, const struct quantity *q, bool whole)
{
    const double wholes[] = { q->lo - 1, q->lo - 0.5, q->lo, q->lo + 0.5, q->hi, q->hi + 1 };
    const double factors[] = { 0, -1, -4, 0x1p-4, 0x1p-2, 4, 16 };
    const double kept = test_uniform(random);
    if (kept < 0.8)
        return q->value;
    if (whole)
        return pick(random, wholes, sizeof wholes / sizeof *wholes);
    return (q->value != 0 ? q->value : 1) * pick(random, factors, sizeof factors / sizeof *factors);
}

/* The range of a share ends just below 1. */
static bool fits_range(const struct quantity *q, double value, bool whole)
{
    if (whole)
        return value >= q->lo && value <= q->hi && value == floor(value);
    if (q->hi > 0.9 && q->hi < 1 && value >= 1)
        return false;
    return q->lo > 0 ? value > 0 : q->lo < 0 || value >= 0;
}

/* Returns true when the ranges and conditions of the law with doubles admit p. */
static bool draw_params(unsigned long long *random, const struct model *model,
                        const struct arb_law *law, arb_ptr ball, double p[])
{
    bool fits = true;
    for (unsigned k = 0; k < model->n_params; k++) {
        const bool whole = model_param_is_whole(model, k);
        p[k] = draw(random, &model->params[k], whole);
        fits = fits && fits_range(&model->params[k], p[k], whole);
        arb_set_d(ball + arb_law_index(law->params, model->params[k].name), p[k]);
    }
    return fits && (!model->validate || !model->validate(p));
}

Test(params, are_valid_in_balls_where_they_are_for_the_law)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        arb_ptr ball = _arb_vec_init(ARB_LAW_MAX);
        unsigned long long random = test_seed();
        unsigned n_valid = 0;
        for (unsigned i = 0; i < DRAWS; i++) {
            double p[MODEL_MAX_PARAMS];
            const bool valid = draw_params(&random, model, *law, ball, p);
            const char *violated = (*law)->validate ? (*law)->validate(ball) : NULL;
            n_valid += valid;
            cr_expect_eq(violated == NULL, valid, "%s, draw %u: %s", model->name, i,
                         violated ? violated : "valid");
            if ((violated == NULL) != valid)
                for (unsigned k = 0; k < model->n_params; k++)
                    if (p[k] != model->params[k].value)
                        cr_log_warn("%s = %g", model->params[k].name, p[k]);
        }
        cr_expect_gt(n_valid, DRAWS / 20, "%s: %u valid", model->name, n_valid);
        cr_expect_lt(n_valid, DRAWS - DRAWS / 20, "%s: %u valid", model->name, n_valid);
        _arb_vec_clear(ball, ARB_LAW_MAX);
    }
}

/* Parameters that may have the wrong sign are refused, and shares that may be all; Fs is compared
 * with Fc, which it may overlap. */
Test(params, that_may_be_wrong_are_not_valid)
{
    unsigned refused = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        const struct model *model = PREC(model_find)((*law)->name);
        arb_ptr ball = _arb_vec_init(ARB_LAW_MAX);
        arb_t radius;
        arb_init(radius);
        for (unsigned k = 0; (*law)->validate && k < model->n_params; k++) {
            const struct quantity *q = &model->params[k];
            const bool is_share = q->hi > 0.9 && q->hi < 1;
            if (!(q->lo > 0 || is_share) || model_param_is_whole(model, k) ||
                strcmp(q->name, "Fs") == 0)
                continue;
            for (unsigned i = 0; i < model->n_params; i++)
                arb_set_d(ball + arb_law_index((*law)->params, model->params[i].name),
                          model->params[i].value);
            cr_expect_null((*law)->validate(ball), "%s", model->name);
            arb_ptr wide = ball + arb_law_index((*law)->params, q->name);
            arb_set_d(wide, is_share ? 0.75 : q->value); /* a share from 0.25 to 1.25 */
            arb_set_d(radius, is_share ? 0.5 : 1.5 * q->value);
            arb_add_error(wide, radius);
            refused++;
            cr_expect((*law)->validate(ball), "%s: %s", model->name, q->name);
        }
        arb_clear(radius);
        _arb_vec_clear(ball, ARB_LAW_MAX);
    }
    cr_expect_gt(refused, 40, "%u", refused);
}
