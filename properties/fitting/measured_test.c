/* Between which speeds and lengths a run says anything, and what logs that are made have. */
#include "properties/fitting/measured.h"

#include <criterion/criterion.h>
#include <math.h>

#include "properties/fitting/made.h"
#include "tools/base/memory.h"

enum { SAMPLES = 4001 };

/* A wave of 1 mm, then one of 0.1 mm, 10 Hz and 4 s each, beside an exact position. The speed is
 * |cos| of an angle that takes all values alike: a share s of samples is below sin(s pi/2). */
Test(measured, has_the_range_of_its_motion)
{
    enum { HALF = SAMPLES / 2 };
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = 1e-3 * i;
        x[i] = (i < HALF ? 1e-3 : 1e-4) * sin(2 * 3.14159265358979 * 10 * t[i]);
        force[i] = 1 + 1e-3 * (i % 7);
    }
    struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    struct measured m;
    measured_from(&log, 0, 0, &m);
    const double speed = 2 * 3.14159265358979 * 10;
    /* the slower half has speeds below a tenth of the faster one's: the twentieth part of all is
     * the tenth of it, and the fastest twentieth the fastest tenth of the other */
    cr_expect_float_eq(m.speed[1], 1e-3 * speed * sin(0.9 * 1.5707963), 0.03 * 1e-3 * speed);
    cr_expect_float_eq(m.speed[0], 1e-4 * speed * sin(0.1 * 1.5707963), 0.3 * m.speed[0]);
    cr_expect_float_eq(m.length[1], 2e-3, 0.02 * 2e-3);
    /* a hundredth of the way from one reversal to the next, the least of which is 0.2 mm */
    cr_expect_float_eq(m.length[0], 0.01 * 2e-4, 0.05 * 0.01 * 2e-4);
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
    double most = 0, travel = 0;
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
    }
    /* 0.5 m/s at the end of a ramp, and 1.25 m there and back */
    cr_expect_float_eq(most, 0.5, 1e-3);
    cr_expect_gt(travel, 1.2);
    cr_expect_float_eq(made.noise, 0.01 * 0.5 * sigma2, 1e-3 * made.noise);
    made_free(&made);
}
