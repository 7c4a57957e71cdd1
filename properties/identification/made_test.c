/* What logs that are made have. */
#include "properties/identification/made.h"

#include <criterion/criterion.h>
#include <math.h>

#include "tools/base/memory.h"

/* Noise of a log that is made is what it says, and white. The estimate of a correlation from n
 * numbers is off by 1/sqrt(n), that of a variance by sqrt(2/n) of it. */
Test(made, logs_have_white_noise)
{
    struct made made;
    made_by(model_find_f64("viscous"), &made);
    struct log_run run = made_measure(&made, 3);
    const double allowed = 5 / sqrt((double)made.n);
    for (size_t lag = 0; lag < 5; lag++) {
        double sum = 0;
        for (size_t i = lag; i < made.n; i++)
            sum += (run.force[i] - made.force[i]) * (run.force[i - lag] - made.force[i - lag]);
        sum /= (double)made.n * made.noise * made.noise;
        cr_expect_float_eq(sum, lag == 0, (lag == 0 ? sqrt(2) : 1) * allowed, "lag %zu: %g", lag,
                           sum);
    }
    made_run_free(&run);
    made_free(&made);
}

/* Logs that are made go along their motion for all of its time: of a force that is proportional to
 * the speed, and of differences of positions over 1 ms, which follow the speed to a second
 * difference. */
Test(made, logs_follow_their_motion)
{
    struct made made;
    const struct model *model = model_find_f64("viscous");
    made_by(model, &made);
    const double sigma2 = made.p[quantity_index(model->params, model->n_params, "sigma2")];
    double most = 0, travel = 0, distance = 0;
    cr_expect_eq(made.n, 20001);
    for (size_t i = 0; i < made.n; i++)
        cr_expect_float_eq(made.t[i], 1e-3 * (double)i, 1e-9);
    for (size_t i = 1; i + 1 < made.n; i++) {
        const double v = made.force[i] / sigma2;
        const double before = made.force[i - 1] / sigma2, after = made.force[i + 1] / sigma2;
        const double turn = fabs(after - 2 * v + before) + 1e-3 * fabs(after - before);
        cr_expect_float_eq((made.x[i + 1] - made.x[i - 1]) / 2e-3, v, turn + 1e-9, "%g s",
                           made.t[i]);
        most = fmax(most, fabs(v));
        travel += fabs(made.x[i] - made.x[i - 1]);
        distance += 1e-3 * fabs(v);
    }
    /* 0.5 m/s at the end of a ramp; travel and the integral of |v| differ by what turns within 1 ms
     */
    cr_expect_float_eq(most, 0.5, 1e-3);
    cr_expect_float_eq(travel, distance, 1e-3 * distance);
    cr_expect_float_eq(made.noise, 0.01 * 0.5 * sigma2, 1e-3 * made.noise);
    made_free(&made);
}

/* An encoder begins anywhere in a step: positions are whole steps of 1 um but for the place, which
 * is the same for all samples of a log and another one for another seed, and none is more than half
 * a step off. */
Test(made, logs_have_an_encoder_that_begins_anywhere)
{
    enum { SEEDS = 40 };
    struct made made;
    double least = 1, most = 0;
    made_by(model_find_f64("viscous"), &made);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct log_run run = made_measure(&made, seed);
        const double steps = run.x[0] / 1e-6, place = steps - floor(steps);
        for (size_t i = 0; i < run.n; i++) {
            const double from = (run.x[i] - run.x[0]) / 1e-6;
            cr_assert_float_eq(from, rint(from), 1e-6, "%g", from);
            cr_assert_float_eq(run.x[i], made.x[i], 0.5001e-6);
            cr_assert_eq(run.t[i], made.t[i]);
        }
        least = fmin(least, place);
        most = fmax(most, place);
        made_run_free(&run);
    }
    /* Of 40 places that are anywhere none is in a quarter in one of 1e5 choices of seeds. */
    cr_expect(least < 0.25 && most > 0.75, "%g, %g", least, most);
    made_free(&made);
}

static bool is_second(const struct model *model, unsigned param)
{
    (void)model;
    return param == 1;
}

/* Fits of such logs are those that a user would see: of the parameters that are asked for, with a
 * quarter of the log held out, six of 24 blocks, whose ends are off by samples that do not move.
 * What is found is within five deviations, what is not asked for as it was made, and what is left
 * is the noise, whose deviation n numbers tell to 1/sqrt(2 n). */
Test(made, fits_are_of_what_is_asked_for)
{
    const struct model *model = model_find_f64("coulomb_viscous");
    struct made made;
    made_by(model, &made);
    for (int is_whole = 0; is_whole <= 1; is_whole++) {
        struct law_fit fit;
        made_fit(&made, 3, is_whole ? NULL : is_second, &fit);
        cr_assert(fit.is_finished);
        cr_expect_eq(fit.model, model);
        cr_expect_eq(fit.n_free, is_whole ? model->n_params : 1u);
        cr_expect_not_null(fit.profile);
        size_t counts = 0;
        for (size_t i = 0; i < made.n; i++)
            counts += fit.filtered.filter->counts[i];
        cr_expect(counts > made.n * 7 / 10 && counts <= made.n * 3 / 4 + 24, "%zu", counts);
        for (unsigned i = 0; i < model->n_params; i++) {
            const unsigned k = fit_variable_of(&fit.estimate.fit, i);
            const double is = fit.estimate.fit.p[i], was = made.p[i];
            cr_expect_eq(k < fit.estimate.fit.n, is_whole || i == 1);
            if (k == fit.estimate.fit.n)
                cr_expect_eq(is, was);
            else
                cr_expect(is != was && fabs(log(is / was)) < 5 * fit.estimate.deviation[k],
                          "%g, not %g", is, was);
        }
        cr_expect_float_eq(fit.noise / made.noise, 1, 5 / sqrt(2.0 * (double)counts));
        law_fit_free(&fit);
    }
    made_free(&made);
}
