/* Each law explains the logs that it has made itself. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/identification/made.h"

/* The estimate of a standard deviation from n errors is off by 1/sqrt(2 n) of it, and logs have
 * 20,000: 5 of these are 2.5 %, which is as much as may be found. Errors of the motion that look
 * like noise are taken for it where forces follow the motion closely: bristles take a tenth. */
static const double MOST = 1.025, LEAST = 0.9;

/* Parameters that are known well are where slopes leave them, but for half a deviation, by which
 * jumps may stop a step. */
static void expect_settled(const struct law_fit *fit)
{
    const struct estimate *e = &fit->estimate;
    for (unsigned k = 0; k < e->fit.n; k++)
        if (fit_is_parameter(&e->fit, k) && e->knowledge[k] == KNOWN && e->deviation[k] < 0.1)
            cr_expect_lt(fabs(e->unsettled[k]), 0.5, "%s, variable %u: %g", fit->model->name, k,
                         e->unsettled[k]);
}

/* Fitted from their own values, all laws leave the noise, and only that. */
Test(own_logs_slow, are_explained)
{
    for (const struct model *const *m = models_f64; *m; m++) {
        struct made made;
        struct law_fit fit;
        made_by(*m, &made);
        made_fit(&made, 11, NULL, &fit);
        cr_expect(fit.is_finished, "%s", (*m)->name);
        if (fit.is_finished) {
            expect_settled(&fit);
            cr_expect(fit.noise > LEAST * made.noise && fit.noise < MOST * made.noise,
                      "%s: noise %g, made with %g", (*m)->name, fit.noise, made.noise);
            law_fit_free(&fit);
        }
        made_free(&made);
    }
}

/* Of these logs the jumps say another delay than all the rest, and which of them is right is not
 * known: intervals hold what either says. Those of a0 would be three to four deviations off. */
Test(own_logs_slow, delays_that_jumps_contradict_widen_intervals)
{
    static const uint64_t seeds[] = { 90004, 90006, 90007, 90011 };
    const struct model *model = model_find_f64("reset_integrator");
    const unsigned a0 = (unsigned)quantity_index(model->params, model->n_params, "a0");
    struct made made;
    made_by(model, &made);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct law_fit fit;
        double lo, hi;
        made_fit(&made, seeds[i], NULL, &fit);
        cr_assert(fit.is_finished);
        law_fit_interval(&fit, a0, &lo, &hi);
        cr_expect(lo <= made.p[a0] && made.p[a0] <= hi, "%g to %g, made with %g", lo, hi,
                  made.p[a0]);
        cr_expect_lt(hi - lo, 0.2 * made.p[a0], "%g to %g", lo, hi);
        law_fit_free(&fit);
    }
    made_free(&made);
}

/* A filter knows nothing of where errors begin: a state of the law's own that goes to the end of
 * its range there would take the force away for a second. */
Test(own_logs_slow, runs_begin_where_the_law_does)
{
    const struct model *model = model_find_f64("alvarez_icaza");
    struct made made;
    made_by(model, &made);
    for (uint64_t seed = 7000; seed < 7006; seed++) {
        struct law_fit fit;
        size_t far = 0;
        made_fit(&made, seed, NULL, &fit);
        cr_assert(fit.is_finished);
        for (size_t i = 0; i < made.n; i++)
            far += fabs(fit.error[i]) > 8 * made.noise;
        /* at the 22 reversals of 20 s, and where a run begins at rest, four samples each */
        cr_expect_leq(far, 92, "seed %llu: %zu samples", (unsigned long long)seed, far);
        law_fit_free(&fit);
    }
    made_free(&made);
}
