/* Steps and noise of sensors, found again in signals that have them. */
#include "properties/measurement/sensor.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>

#include "properties/measurement/signal_test.h"

/* A step is a mean of differences: it is as exact as these are, to rounding of positions. */
static void expect_step(struct recipe r, double offset)
{
    struct signal s = signal_of(r);
    for (size_t i = 0; i < s.n; i++)
        s.y[i] += offset;
    const double found = sensor_step(s.n, s.t, s.y);
    cr_expect_float_eq(found, r.step,
                       4 * DBL_EPSILON * (r.far + r.size + fabs(offset)) + 1e-12 * r.step,
                       "shape %d, n %zu: %g, not %g", r.shape, s.n, found, r.step);
    signal_free(&s);
}

Test(sensor, steps_are_found_wherever_they_begin)
{
    for (enum shape shape = RAMP; shape <= STICK; shape++)
        for (int irregular = 0; irregular < 2; irregular++)
            for (int decade = -6; decade <= 6; decade += 3) {
                const double scale = pow(10, decade);
                const double far = scale * (shape == SINE ? 100 : 0);
                const struct recipe slow = { .shape = shape,
                                             .n = 2000,
                                             .h = 1e-3,
                                             .size = scale * 1e-4,
                                             .period = 0.771,
                                             .step = scale * 1e-6,
                                             .irregular = irregular,
                                             .far = far };
                struct recipe noisy = slow, few = slow, fast = slow;
                expect_step(slow, scale * 0.3e-6);
                noisy.noise = scale * 1e-5;
                expect_step(noisy, 0);
                few.n = 30, few.h = 0.02;
                if (shape != STICK)
                    expect_step(few, 0);
                /* Many steps from each sample to the next, never one alone. */
                fast.step = scale * 1e-8;
                fast.period = 0.123;
                if (shape != STICK)
                    expect_step(fast, scale * 0.3e-8);
            }
}

/* At a speed of nearly a whole number of steps each sample, most distances are alike. */
Test(sensor, steps_are_found_at_nearly_whole_speeds)
{
    static const double speed[] = { 0.003, 0.02, 0.97, 1.01, 8.1, 80.03 };
    for (size_t k = 0; k < sizeof speed / sizeof *speed; k++)
        for (enum shape shape = RAMP; shape <= ZIGZAG; shape += 2) {
            const double period = shape == RAMP ? 1 : 2000;
            expect_step((struct recipe){ shape, 2000, 1, .size = 1e-6 * speed[k] * period * 0.5,
                                         .period = period * 0.5, .step = 1e-6 },
                        0.2e-6);
        }
}

/* Among 2000 samples of a fast sine no two differences are one step apart. A step of an angle, 360
 * degrees by 4096, is no multiple of its last decimal. */
Test(sensor, steps_are_found_in_the_fastest_motion)
{
    expect_step((struct recipe){ SINE, 2000, 0.05, 0, 1, 1.0037, 0, 1e-4, 1, 0 }, 0);
}

/* Far from zero single differences tell the step so badly that those of many steps seem no
 * multiples: the mean of those of few steps tells it better, then that of more. So it is wherever
 * the fast ones stand. Positions are rounded by 6e-14, single differences of a step of 1e-8 by 1e-5
 * of it, which 30,000 times is a third, and those of 1.3e-10 by 8e-4 of it, which 250 times is a
 * fifth. Of the mean over the whole way, of more than a million steps, it is 1e-9 at most. */
Test(sensor, steps_are_found_from_few_to_many)
{
    enum { N = 900 };
    static const struct {
        double step;
        int most[2];
    } cases[] = { { 1.0037e-8, { 131072, 30000 } }, { 1.3037e-10, { 4000, 256 } } };
    for (int k = 0; k < 2; k++)
        for (int fast = 0; fast < 3; fast++) {
            double t[N], x[N], at = 0;
            for (int i = 0; i < N; i++) {
                const int place = (i + fast * N / 3) % N, third = place * 3 / N;
                t[i] = i;
                x[i] = 520 + cases[k].step * at;
                at += third == 2 ? 1 + place % 5 : cases[k].most[third] - place * 37 % 23;
            }
            cr_expect_float_eq(sensor_step(N, t, x) / cases[k].step, 1, 1e-9, "%d, %d: %g", k, fast,
                               sensor_step(N, t, x));
        }
}

