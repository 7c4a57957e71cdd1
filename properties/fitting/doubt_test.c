/* What is known only as far as slopes hold. */
#include "properties/fitting/found_test.h"

enum { N = 200 };

/* Returns the estimate of a law's fit along a measured wave, of which all is known to this
 * deviation. */
static struct estimate known_to(const struct rig *rig, double deviation)
{
    struct log log = { .n_runs = 0 };
    struct measured m;
    struct law_fit_settings settings;
    struct estimate e = { .jumps = true };
    rig_measure(rig, &log);
    measured_from(&log, 0, 0, &m);
    law_fit_defaults(rig->model, &m, &settings);
    memcpy(settings.setup.p, rig->p, sizeof settings.setup.p);
    fit_begin(&e.fit, &settings.setup);
    e.fit.usual = 1;
    for (unsigned k = 0; k < e.fit.n; k++)
        e.deviation[k] = deviation;
    estimate_doubt(&m.fine_data, &e);
    measured_free(&m);
    log_free(&log);
    return e;
}

static void expect(const struct rig *rig, bool jumps)
{
    static const double DEVIATION = 1e-3;
    const struct estimate e = known_to(rig, DEVIATION);
    cr_expect_eq(e.jumps, jumps, "%s", rig->velocity);
    for (unsigned k = 0; k < e.fit.n; k++) {
        cr_expect_eq(e.knowledge[k], jumps ? NOT_KNOWN : KNOWN);
        cr_expect_eq(e.deviation[k], jumps ? (double)INFINITY : DEVIATION);
    }
}

/* Bristles of 15 um snap every 0.4 um, one after the other. A hundredth of their length moves snaps
 * by a hundredth of the way: along 19 um, the first fifteen without one, by half the way to the
 * next one; along 300 um by up to 3 um, over eight others. */
Test(doubt, begins_where_snaps_move_over_others)
{
    double p[MODEL_MAX_PARAMS];
    struct rig rig = { .model = law("bristle", (const char *[]){ NULL }, NULL, p),
                       .p = p,
                       .velocity = "hold 2e-5 0.95",
                       .rate = N };
    expect(&rig, false);
    rig.velocity = "hold 3e-4 1";
    expect(&rig, true);
}

/* What curves, and does not jump, is not doubted. */
Test(doubt, is_none_of_what_curves)
{
    double p[MODEL_MAX_PARAMS];
    struct rig rig = { .p = p, .velocity = RIG_SHORT, .rate = N };
    for (const char *const *name =
             (const char *const[]){ "viscous", "karnopp", "maxwell_slip", NULL };
         *name; name++) {
        rig.model = law(*name, (const char *[]){ NULL }, NULL, p);
        expect(&rig, false);
    }
}

/* Nothing is known of bristles that snap a hundred times, nor is a profile, and all of them where
 * they have snapped once or twice: k and delta_s are within their intervals then. */
Test(doubt, leaves_parameters_of_bristles_that_hardly_snap)
{
    double p[MODEL_MAX_PARAMS];
    struct rig rig = { .model = law("bristle", (const char *[]){ NULL }, NULL, p),
                       .p = p,
                       .velocity = RIG_SHORT,
                       .rate = 1000,
                       .encoder = 1e-7,
                       .noise = 0.01,
                       .seed = 3 };
    struct found f;
    find(&rig, 0, &f);
    cr_expect(f.fit.estimate.jumps);
    law_fit_profiles(true, 1, &f.fit);
    for (unsigned i = 0; i < rig.model->n_params; i++) {
        double lo, hi;
        if (!f.fit.estimate.fit.is_free[i])
            continue;
        law_fit_interval(&f.fit, i, &lo, &hi);
        cr_expect_eq(law_fit_knowledge(&f.fit, i), NOT_KNOWN);
        cr_expect(lo == rig.model->params[i].lo && hi == rig.model->params[i].hi);
        cr_expect_eq(f.fit.profile[i].n, 0);
    }
    forget(&f);
    rig.velocity = "sine 0 6e-5 6.283185307179586 0 4";
    find(&rig, 0, &f);
    cr_expect_not(f.fit.estimate.jumps);
    for (unsigned i = 0; i < rig.model->n_params; i++) {
        double lo, hi;
        law_fit_interval(&f.fit, i, &lo, &hi);
        cr_expect_eq(law_fit_knowledge(&f.fit, i), KNOWN, "%u", i);
        cr_expect(lo <= p[i] && p[i] <= hi, "%u: %g to %g", i, lo, hi);
    }
    forget(&f);
}
