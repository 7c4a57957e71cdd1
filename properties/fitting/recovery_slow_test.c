/* Values and their intervals, from logs with an encoder and noise. */
#include "properties/fitting/found_test.h"

/* With an encoder and noise each value is within five of its deviations, the noise is found to its
 * own error, and so are the rig's offset and delay. */
Test(recovery_slow, with_noise)
{
    static const char *const names[] = { "m", "Fs", NULL };
    static const double values[] = { 1.4, 1.3 };
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model = law("lugre", names, values, p);
    find(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, 0.015, 0.05, 0.003, 1, 0 }, 0.25, &f);
    const struct fit *fit = &f.fit.estimate.fit;
    for (unsigned k = 0; k < fit->n; k++) {
        const double deviation = f.fit.estimate.deviation[k] * fit->size[k];
        if (fit->kind[k] == FIT_NUISANCE)
            cr_expect(fabs(fit->nuisances.value[fit->of[k]] -
                           (fit->of[k] == DELAY ? 0.003 : 0.05)) < 5 * deviation,
                      "%s: %g +- %g", nuisance_words[fit->of[k]], fit->nuisances.value[fit->of[k]],
                      deviation);
        if (!fit_is_parameter(fit, k))
            continue;
        const double off = fit->kind[k] == FIT_LOG
                               ? log(fit->p[fit->of[k]] / p[fit->of[k]])
                               : (fit->p[fit->of[k]] - p[fit->of[k]]) / fit->size[k];
        cr_expect(fabs(off) < 5 * f.fit.estimate.deviation[k], "%s is off by %g, deviation %g",
                  model->params[fit->of[k]].name, off, f.fit.estimate.deviation[k]);
        const double value = fit->p[fit->of[k]];
        cr_expect_lt(deviation, 0.1 * (fit->kind[k] == FIT_LOG ? 1 : fabs(value)), "%s: %g of %g",
                     model->params[fit->of[k]].name, deviation, value);
        cr_expect_eq(f.fit.estimate.knowledge[k], KNOWN);
    }
    cr_expect_float_eq(f.fit.noise, 0.015, 0.015 * 0.05, "%g", f.fit.noise);
    cr_expect_lt(fabs(f.fit.lag_one), 0.1);
    forget(&f);
}

/* Deviations and errors go together: of all that 40 logs of a law without states say, 95 % of the
 * intervals hold the value, within four standard errors of a binomial number. */
Test(recovery_slow, intervals_hold_the_value)
{
    enum { LOGS = 40 };
    static const char *const names[] = { NULL };
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("coulomb_viscous", names, NULL, p);
    unsigned held = 0, all = 0;
    for (uint64_t seed = 0; seed < LOGS; seed++) {
        struct found f;
        find(&(struct rig){ model, p, "sine 0 0.3 6.283185307179586 0 1", 1000, 0, 0.05, 0, 0, seed,
                            0 },
             0.05, &f);
        for (unsigned i = 0; i < model->n_params; i++) {
            double lo, hi;
            law_fit_interval(&f.fit, i, &lo, &hi);
            held += lo <= p[i] && p[i] <= hi;
            all++;
        }
        forget(&f);
    }
    const double share = (double)held / all, error = sqrt(0.95 * 0.05 / all);
    cr_expect_float_eq(share, 0.95, 4 * error, "%g", share);
}

/* Of a force that is applied to a mass the law is what the mass leaves. */
Test(recovery_slow, with_a_mass)
{
    static const char *const names[] = { "Fc", NULL };
    static const double values[] = { 0.8 };
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model = law("dahl", names, values, p);
    find(&(struct rig){ .model = model,
                        .p = p,
                        .velocity = RIG_RICH,
                        .rate = 1000,
                        .encoder = 1e-6,
                        .noise = 0.01,
                        .seed = 3,
                        .mass = 2 },
         0.25, &f);
    cr_expect_float_eq(value_of(&f, "Fc"), 0.8, 0.008, "%g", value_of(&f, "Fc"));
    cr_expect_float_eq(value_of(&f, "sigma0"), 1e5, 5e3, "%g", value_of(&f, "sigma0"));
    forget(&f);
}

static const struct claim *passive(const struct model *model, const char *id)
{
    for (unsigned i = 0; i < model->n_claims; i++)
        if (claim_is(&model->claims[i], PASSIVITY, id))
            return &model->claims[i];
    return NULL;
}

/* Where a claim holds at the parameters found, nothing is lost there; where it does not, what is
 * left is more, and the parameters are those of the claim. */
Test(recovery_slow, within_a_claim)
{
    static const char *const none[] = { NULL };
    for (int i = 0; i < 2; i++) {
        double p[MODEL_MAX_PARAMS];
        struct found f;
        struct law_fit inside;
        struct law_fit_settings settings;
        const struct model *model = law(i == 0 ? "dahl" : "lugre", none, NULL, p);
        const struct claim *claim = passive(model, i == 0 ? NULL : "window");
        cr_assert(claim);
        find(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, 0.015, 0, 0, 4, 0 }, 0.25, &f);
        law_fit_defaults(model, &f.measured, &settings);
        const double times = law_fit_within(&f.fit, claim, &settings, &f.measured, &inside);
        cr_assert(inside.is_finite);
        cr_expect(fit_allows(model, claim, inside.estimate.fit.p));
        cr_expect_eq(fit_allows(model, claim, f.fit.estimate.fit.p), i == 0);
        if (i == 0)
            cr_expect_float_eq(times, 1, 1e-3, "%g", times); /* rounds end at a gain of 1e-4 */
        else
            cr_expect_gt(times, 1.01, "%g", times); /* of 16,000 innovations: 320 of deviance */
        law_fit_free(&inside);
        forget(&f);
    }
}

/* A law of nine parameters with joint constraints is found from wherever defaults are, each of its
 * parameters by up to a factor of seven elsewhere: what is left is as large as the noise, to a
 * twentieth. */
Test(recovery_slow, from_elsewhere)
{
    enum { STARTS = 12 };
    static const char *const names[] = { "m", NULL };
    static const double values[] = { 1.4 }, NOISE = 0.02;
    double p[MODEL_MAX_PARAMS];
    const struct model *model = law("elastoplastic", names, values, p);
    struct log log = { .n_runs = 0 };
    struct measured m;
    struct rng rng = rng_keyed(0, "elsewhere", 0);
    rig_measure(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, NOISE, 0, 0, 1, 0 }, &log);
    measured_from(&log, 0, 0, &m);
    for (int start = 0; start < STARTS; start++) {
        struct law_fit_settings settings;
        struct law_fit f;
        law_fit_defaults(model, &m, &settings);
        do
            for (unsigned i = 0; i < model->n_params; i++)
                settings.setup.p[i] =
                    fmin(p[i] * rng_log_uniform(&rng, 1.0 / 7, 7), model->params[i].hi);
        while (!model_is_valid_f64(model, settings.setup.p));
        law_fit_coarse(&settings, &m, &f);
        cr_expect_lt(f.usual, 1.05 * NOISE, "%d: %g", start, f.usual);
    }
    measured_free(&m);
    log_free(&log);
}
