/* Coarse fits that begin where another law's fit is. */
#include "properties/fitting/coarse.h"

#include "properties/fitting/found_test.h"

static const char *const none[] = { NULL };

/* Shared are free parameters with the same name and unit: lugre_increment's limits are lengths, and
 * what is given is not free. */
Test(coarse, shares_what_has_the_same_name_and_unit)
{
    static const struct {
        const char *own, *other;
        unsigned shared;
    } cases[] = { { "lugre", "elastoplastic", 7 }, /* sigma0, sigma1, sigma2, Fc, Fs, vs, m */
                  { "elastoplastic", "lugre", 7 },
                  { "lugre", "lugre_increment", 4 }, /* sigma0, sigma1, sigma2, vs */
                  { "lugre", "viscous", 1 },
                  { "lugre", "bouc_wen", 0 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double p[MODEL_MAX_PARAMS];
        const struct model *own = law(cases[i].own, none, NULL, p);
        const struct model *other = law(cases[i].other, none, NULL, p);
        struct fit_setup setup = { .model = own };
        for (unsigned k = 0; k < own->n_params; k++)
            setup.is_free[k] = true;
        cr_expect_eq(coarse_shared(&setup, other), cases[i].shared, "%s, %s: %u", cases[i].own,
                     cases[i].other, coarse_shared(&setup, other));
        setup.is_free[quantity_index(own->params, own->n_params, "sigma2")] = false;
        cr_expect_eq(coarse_shared(&setup, other), cases[i].shared - (cases[i].shared > 0));
    }
}

/* Returns the fit of a law by coarse data, from few draws. */
static struct law_fit fit_coarsely(const char *name, const struct measured *m)
{
    struct law_fit_settings settings;
    struct law_fit f;
    law_fit_defaults(model_find_f64(name), m, &settings);
    settings.draws = 32;
    law_fit_coarse(&settings, m, &f);
    cr_assert(f.is_finite);
    return f;
}

/* Bristles a thousand times as stiff as usual: elastic lengths of elastoplastic, which are
 * thousands of times shorter than any travel, are not drawn. Where LuGre's parameters are known
 * they are found, and leave as little. What another law makes worse is not taken. */
Test(coarse, begins_where_another_law_is)
{
    static const char *const stiff[] = { "sigma0", "sigma1", NULL };
    static const double values[] = { 1e8, 10 };
    double p[MODEL_MAX_PARAMS];
    const struct model *lugre = law("lugre", stiff, values, p);
    struct log log = { .n_runs = 0 };
    struct measured m;
    rig_measure(&(struct rig){ lugre, p, RIG_SHORT, 500, 1e-7, 0.01, 0, 0, 21, 0 }, &log);
    measured_from(&log, 0, 0, &m);
    const struct law_fit lender = fit_coarsely("lugre", &m), worse = fit_coarsely("viscous", &m);
    struct law_fit f = fit_coarsely("elastoplastic", &m);
    cr_expect_eq(law_fit_shared(&f, lugre), 7);
    const struct law_fit before = f;
    cr_expect_gt(before.usual, 2 * lender.usual, "%g, %g", before.usual, lender.usual);
    law_fit_borrow(&lender, &m, &f);
    cr_expect_lt(f.usual, 1.2 * lender.usual, "%g, %g", f.usual, lender.usual);
    cr_expect_eq(f.n_free, before.n_free);
    for (unsigned k = 0; k < f.model->n_params; k++)
        cr_expect_eq(f.estimate.fit.is_free[k], before.estimate.fit.is_free[k]);
    const struct law_fit after = f;
    law_fit_borrow(&worse, &m, &f);
    cr_expect_arr_eq(f.estimate.fit.p, after.estimate.fit.p, sizeof f.estimate.fit.p);
    cr_expect_eq(f.usual, after.usual);
    /* A law for which nothing was found takes what there is. */
    f.is_finite = false;
    f.estimate.fit.loss = 0;
    law_fit_borrow(&lender, &m, &f);
    cr_expect(f.is_finite);
    cr_expect_lt(f.usual, 1.2 * lender.usual);
    measured_free(&m);
    log_free(&log);
}

/* An elastic range of next to nothing, as draws have it that begin with one, makes no force, and no
 * slope leads away from there: its lengths are found beside the other parameters, as they are. */
Test(coarse, looks_beside_for_what_hardly_makes_a_force)
{
    static const char *const next_to_nothing[] = { "z_ba", "z_max", NULL };
    static const double values[] = { 1e-12, 1e-11 }, NOISE = 0.02;
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("elastoplastic", none, NULL, p);
    struct log log = { .n_runs = 0 };
    struct law_fit_settings settings;
    struct measured m;
    struct law_fit f;
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 500, 1e-7, NOISE, 0, 0, 7, 0 }, &log);
    measured_from(&log, 0, 0, &m);
    law_fit_defaults(model, &m, &settings);
    law("elastoplastic", next_to_nothing, values, settings.setup.p);
    settings.draws = 96;
    law_fit_coarse(&settings, &m, &f);
    cr_expect_lt(f.usual, 1.1 * NOISE, "%g", f.usual);
    measured_free(&m);
    log_free(&log);
}
