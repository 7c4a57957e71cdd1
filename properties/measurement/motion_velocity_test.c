/* Motions of measured velocities. */
#include "properties/measurement/motion.h"

#include <criterion/criterion.h>

#include "properties/measurement/signal_test.h"

enum { N = 4000 };

static const double H = 1e-3, AMPLITUDE = 1e-2, OMEGA = two_pi; /* s, m/s, 1/s */

/* A velocity as it is and as it is measured, and its integral. */
struct measured {
    double t[N], v[N], x[N], y[N];
};

static void measure(double noise, double step, uint64_t draw, struct measured *s)
{
    struct rng rng = rng_keyed(0, "velocity", draw);
    double pair[2] = { 0, 0 };
    for (size_t i = 0; i < N; i++) {
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        s->t[i] = H * (double)i;
        s->v[i] = AMPLITUDE * sin(OMEGA * s->t[i]);
        s->x[i] = AMPLITUDE / OMEGA * (1 - cos(OMEGA * s->t[i]));
        s->y[i] = s->v[i] + noise * pair[i % 2];
        if (step > 0)
            s->y[i] = rint(s->y[i] / step) * step;
    }
}

/* A linear smoother for which lambda second^2 is usual beside the noise passes white noise at
 * frequencies k, 1/sample, by 1/(1 + lambda k^4):
 *
 *     noise^2 lambda^(-1/4) times 1/pi the integral of 1/(1 + k^4)^2 = 0.265
 *
 * That of this motion, whose weights are not equal, may have twice as much. Its integral is off by
 * a walk of N steps of h times the noise, sqrt(N/2) of them in the mean. */
Test(motion_velocity, is_near)
{
    for (int has_step = 0; has_step < 2; has_step++) {
        static struct measured s;
        const double step = has_step ? 3e-4 : 0, own = has_step ? 2e-4 : 3e-4;
        const double noise = hypot(own, step / sqrt(12)), k = OMEGA * H;
        const double second = AMPLITUDE * k * k / sqrt(2), lambda = pow(noise / second, 2);
        const double expected = noise * sqrt(0.265 * pow(lambda, -0.25));
        struct motion m;
        measure(own, step, 0, &s);
        motion_through_velocities(&m, N, s.t, s.y);
        cr_expect(m.is_of_velocity && m.n == N);
        cr_expect_float_eq(m.noise, noise, 0.1 * noise, "%g, not %g", m.noise, noise);
        cr_expect_float_eq(m.step, step, 1e-9 * step, "%g, not %g", m.step, step);
        cr_expect_float_eq(motion_noise(&m), m.noise * H, 1e-12 * noise);
        const double v = rms_between(N, m.v, s.v), x = rms_between(N, m.x, s.x);
        cr_expect_lt(v, 2 * expected, "%g m/s, not %g", v, expected);
        cr_expect_lt(x, 3 * noise * H * sqrt(N / 2.0), "%g m", x);
        motion_free(&m);
    }
}

/* Positions are the integral, by the trapezoidal rule; third differences are those of positions,
 * and their variances no less than their squares. A velocity that jumps stays one that jumps. */
Test(motion_velocity, is_its_integral)
{
    static struct measured s;
    struct motion m;
    measure(1e-4, 0, 1, &s);
    for (size_t i = 2000; i < N; i++)
        s.y[i] += 0.05;
    motion_through_velocities(&m, N, s.t, s.y);
    cr_expect_eq(m.x[0], 0);
    for (size_t i = 0; i + 1 < N; i++)
        cr_assert_float_eq(m.x[i + 1] - m.x[i], H * (m.v[i] + m.v[i + 1]) / 2, 1e-15, "%zu", i);
    for (size_t i = 0; i + 3 < N; i++) {
        const double third = m.x[i + 3] - 3 * m.x[i + 2] + 3 * m.x[i + 1] - m.x[i];
        cr_assert_float_eq(motion_third(&m, i), third, 1e-15);
        cr_assert_geq(motion_third_variance(&m, i), pow(motion_third(&m, i), 2));
        cr_assert_float_eq(motion_variance(&m, i), pow(m.noise * H, 2),
                           1e-12 * pow(m.noise * H, 2));
    }
    /* The jump takes two samples: five noises of a curve through a hundred samples beside it. */
    cr_expect_gt(m.v[2000] - m.v[1999], 0.045, "%g m/s", m.v[2000] - m.v[1999]);
    motion_free(&m);
}

/* A motion measured again is off as it was the first time, in the mean over many. Where it is off
 * by its noise alone, that is white. */
Test(motion_velocity, measured_again_is_off_alike)
{
    enum { DRAWS = 8 };
    static struct measured s;
    double v_off = 0, v_told = 0;
    struct rng rng = rng_keyed(0, "again", 0);
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        static double x[N], v[N];
        struct motion m;
        measure(2e-4, 0, draw, &s);
        motion_through_velocities(&m, N, s.t, s.y);
        motion_measure_again(&m, &rng, x, v);
        v_off += pow(rms_between(N, m.v, s.v), 2);
        v_told += pow(rms_between(N, v, m.v), 2);
        cr_expect_eq(x[0], 0);
        for (size_t i = 0; i + 1 < N; i++)
            cr_assert_float_eq(x[i + 1] - x[i], H * (v[i] + v[i + 1]) / 2, 1e-15, "%zu", i);
        motion_free(&m);
    }
    cr_expect(v_told > v_off / 4 && v_told < 4 * v_off, "%g, not %g", v_told, v_off);
}

/* Velocities of nine digits are as they are; of eight they have noise. */
Test(motion_velocity, without_noise_is_as_measured)
{
    static struct measured s;
    for (int k = 0; k < 3; k++) {
        struct motion m;
        measure(k == 0 ? 0 : (k == 1 ? 0.8e-9 : 1.25e-9) * AMPLITUDE, 0, 0, &s);
        motion_through_velocities(&m, N, s.t, s.y);
        cr_expect_eq(m.noise > 0, k == 2);
        cr_expect_eq(rms_between(N, m.v, s.y) == 0, k < 2);
        cr_expect_eq(motion_third(&m, 0) == 0 && motion_third_variance(&m, 0) == 0, k < 2);
        motion_free(&m);
    }
}