Test(sensor, decimals_are_steps)
{
    struct signal s = signal_of((struct recipe){ SINE, 500, 1e-3, .size = 0.0123, .period = 0.3 });
    for (size_t i = 0; i < s.n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.6f", s.x[i]);
        s.y[i] = strtod(text, NULL);
    }
    cr_expect_float_eq(sensor_step(s.n, s.t, s.y), 1e-6, 1e-14);
    for (size_t i = 0; i < s.n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%.3f", rint(s.x[i] / 0.0123 * 100) * 360 / 4096);
        s.y[i] = strtod(text, NULL);
    }
    cr_expect_float_eq(sensor_step(s.n, s.t, s.y), 360.0 / 4096, 1e-5);
    signal_free(&s);
}

static void expect_no_step(struct recipe r)
{
    struct signal s = signal_of(r);
    const double found = sensor_step(s.n, s.t, s.y);
    cr_expect_eq(found, 0, "shape %d, n %zu: a step of %g", r.shape, s.n, found);
    signal_free(&s);
}

/* Along a ramp all differences are multiples of one, to rounding, and so they are of zigzags; noise
 * has no step, however few samples there are. */
Test(sensor, without_steps_has_none)
{
    for (unsigned draw = 0; draw < 200; draw++)
        expect_no_step((struct recipe){ RAMP, 20, 1e-3, .size = 1, .period = 10, .noise = 1e-3,
                                        .draw = draw });
    for (enum shape shape = RAMP; shape <= STICK; shape++) {
        struct recipe r = { shape, 2000, 0.01, .size = 1, .period = 2 };
        expect_no_step(r);
        r.far = 1000;
        expect_no_step(r);
        r.irregular = 0.5;
        expect_no_step(r);
        r.noise = 1e-3;
        expect_no_step(r);
    }
    /* Distances alike but for rests, corners, and times. */
    for (int whole = 1; whole <= 3; whole++)
        for (enum shape shape = RAMP; shape <= ZIGZAG; shape += 2)
            for (int late = 0; late < 2; late++) {
                struct signal s = signal_of(
                    (struct recipe){ shape, 500, 1e-3, .size = 1, .period = 0.05 * whole });
                double v;
                const struct recipe r = { shape, .size = 1, .period = 0.05 * whole };
                for (size_t i = 0; i < s.n; i++) {
                    s.t[i] += late && i % 7 == 3 ? 0.2e-3 : 0;
                    signal_at(&r, s.t[i], &s.y[i], &v);
                }
                cr_expect_eq(sensor_step(s.n, s.t, s.y), 0, "shape %d, %d: %g", shape, late,
                             sensor_step(s.n, s.t, s.y));
                signal_free(&s);
            }
    const double zero[20] = { 0 };
    double t[20];
    for (int i = 0; i < 20; i++)
        t[i] = i;
    cr_expect_eq(sensor_step(20, t, zero), 0);
    cr_expect_eq(sensor_noise(20, t, zero), 0);
}

/* The root mean square of n fourth differences of independent noise has a relative spread of
 * 1.15/sqrt(n), as their correlations along time are 0.8, 0.4, 0.11 and 0.01; of eighth differences
 * 1.33/sqrt(n). */
static void expect_noise(struct recipe r)
{
    struct signal s = signal_of(r);
    const double found = sensor_noise(s.n, s.t, s.y), spread = 1.33 / sqrt((double)s.n);
    cr_expect_float_eq(found / r.noise, 1, 5 * spread, "shape %d, n %zu, %g apart: %g of %g",
                       r.shape, s.n, r.irregular, found, r.noise);
    signal_free(&s);
}

Test(sensor, noise_is_found_under_any_motion)
{
    static const double irregular[] = { 0, 0.5, 0.99 };
    for (enum shape shape = RAMP; shape <= STICK; shape++)
        for (int k = 0; k < 3; k++)
            for (unsigned draw = 0; draw < 2; draw++) {
                struct recipe r = { shape, 2000, 1e-3, irregular[k], 1e-3, 1, 1e-7, 0, 0, draw };
                expect_noise(r);
                r.far = 100;
                r.noise = 1e-5;
                expect_noise(r);
                r.noise = 1e-2;
                expect_noise(r);
            }
    /* Twenty samples a period: the motion's own fourth differences are a thousandth of it. */
    expect_noise((struct recipe){ SINE, 2000, 0.05, .size = 1e-3, .period = 1, .noise = 1e-7 });
    expect_noise(
        (struct recipe){ SINE, 2000, 0.05, 0.3, .size = 1e-3, .period = 1, .noise = 1e-5 });
}

/* Over a hundred signals the mean square of what is found is right to 1.33/sqrt(n) of twice that,
 * for all of their samples; what is left out beyond three deviations is 2.7 % of it. */
