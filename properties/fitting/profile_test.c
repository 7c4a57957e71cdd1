/* Profiles against what is known without them. */
#include "properties/fitting/found_test.h"

static const struct profile *profile_of(const struct found *f, const char *name)
{
    const struct model *model = f->fit.model;
    return &f->fit.profile[quantity_index(model->params, model->n_params, name)];
}

/* Expects a profile to tell how far its own variable goes within its interval: as far as the places
 * that were looked at. */
static void expect_reach(const struct fit *fit, const struct profile *q, unsigned own)
{
    const double u = fit_variable(fit, own);
    double below = 0, above = 0;
    for (unsigned j = 0; j < q->n; j++) {
        struct fit at = *fit;
        at.p[at.of[own]] = q->value[j];
        if (q->excess[j] > ESTIMATE_95 * ESTIMATE_95)
            continue;
        below = fmax(below, u - fit_variable(&at, own));
        above = fmax(above, fit_variable(&at, own) - u);
    }
    cr_expect(below > 0 && above > 0);
    cr_expect_float_eq(q->below[own], below, 1e-9, "%g, not %g", q->below[own], below);
    cr_expect_float_eq(q->above[own], above, 1e-9, "%g, not %g", q->above[own], above);
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
    law_fit_profiles(true, 2, &f.fit);
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
        expect_reach(&f.fit.estimate.fit, q, i);
    }
    forget(&f);
}

/* Expects the excess of each place to be what a fit from the best place leaves with the parameter
 * held there, or less, far away, where such a fit may not come to an end: profiles stop improving
 * where that gains 0.02, which adds up to twice that at most. At both ends it is that of 95 %,
 * between places by a root that is straight to a twentieth. */
static void expect_refitted(const struct found *f, const struct fit *best, unsigned k,
                            const struct profile *q)
{
    const double n = (double)f->fit.filtered.data.n / f->fit.estimate.inflation[k];
    const double most = ESTIMATE_95 * ESTIMATE_95;
    double below[FIT_MOST] = { 0 }, above[FIT_MOST] = { 0 };
    for (unsigned j = 0; j < q->n + 2; j++) {
        struct fit at = *best;
        at.p[at.of[k]] = j < q->n ? q->value[j] : j == q->n ? q->lo : q->hi;
        fit_hold(&at, k);
        if (!fit_allows(at.model, NULL, at.p)) {
            struct fit back[MODEL_MAX_PARAMS];
            cr_assert(fit_bring_back(&at, back) > 0);
            at = back[0];
        }
        for (int round = 0; round < 6; round++)
            fit_improve(&at, &f->fit.filtered.data, 10, FIT_DONE);
        const double excess = (at.loss - best->loss) * n;
        if (j < q->n) {
            cr_expect_leq(q->excess[j], 0.04 + 1.01 * excess, "%u, %g: %g, above %g", k,
                          q->value[j], q->excess[j], excess);
            cr_expect(q->excess[j] >= 0.99 * excess - 0.04 || excess > 2 * most,
                      "%u, %g: %g, below %g", k, q->value[j], q->excess[j], excess);
        } else
            cr_expect_float_eq(excess, most, 0.1 * most, "%u, end %u: %g", k, j - q->n, excess);
        for (unsigned i = 0; j < q->n && excess <= most && i < best->n; i++) {
            if (i == k)
                continue;
            const double off = fit_variable(&at, i < k ? i : i - 1) - fit_variable(best, i);
            below[i] = fmax(below[i], -off);
            above[i] = fmax(above[i], off);
        }
    }
    /* What is left to gain, 0.02 by either, moves a variable by 2 sqrt(0.02) deviations at most. */
    for (unsigned i = 0; i < best->n; i++)
        if (i != k) {
            const double least = 0.3 * f->fit.estimate.deviation[i];
            cr_expect_float_eq(q->below[i], below[i], least + 0.05 * below[i], "%u by %u: %g, %g",
                               i, k, q->below[i], below[i]);
            cr_expect_float_eq(q->above[i], above[i], least + 0.05 * above[i], "%u by %u: %g, %g",
                               i, k, q->above[i], above[i]);
        }
}

/* Where forces are not linear in a parameter, and others follow it, a profile is what fits say that
 * hold it: also where a joint constraint moves one of them with it, as Fs beside Fc. */
