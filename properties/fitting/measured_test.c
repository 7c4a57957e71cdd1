/* Between which speeds and lengths a run says anything, and what logs that are made have. */
#include "properties/fitting/measured.h"

#include <criterion/criterion.h>
#include <math.h>

#include "properties/fitting/made.h"
#include "tools/base/memory.h"

enum { SAMPLES = 4001 };

static const double pi = 3.14159265358979;

/* The share of |cos| of all angles that is below u. */
static double share_below(double u) { return u < 1 ? asin(u) / (pi / 2) : 1; }

/* A wave of 1 mm, then one of 0.1 mm, for 2 s each, beside an exact position. Its frequency,
 * 7 sqrt(2) Hz, has no period with samples, so that angles are as good as all alike: of the samples
 * of a wave a share is off by four at most. A reversal is seen a sample late, when a wave is short
 * of its top by (0.0622 rad)^2/2, 0.2 %. */
Test(measured, has_the_range_of_its_motion)
{
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    const double omega = 2 * pi * 7 * sqrt(2), turn = 40 * pi / omega;
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 1e-3 * i;
        x[i] = (t[i] < turn ? 1e-3 : 1e-4) * sin(omega * t[i]);
        force[i] = 1 + 1e-3 * (i % 7);
    }
    struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 0, 0, &m);
    const double fast = turn / t[SAMPLES - 1], off = 2 * 4.0 / SAMPLES;
    for (int i = 0; i < 2; i++)
        cr_expect_float_eq(fast * share_below(m.speed[i] / (1e-3 * omega)) +
                               (1 - fast) * share_below(m.speed[i] / (1e-4 * omega)),
                           i == 0 ? 0.05 : 0.95, off, "%g m/s", m.speed[i]);
    cr_expect(m.length[1] <= 2e-3 && m.length[1] > 0.998 * 2e-3, "%g", m.length[1]);
    /* a hundredth of the way from one reversal to the next, the least of which is 0.2 mm */
    cr_expect(m.length[0] <= 1e-2 * 2e-4 && m.length[0] > 0.998 * 1e-2 * 2e-4, "%g", m.length[0]);
    measured_free(&m);
}

/* Noise of a log that is made is what it says, and white. The estimate of a correlation from n
 * numbers is off by 1/sqrt(n), that of a variance by sqrt(2/n) of it. */
Test(measured, made_logs_have_white_noise)
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
Test(measured, made_logs_follow_their_motion)
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
