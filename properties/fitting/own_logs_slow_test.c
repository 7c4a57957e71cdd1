/* Each law explains the logs that it has made itself. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/fitting/made.h"

/* The estimate of a standard deviation from n errors is off by 1/sqrt(2 n) of it, and logs have
 * 20,000: 5 of these are 2.5 %. Errors of the motion, which an encoder of 1 um leaves, are taken
 * for noise where they look alike: a tenth. */
static const double PART = 0.1;

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
            cr_expect(fabs(fit.noise / made.noise - 1) < PART, "%s: noise %g, made with %g",
                      (*m)->name, fit.noise, made.noise);
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
