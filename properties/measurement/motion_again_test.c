/* Motions as other measurements would give them, against what one of them is off. */
#include <criterion/criterion.h>

#include "properties/measurement/motion.h"
#include "properties/measurement/signal_test.h"

/* Where neighbours say nothing of each other, a motion measured again is itself, its noise and the
 * rounding to steps that begin anywhere. */
Test(motion_again, measured_again_has_noise_and_steps)
{
    for (int has_step = 0; has_step < 2; has_step++) {
        const struct recipe r = {
            SINE, 2000, 0.05, 0, 1, 1.0037, has_step ? 0 : 1e-6, has_step * 1e-4, 1, 0
        };
        struct signal s = signal_of(r), again = signal_of(r);
        struct motion m;
        struct rng rng = rng_keyed(0, "again", 0);
        motion_through(&m, s.n, s.t, s.y);
        motion_measure_again(&m, &rng, again.y, again.v);
        double off = 0, mean = 0, beside = 0, together = 0;
        for (size_t i = 0; i < s.n; i++) {
            if (i > 0)
                together += (again.y[i] - m.x[i]) * (again.y[i - 1] - m.x[i - 1]);
            off += pow(again.y[i] - m.x[i], 2) / (double)s.n;
            mean += (again.y[i] - m.x[i]) / (double)s.n;
            beside += pow(remainder((again.y[i] - again.y[0]) / r.step, 1), 2) / (double)s.n;
        }
        if (!has_step) {
            /* A mean square of normal errors has a relative spread of sqrt(2/n). */
            cr_expect_float_eq(off / m.noise / m.noise, 1, 5 * sqrt(2 / (double)s.n), "%g", off);
            cr_expect_lt(fabs(together / off), 5 * sqrt((double)s.n), "%g", together / off);
            cr_expect_lt(fabs(mean), 5 * m.noise / sqrt((double)s.n), "%g", mean);
        } else {
            /* Positions that are not on steps would be beside them by 1/12. */
            cr_expect_lt(beside, 1e-3, "%g", beside);
            const double place = remainder(again.y[0] / r.step, 1);
            motion_measure_again(&m, &rng, again.y, again.v);
            cr_expect_gt(fabs(remainder(again.y[0] / r.step, 1) - place), 0.01);
        }
        motion_free(&m);
        signal_free(&s);
        signal_free(&again);
    }
}

/* A motion measured again is off as it was the first time, in the mean over many. */
Test(motion_again, measured_again_is_off_alike)
{
    enum { DRAWS = 30 };
    for (int has_step = 0; has_step < 2; has_step++) {
        struct recipe r = { RAMP, 300, 0.01, 0, 1.234e-4, 1, has_step ? 0 : 1e-6, has_step * 1e-6,
                            1,    0 };
        double x_off = 0, v_off = 0, x_told = 0, v_told = 0, first = 0;
        struct rng rng = rng_keyed(0, "again", 0);
        for (r.draw = 0; r.draw < DRAWS; r.draw++) {
            r.far = 1 + r.draw / (double)DRAWS * r.step;
            struct signal s = signal_of(r), again = signal_of(r);
            struct motion m;
            motion_through(&m, s.n, s.t, s.y);
            motion_measure_again(&m, &rng, again.x, again.v);
            x_off += pow(rms_between(s.n, m.x, s.x), 2);
            v_off += pow(rms_between(s.n, m.v, s.v), 2);
            x_told += pow(rms_between(s.n, again.x, m.x), 2);
            v_told += pow(rms_between(s.n, again.v, m.v), 2);
            first = fmax(first, fabs(again.v[0] - m.v[0]));
            motion_free(&m);
            signal_free(&s);
            signal_free(&again);
        }
        cr_expect(x_told > x_off / 4 && x_told < 4 * x_off, "%g, not %g", x_told, x_off);
        cr_expect(v_told > v_off / 4 && v_told < 4 * v_off, "%g, not %g", v_told, v_off);
        /* The first sample is as good as its neighbours. */
        const double noise = has_step ? r.step / sqrt(12) : r.noise;
        cr_expect_lt(first, noise / r.h / 2, "%g m/s", first);
    }
}

/* An acceleration that jumps is one third difference, of which the curve makes several: their
 * variances add up to its square, and other measurements miss as much of it as the curve does. */
Test(motion_again, jumps_of_acceleration_are_as_large_as_they_are)
{
    enum { N = 2000, AT = 1000, NEAR = 15, DRAWS = 40 };
    static double t[N], x[N], again[N], v[N];
    const double jump = 1e-6;
    struct rng rng = rng_keyed(0, "jump", 0);
    struct motion m;
    double sum = 0, off = 0, told = 0;
    for (int i = 0; i < N; i++) {
        t[i] = 1e-3 * i;
        x[i] = (i > AT ? jump / 2 * (i - AT) * (i - AT) : 0) + 1e-6 * (i / 30.0);
    }
    double *y = memory_array(N, sizeof *y);
    for (int i = 0; i < N; i++)
        y[i] = 1e-6 * rint(x[i] / 1e-6);
    motion_through(&m, N, t, y);
    for (int i = AT - NEAR; i < AT + NEAR; i++) {
        sum += motion_third_variance(&m, (size_t)i);
        off = fmax(off, fabs(m.x[i] - x[i]));
    }
    /* What the curve spreads beyond NEAR samples, or takes for noise, is less than half of it. */
    cr_expect(sum > jump * jump / 2 && sum < 4 * jump * jump, "%g of %g", sum, jump * jump);
    for (int k = 0; k < DRAWS; k++) {
        motion_measure_again(&m, &rng, again, v);
        double most = 0;
        for (int i = AT - NEAR; i < AT + NEAR; i++)
            most = fmax(most, fabs(again[i] - m.x[i]));
        told += most / DRAWS;
    }
    /* A normal number of deviation 1 is within a factor of three of its mean size mostly; the mean
     * of most of 40 draws is that of a jump as large as this one. */
    cr_expect(told > off / 3 && told < 3 * off, "%g, not %g", told, off);
    motion_free(&m);
    free(y);
}
