/* A rig that moves one way only does not tell its offset from Coulomb friction: intervals say so,
 * and hold the truth. */
#include "properties/fitting/found_test.h"

static const char *const motions[] = { "ramp 0 0.01 3", "ramp 0 0.0005 2; ramp 0.0005 0.03 2",
                                       "ramp 0 0.01 1; hold 0.01 2",
                                       "sine 0.01 0.0095 6 -1.5707963267948966 3" };
enum { MOTIONS = sizeof motions / sizeof *motions };

/* Fits LuGre's law to a log of itself from a rig with that offset, with all intervals. */
static void find_lugre(const char *motion, double offset, uint64_t seed, struct found *f)
{
    double p[MODEL_MAX_PARAMS];
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.6 }, p);
    find(&(struct rig){ model, p, motion, 500, 1e-6, 0.015, offset, 0, seed, 0 }, 0, f);
    law_fit_profiles(false, 2, &f->fit);
}

static unsigned index_of(const struct found *f, const char *name)
{
    return (unsigned)quantity_index(f->fit.model->params, f->fit.model->n_params, name);
}

/* Returns the part of the wider side of the interval that a value is off the fit's. */
static double part_off(double is, double was, double lo, double hi)
{
    return was < is ? (is - was) / (is - lo) : (was - is) / (hi - is);
}

/* A value is outside of a 95 % interval once in twenty times, and of one of twice its width once in
 * ten thousand. Of a rig without an offset the values shown are those of the law. */
Test(one_way, intervals_hold_what_is_not_told)
{
    static const double offsets[MOTIONS] = { 0, 0.3, 0, 0.3 };
    double p[MODEL_MAX_PARAMS];
    for (int k = 0; k < MOTIONS; k++) {
        struct found f;
        double lo, hi;
        find_lugre(motions[k], offsets[k], 5, &f);
        const struct model *model =
            law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.6 }, p);
        for (unsigned i = 0; i < model->n_params; i++) {
            law_fit_interval(&f.fit, i, &lo, &hi);
            const double off = part_off(f.fit.estimate.fit.p[i], p[i], lo, hi);
            cr_expect(off < 2, "'%s', offset %g: %s is %g, %g to %g", motions[k], offsets[k],
                      model->params[i].name, f.fit.estimate.fit.p[i], lo, hi);
        }
        law_fit_nuisance_interval(&f.fit, OFFSET, &lo, &hi);
        cr_expect(lo < offsets[k] - 0.1 && hi > offsets[k] + 0.1, "'%s': %g to %g", motions[k], lo,
                  hi);
        cr_expect_eq(law_fit_knowledge(&f.fit, index_of(&f, "Fc")), NOT_KNOWN, "'%s'", motions[k]);
        if (offsets[k] == 0) {
            cr_expect_eq(f.fit.estimate.fit.nuisances.value[OFFSET], 0, "'%s': %g", motions[k],
                         f.fit.estimate.fit.nuisances.value[OFFSET]);
            cr_expect_float_eq(value_of(&f, "Fc"), 1, 0.01, "'%s': %g", motions[k],
                               value_of(&f, "Fc"));
        }
        forget(&f);
    }
}

/* Once it has moved the other way, both are told. */
Test(one_way, is_told_by_a_way_back)
{
    struct found f;
    double lo, hi;
    find_lugre("ramp 0 0.01 2; ramp 0.01 -0.01 1; ramp -0.01 0 1", 0.3, 5, &f);
    law_fit_nuisance_interval(&f.fit, OFFSET, &lo, &hi);
    cr_expect(lo > 0.29 && hi < 0.31 && lo < 0.3 && hi > 0.3, "%g to %g", lo, hi);
    cr_expect_eq(law_fit_knowledge(&f.fit, index_of(&f, "Fc")), KNOWN);
    cr_expect_float_eq(value_of(&f, "Fc"), 1, 0.01, "%g", value_of(&f, "Fc"));
    forget(&f);
}

/* A motion that creeps a few steps of the encoder a second, and slips, is known by when it passes
 * them: it tells the stiffness by how forces rise while it creeps, also where they are what a force
 * applied to a mass leaves. */
Test(one_way, creeping_through_an_encoders_steps_tells_the_stiffness)
{
    static const char creeps[] =
        "hold 8e-6 2.5; ramp 8e-6 0.2 0.1; ramp 0.2 8e-6 0.1; hold 6e-6 2.5; ramp 6e-6 0.2 0.1; "
        "ramp 0.2 -8e-6 0.1; hold -8e-6 2.5; ramp -8e-6 -0.2 0.1; ramp -0.2 -6e-6 0.1; "
        "hold -6e-6 2.5";
    static const char *const told[] = { "sigma0", "Fc", "sigma2" };
    double p[MODEL_MAX_PARAMS];
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.6 }, p);
    for (int mass = 0; mass < 2; mass++) {
        struct found f;
        find(&(struct rig){ model, p, creeps, 500, 1e-6, 0.015, 0, 0, 5, mass }, 0, &f);
        law_fit_profiles(false, 2, &f.fit);
        cr_expect_eq(f.fit.estimate.fit.nuisances.is_free[DELAY], mass == 0);
        for (size_t k = 0; k < sizeof told / sizeof *told; k++) {
            const unsigned i = index_of(&f, told[k]);
            double lo, hi;
            law_fit_interval(&f.fit, i, &lo, &hi);
            const double off = part_off(f.fit.estimate.fit.p[i], p[i], lo, hi);
            cr_expect_eq(law_fit_knowledge(&f.fit, i), KNOWN, "%d kg: %s", mass, told[k]);
            cr_expect(off < 2, "%d kg: %s is %g, %g to %g", mass, told[k], f.fit.estimate.fit.p[i],
                      lo, hi);
            cr_expect(hi - lo < 0.8 * p[i], "%d kg: %s: %g to %g", mass, told[k], lo, hi);
        }
        forget(&f);
    }
}
