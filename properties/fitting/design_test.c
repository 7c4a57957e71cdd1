/* The motion that is proposed keeps its limits, and tells as much as is said of it. */
#include "properties/fitting/design.h"

#include "properties/fitting/found_test.h"
#include "reference/inputs/signal.h"

/* Returns the rows of a proposal "sine 0 SPEED OMEGA 0 TIME; ...": DESIGN_PARTS. */
static unsigned read_waves(const char *text, double speed[], double omega[], double time[])
{
    unsigned n = 0;
    for (const char *at = text; at && n < DESIGN_PARTS; at = strchr(at, ';'), n++) {
        at += at[0] == ';' ? 2 : 0;
        cr_assert_eq(sscanf(at, "sine 0 %lf %lf 0 %lf", &speed[n], &omega[n], &time[n]), 3, "%s",
                     at);
    }
    return n;
}

/* Each third of the time is one wave, at least one turn long, whose speed and travel are allowed. A
 * speed has three digits and is off by half a percent at most, an angular frequency four. */
Test(design, keeps_its_limits)
{
    double p[MODEL_MAX_PARAMS], speed[DESIGN_PARTS], omega[DESIGN_PARTS], time[DESIGN_PARTS];
    struct found f;
    struct design design;
    const struct design_limits limits = { .speed = 0.07, .travel = 3e-4, .time = 12 };
    const struct model *model =
        law("lugre", (const char *const[]){ "m", NULL }, (double[]){ 1.5 }, p);
    find(&(struct rig){ model, p, RIG_SHORT, 500, 1e-6, 0.02, 0, 0, 4, 0 }, 0, &f);
    design_next(&f.fit, &limits, &design);
    cr_assert(design.is_found);
    cr_assert_eq(read_waves(design.velocity, speed, omega, time), DESIGN_PARTS);
    for (unsigned i = 0; i < DESIGN_PARTS; i++) {
        cr_expect(speed[i] > 0 && speed[i] <= 1.005 * limits.speed, "%g", speed[i]);
        cr_expect_leq(2 * speed[i] / omega[i], 1.0056 * limits.travel, "%g",
                      2 * speed[i] / omega[i]);
        cr_expect_float_eq(time[i], limits.time / DESIGN_PARTS, 1e-12);
        cr_expect_geq(omega[i] * time[i], 0.9994 * 2 * 3.14159265);
    }
    const struct design_limits none = { .speed = 0.07, .travel = 0, .time = 12 };
    design_next(&f.fit, &none, &design);
    cr_expect_not(design.is_found, "'%s'", design.velocity);
    forget(&f);
}

/* A run along the proposal, fitted beside the first one, has deviations that are as much smaller as
 * is said. A deviation comes of sums over some 200 blocks of samples and is off by 1/sqrt(400) of
 * itself, the ratio of two by 7 %: twice that is allowed. */
Test(design, gains_what_it_says)
{
    double p[MODEL_MAX_PARAMS];
    struct found first;
    struct design design;
    const struct model *model =
        law("stribeck", (const char *const[]){ "vs", NULL }, (double[]){ 2e-3 }, p);
    struct rig rig = { model, p, RIG_SHORT, 1000, 1e-9, 0.02, 0, 0, 4, 0 };
    find(&rig, 0, &first);
    const struct design_limits limits = design_limits_of(&first.measured);
    design_next(&first.fit, &limits, &design);
    cr_assert(design.is_found);
    struct log more = { .n_runs = 0 };
    rig.velocity = design.velocity;
    rig.seed = 5;
    rig_measure(&rig, &more);
    struct log_run runs[] = { first.log.runs[0], more.runs[0] };
    const struct log both = { .runs = runs, .n_runs = 2 };
    struct law_fit_settings settings;
    struct measured measured;
    struct law_fit fit;
    measured_from(&both, 0, 0, &measured);
    law_fit_defaults(model, &measured, &settings);
    settings.draws = 64;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    for (unsigned i = 0; i < model->n_params; i++) {
        const unsigned k = fit_variable_of(&first.fit.estimate.fit, i);
        const double gain = first.fit.estimate.deviation[k] /
                            fit.estimate.deviation[fit_variable_of(&fit.estimate.fit, i)];
        cr_expect(gain > design.gain[k] / 1.14 && gain < 1.14 * design.gain[k], "%s: %g, not %g",
                  model->params[i].name, gain, design.gain[k]);
    }
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&more);
    forget(&first);
}
