/* A law from a log of velocities. */
#include "properties/fitting/found_test.h"

/* From a velocity with a tenth of its slow part as noise, LuGre's values are within five of their
 * deviations, which are small, and the delay is told: no force jumps. */
Test(velocity, finds_a_law_by_velocities)
{
    enum { SECONDS = 8 };
    const double omega = 6.283185307179586;
    double p[MODEL_MAX_PARAMS], pair[2] = { 0, 0 };
    struct log made = { .n_runs = 0 };
    struct measured measured;
    struct law_fit_settings settings;
    struct law_fit fit;
    struct rng rng = rng_keyed(4, "velocity", 0);
    const struct model *model = law("lugre", (const char *const[]){ NULL }, NULL, p);
    rig_measure(&(struct rig){ .model = model,
                               .p = p,
                               .velocity = "sine 0 2e-4 6.283185307179586 0 4;"
                                           "sine 0 0.02 6.283185307179586 0 4",
                               .rate = 1000,
                               .noise = 0.01 },
                &made);
    struct log_run *run = made.runs;
    run->v = run->x;
    run->x = NULL;
    for (size_t i = 0; i < run->n; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        run->v[i] = (run->t[i] < 4 ? 2e-4 : 0.02) * sin(omega * run->t[i]) + 2e-5 * pair[i % 2];
    }
    measured_from(&made, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.draws = 1;
    memcpy(settings.setup.p, p, sizeof p);
    for (unsigned i = 0; i < model->n_params; i++)
        settings.setup.is_free[i] = strcmp(model->params[i].name, "m") != 0;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    for (unsigned k = 0; k < fit.estimate.fit.n; k++) {
        const struct fit *found = &fit.estimate.fit;
        const unsigned i = found->of[k];
        if (!fit_is_parameter(found, k))
            continue;
        const double deviation = fit.estimate.deviation[k];
        const double off = found->kind[k] == FIT_LOG ? log(found->p[i] / p[i])
                                                     : (found->p[i] - p[i]) / found->size[k];
        cr_expect_lt(fabs(off), 5 * deviation, "%s: %g", model->params[i].name, found->p[i]);
        cr_expect_lt(deviation, 0.3, "%s: %g", model->params[i].name, deviation);
    }
    cr_expect_lt(fit_nuisance_variable(&fit.estimate.fit, DELAY), fit.estimate.fit.n);
    cr_expect_lt(fabs(fit.lag_one), 0.1, "%g", fit.lag_one);
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&made);
}