Test(profile, is_what_fits_say_that_hold_the_parameter)
{
    double p[MODEL_MAX_PARAMS];
    struct found f;
    const struct model *model =
        law("stribeck", (const char *const[]){ "vs", "Fs", NULL }, (double[]){ 0.02, 1.02 }, p);
    find(&(struct rig){ model, p, RIG_SHORT, 500, 1e-8, 0.02, 0, 0, 3, 0 }, 0, &f);
    law_fit_profiles(true, 2, &f.fit);
    struct fit best = f.fit.estimate.fit;
    best.usual = 1;
    fit_improve(&best, &f.fit.filtered.data, 2, FIT_DONE);
    for (unsigned k = 0; k < best.n; k++)
        if (fit_is_parameter(&best, k)) {
            const struct profile *q = &f.fit.profile[best.of[k]];
            cr_assert(q->n >= 3, "%u: %u", k, q->n);
            expect_refitted(&f, &best, k, q);
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
    law_fit_profiles(false, 2, &f.fit);
    const struct profile *q = profile_of(&f, "Fc");
    cr_assert(q->n > 0, "Fc is taken as known");
    cr_expect(q->lo > Fc->lo && q->lo < 10, "%g", q->lo);
    cr_expect_eq(q->hi, Fc->hi, "%g", q->hi);
    /* What is known has none unless all are asked for. */
    cr_expect_eq(profile_of(&f, "sigma0")->n, 0);
    forget(&f);
}

static real square_and_line(const real p[], const struct memory *mem, real v, real s,
                            const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v * r_abs(v) + p[1] * v;
}

/* Both ends of both ranges differ. */
static const struct quantity SQUARE_AND_LINE[] = { { "c", "N s2/m2", 1, 2e-5, 3e5, "" },
                                                   { "b", "N s/m", 1, 1e-3, 1e4, "" } };

/* Of a force that is no part of what was measured data say how much it is at most: its interval
 * begins with its own range. At up to 0.1 m/s less than 1 N s2/m2 takes 0.1 N s/m of b at most,
 * which may be off by as much itself. */
Test(profile, begins_with_its_range_where_less_is_as_good)
{
    static const struct model square_law = { .name = "square_and_line",
                                             .params = SQUARE_AND_LINE,
                                             .n_params = 2,
                                             .speed_max = 1,
                                             .force = square_and_line };
    double p[MODEL_MAX_PARAMS];
    struct log log = { .n_runs = 0 };
    struct law_fit_settings settings;
    struct measured measured;
    struct law_fit fit;
    const struct model *made =
        law("viscous", (const char *const[]){ "sigma2", NULL }, (double[]){ 2 }, p);
    rig_measure(&(struct rig){ made, p, RIG_SHORT, 500, 1e-8, 0.02, 0, 0, 3, 0 }, &log);
    measured_from(&log, 0, 0, &measured);
    law_fit_defaults(&square_law, &measured, &settings);
    settings.setup.nuisances.is_free[DELAY] = false;
    settings.draws = 16;
    law_fit_coarse(&settings, &measured, &fit);
    law_fit_finish(&measured, &fit);
    cr_assert(fit.is_finished);
    law_fit_profiles(true, 1, &fit);
    cr_expect_eq(fit.profile[0].lo, 2e-5, "%g", fit.profile[0].lo);
    cr_expect(fit.profile[0].hi > 2e-5 && fit.profile[0].hi < 1, "%g", fit.profile[0].hi);
    cr_expect(fit.profile[1].lo > 1.8 && fit.profile[1].lo < 2, "%g", fit.profile[1].lo);
    cr_expect(fit.profile[1].hi > 2 && fit.profile[1].hi < 2.1, "%g", fit.profile[1].hi);
    law_fit_free(&fit);
    measured_free(&measured);
    log_free(&log);
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

static const struct quantity PARAMS[] = { { "a", "N", 1, 0.5, 8, "" },
                                          { "b", "N s/m", 2, 0.5, 8, "" },
                                          { "c", "N", -3, -5, 4, "" } };

static const struct model intervals_law = { .name = "intervals", .params = PARAMS, .n_params = 3 };

/* A logarithm goes down as far as the value itself would, and up as the logarithm does, whichever
 * is farther; a part goes as far to both sides. Ends of ranges hold, and are the interval where
 * nothing is known. What is held has none. */
Test(interval, is_that_of_the_deviation)
{
    static const struct {
        double deviation;
        enum knowledge knowledge;
        double lo[2], hi[2]; /* of 2, and of -3, whose size is 3 */
    } cases[] = {
        { 0.1 / ESTIMATE_95, KNOWN, { 1.8, -3.3 }, { 2.2103418361512952, -2.7 } },
        { 0.5 / ESTIMATE_95, NOT_KNOWN, { 1, -4.5 }, { 3.2974425414002564, -1.5 } },
        { 3 / ESTIMATE_95, NOT_KNOWN, { 0.5, -5 }, { 8, 4 } },
        { 0.1 / ESTIMATE_95, AT_EDGE, { 0.5, -5 }, { 8, 4 } },
        { 0.1 / ESTIMATE_95, NO_EFFECT, { 0.5, -5 }, { 8, 4 } },
        { INFINITY, KNOWN, { 0.5, -5 }, { 8, 4 } },
        { INFINITY, NOT_KNOWN, { 0.5, -5 }, { 8, 4 } },
    };
    const struct fit_setup setup = { .model = &intervals_law,
                                     .p = { 1, 2, -3 },
                                     .is_free = { false, true, true } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (unsigned i = 0; i < 2; i++) {
            struct law_fit fit = { .model = &intervals_law };
            double lo, hi;
            fit_begin(&fit.estimate.fit, &setup);
            /* The other one is known exactly. */
            fit.estimate.deviation[i] = cases[k].deviation;
            fit.estimate.knowledge[i] = cases[k].knowledge;
            law_fit_interval(&fit, 1 + i, &lo, &hi);
            cr_expect_float_eq(lo, cases[k].lo[i], 1e-12, "%zu, %u: %g", k, i, lo);
            cr_expect_float_eq(hi, cases[k].hi[i], 1e-12, "%zu, %u: %g", k, i, hi);
            cr_expect_eq(law_fit_knowledge(&fit, 1 + i), cases[k].knowledge);
            law_fit_interval(&fit, 2 - i, &lo, &hi);
            cr_expect(lo == PARAMS[2 - i].value && hi == PARAMS[2 - i].value, "%g, %g", lo, hi);
            cr_expect_eq(law_fit_knowledge(&fit, 2 - i), KNOWN);
            law_fit_interval(&fit, 0, &lo, &hi);
            cr_expect(lo == 1 && hi == 1);
            cr_expect_eq(law_fit_knowledge(&fit, 0), KNOWN);
        }
}

/* A profile counts from its first place on, for its own parameter, in place of the deviation. */
Test(interval, is_that_of_a_profile)
{
    const struct fit_setup setup = { .model = &intervals_law,
                                     .p = { 1, 2, -3 },
                                     .is_free = { false, true, true } };
    for (unsigned n = 0; n <= 2; n++)
        for (unsigned i = 0; i < 2; i++) {
            struct profile profile[3] = { { .n = 0 } };
            struct law_fit fit = { .model = &intervals_law, .profile = profile };
            double lo, hi;
            fit_begin(&fit.estimate.fit, &setup);
            fit.estimate.deviation[0] = fit.estimate.deviation[1] = INFINITY;
            profile[1 + i] = (struct profile){ .n = n, .lo = i ? -3.5 : 1.5, .hi = 9 };
            law_fit_interval(&fit, 1 + i, &lo, &hi);
            cr_expect_eq(lo, n == 0 ? PARAMS[1 + i].lo : profile[1 + i].lo);
            cr_expect_eq(hi, PARAMS[1 + i].hi);
            profile[1 + i].lo = -9;
            profile[1 + i].hi = i ? -2.5 : 2.5;
            law_fit_interval(&fit, 1 + i, &lo, &hi);
            cr_expect_eq(lo, PARAMS[1 + i].lo);
            cr_expect_eq(hi, n == 0 ? PARAMS[1 + i].hi : profile[1 + i].hi);
            law_fit_interval(&fit, 2 - i, &lo, &hi);
            cr_expect(lo == PARAMS[2 - i].lo && hi == PARAMS[2 - i].hi);
        }
}

/* What other variables reach along a profile widens their intervals, of all profiles by the most,
 * and makes a parameter unknown that goes farther than a factor of five; likewise of what a rig
 * adds. */
Test(interval, has_what_profiles_of_others_reach)
{
    struct fit_setup setup = { .model = &intervals_law,
                               .p = { 1, 2, -3 },
                               .is_free = { true, true, true } };
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = 0.5;
    for (int i = 0; i < 2; i++) {
        struct profile profile[3] = { { .n = 0 } };
        struct law_fit fit = { .model = &intervals_law, .profile = profile };
        double lo, hi;
        fit_begin(&fit.estimate.fit, &setup);
        for (unsigned k = 0; k < 4; k++)
            fit.estimate.deviation[k] = 0.01 / ESTIMATE_95;
        profile[2] = (struct profile){ .n = 3, .lo = -3.1, .hi = -2.9 };
        profile[0] = (struct profile){ .n = i ? 3 : 0, .lo = 0.9, .hi = 1.1 };
        profile[2].below[1] = 0.2, profile[2].above[1] = 0.1;
        profile[0].below[1] = 0.1, profile[0].above[1] = 1;
        profile[2].below[3] = 3, profile[2].above[3] = 0;
        profile[0].above[3] = 4;
        law_fit_interval(&fit, 1, &lo, &hi);
        cr_expect_float_eq(lo, 2 * exp(-0.2), 1e-12, "%g", lo);
        cr_expect_float_eq(hi, 2 * exp(i ? 1 : 0.1), 1e-12, "%g", hi);
        cr_expect_eq(law_fit_knowledge(&fit, 1), KNOWN);
        law_fit_nuisance_interval(&fit, OFFSET, &lo, &hi);
        cr_expect_float_eq(lo, -1.5, 1e-12, "%g", lo);
        cr_expect_float_eq(hi, i ? 2 : 0.005, 1e-12, "%g", hi);
        profile[2].below[1] = log(6);
        cr_expect_eq(law_fit_knowledge(&fit, 1), NOT_KNOWN);
        law_fit_interval(&fit, 2, &lo, &hi);
        cr_expect(lo == -3.1 && hi == -2.9, "%g, %g", lo, hi);
    }
}
