/* Each law explains the logs that it has made itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/fitting/law_fit.h"
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
        struct measured measured;
        struct law_fit_settings settings;
        struct law_fit fit;
        made_by(*m, &made);
        struct log_run run = made_measure(&made, 11);
        const struct log log = { .runs = &run, .n_runs = 1 };
        measured_from(&log, 0, 0.25, &measured);
        law_fit_defaults(*m, &measured, &settings);
        settings.draws = 1;
        memcpy(settings.setup.p, made.p, sizeof made.p);
        law_fit_coarse(&settings, &measured, &fit);
        cr_expect(fit.is_finite, "%s", (*m)->name);
        if (fit.is_finite) {
            law_fit_finish(&measured, &fit);
            cr_expect(fabs(fit.noise / made.noise - 1) < PART, "%s: noise %g, made with %g",
                      (*m)->name, fit.noise, made.noise);
            law_fit_free(&fit);
        }
        measured_free(&measured);
        made_run_free(&run);
        made_free(&made);
    }
}