Test(sensor, noise_is_found_without_bias)
{
    enum { SIGNALS = 100 };
    struct recipe r = { RAMP, 4000, 1e-3, .size = 1, .period = 10, .noise = 1e-3 };
    double square = 0;
    for (r.draw = 0; r.draw < SIGNALS; r.draw++) {
        struct signal s = signal_of(r);
        square += pow(sensor_noise(s.n, s.t, s.y) / r.noise, 2) / SIGNALS;
        signal_free(&s);
    }
    cr_expect_float_eq(square, 1, 4.5 * 2 * 1.33 / sqrt(4000.0 * SIGNALS), "%g", square);
}

/* Jumps do not count: each is in five to nine differences, of which the size of a hundred noises is
 * beyond three deviations. Ten of them take 0.5 to 4.5 % of differences out, and what is within
 * three deviations of a median that is so much too large is less than 2 % more. */
Test(sensor, jumps_are_no_noise)
{
    for (unsigned draw = 0; draw < 4; draw++) {
        const struct recipe r = { RAMP,         2000,          1e-3,        .size = 1,
                                  .period = 10, .noise = 1e-3, .draw = draw };
        struct signal s = signal_of(r);
        for (size_t i = 0; i < s.n; i++)
            s.y[i] += 0.1 * floor((double)i / 200);
        const double found = sensor_noise(s.n, s.t, s.y);
        cr_expect_float_eq(found / r.noise, 1, 0.02 + 5 * 1.33 / sqrt((double)s.n), "%g", found);
        signal_free(&s);
    }
}

Test(sensor, a_clean_motion_has_next_to_no_noise)
{
    struct recipe r = { SINE, 200, 0.04, .size = 1, .period = 1 };
    struct signal s = signal_of(r);
    /* Eighth differences are (2 pi/25)^8, over the root of binomials' squares, 113. */
    cr_expect_lt(sensor_noise(s.n, s.t, s.y), 2 * pow(two_pi / 25, 8) / 113 / 0.674);
    signal_free(&s);
    r.shape = STICK;
    s = signal_of(r);
    cr_expect_eq(sensor_noise(s.n, s.t, s.y), 0);
    signal_free(&s);
}

Test(sensor, quantiles_are_numbers_in_order)
{
    double a[11];
    for (int i = 0; i < 11; i++)
        a[i] = (i * 7 + 3) % 11;
    cr_expect_eq(quantile(11, a, 0), 0);
    cr_expect_eq(quantile(11, a, 0.5), 5);
    cr_expect_eq(quantile(11, a, 0.36), 4);
    cr_expect_eq(quantile(11, a, 0.9), 9);
    cr_expect_eq(quantile(11, a, 1), 10);
    cr_expect_eq(quantile(1, a, 0.7), a[0]);
}

/* Positions with an error from sample to sample, of a motion that is slow, then fast, then jumps,
 * and their differences; beside them velocities with noise, or steps, of their own. */
Test(sensor, differences_are_told_from_noise)
{
    enum { N = 4000 };
    static double x[N], difference[N], own[N];
    for (uint64_t draw = 0; draw < 8; draw++) {
        const bool has_step = draw % 2, jumps = draw % 4 > 1;
        const double noise = draw < 4 ? 1e-6 : 1e-5;
        struct rng rng = rng_keyed(draw, "differences", 0);
        double pair[2];
        for (int i = 0; i < N; i++) {
            const double t = 1e-3 * i, size = i < N / 2 ? 5e-5 : 0.0123456;
            const double v = size * (jumps ? (i / 500 % 2 ? 1 : -1) : sin(two_pi * t));
            rng_normal_pair(&rng, pair);
            x[i] = (i > 0 ? x[i - 1] : 0) + 1e-3 * v;
            own[i] = v + 1e3 * noise * pair[1] * (has_step ? 0.3 : 1);
            if (has_step)
                own[i] = rint(own[i] / (1e3 * noise)) * 1e3 * noise;
            difference[i] = has_step ? rint(x[i] / noise) * noise : x[i] + noise * pair[0];
        }
        for (int i = N - 1; i > 0; i--)
            difference[i] = (difference[i] - difference[i - 1]) / 1e-3;
        difference[0] = 0;
        cr_expect(sensor_is_difference(N, difference), "draw %d", (int)draw);
        cr_expect(!sensor_is_difference(N, own), "draw %d", (int)draw);
    }
    cr_expect(!sensor_is_difference(79, difference));
}
