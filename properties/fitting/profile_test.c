/* Profiles against what is known without them. */
#include "properties/fitting/found_test.h"

static const struct profile *profile_of(const struct found *f, const char *name)
{
    const struct model *model = f->fit.model;
    return &f->fit.profile[quantity_index(model->params, model->n_params, name)];
}

/* Forces are linear in Fc and sigma2: the profile is a parabola, and its interval that of the
 * deviation. The parameters are logarithms, or parts: what that bends, over the two deviations of
 * less than a hundredth, is less than 2 %, and the filter's own steps are as much again. */
Test(profile, of_a_linear_law_is_a_parabola)
{
    static const char *const names[] = { "Fc", "sigma2", NULL };
    static const double values[] = { 2, 3 };
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model = law("coulomb_viscous", names, values, p);
    find(&(struct rig){ model, p, RIG_SHORT, 1000, 1e-7, 0.02, 0, 0, 3, 0 }, 0, &f);
    double lo[2], hi[2];
    for (unsigned i = 0; i < 2; i++)
        law_fit_interval(&f.fit, i, &lo[i], &hi[i]);
    law_fit_profiles(&f.measured, true, 2, &f.fit);
    for (unsigned i = 0; i < 2; i++) {
        const struct profile *q = profile_of(&f, model->params[i].name);
        const double value = f.fit.estimate.fit.p[i], half = (hi[i] - lo[i]) / 2;
        cr_assert(q->n >= 5);
        cr_expect_float_eq(q->lo, lo[i], 0.04 * half, "%g, not %g", q->lo, lo[i]);
        cr_expect_float_eq(q->hi, hi[i], 0.04 * half, "%g, not %g", q->hi, hi[i]);
        for (unsigned j = 0; j < q->n; j++) {
            const double z = (q->value[j] - value) / half * ESTIMATE_95;
            cr_expect_float_eq(q->excess[j], z * z, 0.08 * z * z + 0.01, "at %g: %g, not %g", z,
                               q->excess[j], z * z);
            cr_expect(j == 0 || q->value[j] > q->value[j - 1]);
        }
        double printed_lo, printed_hi;
        law_fit_interval(&f.fit, i, &printed_lo, &printed_hi);
        cr_expect_eq(printed_lo, q->lo);
        cr_expect_eq(printed_hi, q->hi);
    }
    forget(&f);
}

/* Friction that never slides says that Fc is at least what the spring has carried, and nothing of
 * how large it is: the interval ends on one side, and at the end of the range on the other. Of a
 * force of 1 mN a level of 10 N takes 0.1 uN, far below the noise of 100 uN/sqrt(4000). */
Test(profile, has_one_end_where_data_have_one)
{
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model =
        law("dahl", (const char *const[]){ "Fc", NULL }, (double[]){ 10 }, p);
    const struct quantity *Fc =
        &model->params[quantity_index(model->params, model->n_params, "Fc")];
    find(&(struct rig){ model, p, "sine 0 6e-8 6.283185307179586 0 4", 1000, 1e-10, 1e-4, 0, 0, 2,
                        0 },
         0, &f);
    law_fit_profiles(&f.measured, false, 2, &f.fit);
    const struct profile *q = profile_of(&f, "Fc");
    cr_assert(q->n > 0, "Fc is taken as known");
    cr_expect(q->lo > Fc->lo && q->lo < 10, "%g", q->lo);
    cr_expect_eq(q->hi, Fc->hi, "%g", q->hi);
    /* What is known has none unless all are asked for. */
    cr_expect_eq(profile_of(&f, "sigma0")->n, 0);
    forget(&f);
}

/* A profile may lead to a better place than the fit's, and end before it: the interval that is told
 * has both. */
Test(profile, does_not_leave_the_value_out)
{
    const struct model *model = model_find_f64("coulomb");
    struct profile profile = { .n = 5 };
    struct law_fit fit = { .model = model, .profile = &profile };
    const struct fit_setup setup = { .model = model, .p = { 2 }, .is_free = { true } };
    double lo, hi;
    fit_begin(&fit.estimate.fit, &setup);
    profile.lo = 2.5;
    profile.hi = 3;
    law_fit_interval(&fit, 0, &lo, &hi);
    cr_expect(lo == 2 && hi == 3, "%g to %g", lo, hi);
    profile.lo = 1;
    profile.hi = 1.5;
    law_fit_interval(&fit, 0, &lo, &hi);
    cr_expect(lo == 1 && hi == 2, "%g to %g", lo, hi);
}
