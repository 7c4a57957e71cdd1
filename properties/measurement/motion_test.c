/* Smooth motions against those that were measured. */
#include "properties/measurement/motion.h"

#include <criterion/criterion.h>
#include <float.h>

#include "properties/measurement/signal_test.h"
#include "properties/measurement/smoother.h"

/* Leaves out of both ends and of the neighbours of each jump of the velocity as many samples: there
 * the curve has half of its support. Returns the root mean square of a - b over the others. */
static double rms_inside(const struct signal *s, const double a[], const double b[], size_t margin)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = margin; i + margin < s->n; i++) {
        if (s->v[i - margin] * s->v[i + margin] < 0)
            continue;
        sum += (a[i] - b[i]) * (a[i] - b[i]);
        count++;
    }
    return sqrt(sum / (double)count);
}

static void expect_finite(const struct motion *m)
{
    for (size_t i = 0; i < m->n; i++)
        cr_assert(isfinite(m->x[i]) && isfinite(m->v[i]), "%zu: %g m, %g m/s", i, m->x[i], m->v[i]);
}

/* The sum that the curve makes least is, as a mean over what the positions count, each of them once
 * at most, the noise squared, up to twice its spread of 1/sqrt(count) and what bisection leaves. */
static double mean_sum(const struct motion *m)
{
    double sum = 0, count = -3;
    for (size_t i = 0; i < m->n; i++) {
        const double off = m->seen[i] - m->x[i], variance = motion_variance(m, i);
        sum += off * off / variance;
        count += fmin(1, m->noise * m->noise / variance);
    }
    for (size_t i = 0; i + 3 < m->n; i++)
        sum += motion_third(m, i) * motion_third(m, i) / motion_third_variance(m, i);
    return (sum / count - 1) * sqrt(count) / 2;
}

/* A linear smoother for which lambda third^2 is usual beside the noise passes white noise at
 * frequencies k, 1/sample, by 1/(1 + lambda k^6): to the position as
 *
 *     noise^2 lambda^(-1/6) times 1/pi the integral of 1/(1 + k^6)^2 = 0.278
 *
 * and to the velocity as noise^2/h^2/(12 sqrt(lambda)). That of this motion, whose weights are not
 * equal, may have twice and four times as much. */
static void expect_near_sine(const struct recipe *r, double noise)
{
    const double k = two_pi * r->h / r->period, third = r->size * k * k * k / sqrt(2);
    const double lambda = noise * noise / (third * third);
    const double x_error = noise * sqrt(0.278 * pow(lambda, -1.0 / 6));
    const double v_error = noise / r->h / sqrt(12 * sqrt(lambda));
    struct signal s = signal_of(*r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    expect_finite(&m);
    const double x = rms_between(s.n, m.x, s.x), v = rms_between(s.n, m.v, s.v);
    cr_expect_lt(x, 2 * x_error, "n %zu, step %g: %g m, not %g", s.n, r->step, x, x_error);
    cr_expect_lt(v, 4 * v_error, "n %zu, step %g: %g m/s, not %g", s.n, r->step, v, v_error);
    cr_expect_lt(x, 0.6 * rms_between(s.n, s.y, s.x));
    const double sum = mean_sum(&m);
    cr_expect_float_eq(sum, 1, 1, "n %zu: %g", s.n, sum);
    motion_free(&m);
    signal_free(&s);
}

Test(motion, of_a_sine_is_near)
{
    for (int irregular = 0; irregular < 2; irregular++)
        for (int decade = -6; decade <= 6; decade += 6) {
            const double scale = pow(10, decade);
            struct recipe r = {
                SINE, 2000, 0.01, irregular ? 0.5 : 0, 1e-3 * scale, 1, 1e-6 * scale, 0, 0, 0
            };
            expect_near_sine(&r, r.noise);
            r.far = 1e3 * scale;
            expect_near_sine(&r, r.noise);
            r.h = 0.001;
            r.noise = 0;
            r.step = 1e-6 * scale;
            expect_near_sine(&r, r.step / sqrt(12));
            r.far = 0;
            r.noise = r.step;
            expect_near_sine(&r, hypot(r.noise, r.step / sqrt(12)));
        }
}

/* Of a ramp no less may be left than of a parabola: the sum of its variances is 3. A curve that is
 * free every 250 samples has as many more; its slope is off by what it is off over so many. */
static bool is_near_ramp(const struct recipe *r, double noise)
{
    struct signal s = signal_of(*r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    expect_finite(&m);
    const double n = (double)s.n, free_numbers = 3 + n / 250, length = r->h * fmin(n, 250);
    const double x = rms_between(s.n, m.x, s.x), v = rms_between(s.n, m.v, s.v);
    const double as_parabola = noise * sqrt(free_numbers / n);
    cr_expect_lt(x, 1.2 * rms_between(s.n, s.y, s.x), "n %zu: %g m", s.n, x);
    motion_free(&m);
    signal_free(&s);
    return x < 2 * as_parabola && v < 20 * as_parabola / length;
}

/* Where chance makes the noise look less than it is, the curve follows a part of it. */
Test(motion, of_a_ramp_is_a_ramp)
{
    enum { DRAWS = 16 };
    for (size_t n = 20; n <= 2000; n *= 10)
        for (int has_step = 0; has_step < 2; has_step++) {
            struct recipe r = { RAMP, n, 0.01, 0, 1e-3, 1, 1e-6, has_step * 1e-6, 0, 0 };
            const unsigned draws = n < 2000 ? DRAWS : DRAWS / 4;
            unsigned near = 0;
            for (r.draw = 0; r.draw < draws; r.draw++) {
                r.irregular = r.draw % 2;
                near += is_near_ramp(&r, hypot(r.noise, r.step / sqrt(12)));
            }
            cr_expect_geq(near, draws * 3 / 4, "n %zu, step %g: %u of %u", n, r.step, near, draws);
        }
}

/* What the best of curves whose third differences all count alike leaves, m/s, inside. */
static double best_of_equal_weights(const struct signal *s, double h, size_t margin)
{
    struct smoother even;
    double best = INFINITY, *x = memory_array(s->n, sizeof *x), *v = memory_array(s->n, sizeof *v);
    smoother_begin(&even, s->n, s->t, 3);
    for (int decade = -2; decade <= 8; decade++) {
        even.lambda = pow(10, decade);
        smoother_factor(&even);
        smoother_solve(&even, s->y, x);
        for (size_t i = 1; i + 1 < s->n; i++)
            v[i] = (x[i + 1] - x[i - 1]) / (2 * h);
        best = fmin(best, rms_inside(s, v, s->v, margin));
    }
    smoother_free(&even);
    free(x);
    free(v);
    return best;
}

/* Where the velocity jumps, it has jumped a few samples later, and elsewhere the curve is nearer
 * than one that has to bend everywhere to bend there. */
Test(motion, of_a_zigzag_keeps_its_corners)
{
    const struct recipe r = { ZIGZAG, 4000, 0.005, 0, 1e-3, 4, 1e-6, 0, 0, 0 };
    struct signal s = signal_of(r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    expect_finite(&m);
    const double speed = 2 * r.size / r.period, others = best_of_equal_weights(&s, r.h, 10);
    for (size_t i = 10; i + 10 < s.n; i++)
        if (s.v[i - 10] * s.v[i + 10] > 0)
            cr_assert_float_eq(m.v[i], s.v[i], 0.3 * speed, "%zu: %g of %g m/s", i, m.v[i], speed);
    /* No third difference is beyond its own deviation; some, those of corners, have none other. Of
     * normal numbers a third would be beyond. */
    const struct smoother *smoother = m.smoother;
    size_t as_large = 0;
    for (size_t i = 0; i + 3 < m.n; i++) {
        const double third = fabs(motion_third(&m, i)), usual = sqrt(motion_third_variance(&m, i));
        cr_assert_geq(usual, third * (1 - 1e-15), "%zu: %g m of %g", i, third, usual);
        as_large += usual > 1.001 * m.noise * sqrt(smoother->slack[i]);
    }
    cr_expect_gt(as_large, (size_t)0);
    cr_expect_lt(as_large, m.n / 10, "%zu of %zu", as_large, m.n);
    const double x = rms_inside(&s, m.x, s.x, 20), v = rms_inside(&s, m.v, s.v, 10);
    cr_expect_lt(v, 0.8 * others, "%g m/s, others %g", v, others);
    cr_expect_lt(x, 0.3 * r.noise, "%g m", x);
    motion_free(&m);
    signal_free(&s);
}

/* A motion of two steps of the encoder to each side, of which each lasts hundreds of samples. The
 * way to a step is known to one step's rounding, and to the noise of as many samples. */
Test(motion, within_few_steps_is_seen)
{
    struct recipe r = { SINE, 2000, 0.01, 0, 2e-6, 10, 0, 1e-6, 0, 0 };
    struct signal s = signal_of(r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    cr_expect_float_eq(m.step, 1e-6, 1e-18);
    cr_expect_float_eq(m.noise, 1e-6 / sqrt(12), 1e-12);
    const double speed = r.size * two_pi / r.period;
    /* Samples of one value have one error, and count for next to nothing but the first of them. */
    for (size_t i = 1; i < s.n; i++) {
        const double variance = motion_variance(&m, i);
        const bool is_first = s.y[i] != s.y[i - 1], is_held = m.seen[i] != s.y[i];
        cr_expect(is_first ? variance < m.noise * m.noise
                           : is_held || variance > 900 * m.noise * m.noise,
                  "%zu: %g", i, variance);
    }
    const double sum = mean_sum(&m);
    cr_expect_lt(sum, 1.1, "%g", sum);
    cr_expect_lt(rms_between(s.n, m.x, s.x), 0.18 * rms_between(s.n, s.y, s.x));
    cr_expect_lt(rms_between(s.n, m.v, s.v), 0.15 * speed);
    motion_free(&m);
    signal_free(&s);
    r.noise = r.step;
    s = signal_of(r);
    motion_through(&m, s.n, s.t, s.y);
    cr_expect_lt(rms_between(s.n, m.x, s.x), 0.15 * rms_between(s.n, s.y, s.x));
    cr_expect_lt(rms_between(s.n, m.v, s.v), 0.15 * speed);
    motion_free(&m);
    signal_free(&s);
}

/* Where a motion creeps, its encoder tells it far better than to a step: edges are passed to within
 * a fiftieth of one. */
Test(motion, that_creeps_is_seen)
{
    const struct recipe r = { RAMP, 3000, 0.001, 0, 1e-6, 0.05, 0, 1e-6, 0, 0 };
    const double speed = r.size / r.period;
    struct signal s = signal_of(r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    cr_expect(m.has_edges);
    cr_expect_lt(rms_between(s.n, m.x, s.x), 0.05 * m.step, "%g", rms_between(s.n, m.x, s.x));
    cr_expect_lt(rms_between(s.n, m.v, s.v), 0.05 * speed, "%g", rms_between(s.n, m.v, s.v));
    motion_free(&m);
    signal_free(&s);
}

/* Rest is rest, between motions, and alone. */
Test(motion, at_rest_rests)
{
    const struct recipe r = { STICK, 4000, 0.005, 0, 1e-4, 10, 0, 1e-6, 0, 0 };
    struct signal s = signal_of(r);
    struct motion m;
    motion_through(&m, s.n, s.t, s.y);
    expect_finite(&m);
    const double speed = r.size * 4 / r.period;
    for (size_t i = 0; i < s.n; i++) {
        const double part = s.t[i] / r.period - floor(s.t[i] / r.period);
        if (part > 0.1 && part < 0.65)
            cr_assert_float_eq(m.v[i], 0, 0.02 * speed, "%zu: %g of %g m/s", i, m.v[i], speed);
        /* At rest all samples have one error. In motion, a step lasts less than one. */
        const double count = m.noise * m.noise / motion_variance(&m, i);
        if (part > 0.05 && part < 0.7 && s.y[i] == s.y[i - 1] && m.seen[i] == s.y[i])
            cr_assert_leq(count, 0.01, "%zu: %g", i, count);
    }
    motion_free(&m);
    for (size_t i = 0; i < s.n; i++)
        s.y[i] = 7;
    motion_through(&m, s.n, s.t, s.y);
    for (size_t i = 0; i < s.n; i++)
        cr_assert(m.x[i] == 7 && m.v[i] == 0);
    motion_free(&m);
    signal_free(&s);
}

/* A motion without noise stays as it is, to a millionth of what is measured. */
Test(motion, without_noise_stays)
{
    for (enum shape shape = RAMP; shape <= STICK; shape++)
        for (size_t n = 20; n <= 2000; n *= 10) {
            const struct recipe r = { shape, n, 20.0 / (double)n, 0.3, 1, 20, 0, 0, 0, 0 };
            struct signal s = signal_of(r);
            struct motion m;
            motion_through(&m, n, s.t, s.y);
            expect_finite(&m);
            const double off = rms_between(n, m.x, s.x);
            /* Of twenty samples of a sine, (2 pi/20)^4/8.4 looks like noise. */
            cr_expect_lt(off, n < 200 ? 1e-3 : 1e-6, "shape %d, n %zu: %g", shape, n, off);
            motion_free(&m);
            signal_free(&s);
        }
}

/* Two samples may be a billionth of the usual interval apart, many may be missing. */
Test(motion, at_any_times_is_found)
{
    const struct recipe r = { SINE, 500, 0.01, 0, 1e-3, 1, 1e-6, 0, 0, 0 };
    struct signal s = signal_of(r);
    struct motion m;
    for (size_t i = 0; i < s.n; i++) {
        s.t[i] += i > 250 ? 0.09 : 0;
        s.t[i] -= i % 100 == 50 ? 0.01 * (1 - 1e-9) : 0;
        double v;
        const double error = s.y[i] - s.x[i];
        signal_at(&r, s.t[i], &s.x[i], &v);
        s.v[i] = v;
        s.y[i] = s.x[i] + error;
    }
    motion_through(&m, s.n, s.t, s.y);
    expect_finite(&m);
    cr_expect_lt(rms_between(s.n, m.x, s.x), r.noise);
    cr_expect_float_eq(m.noise, r.noise, 0.3 * r.noise);
    motion_free(&m);
    signal_free(&s);
}

/* The trapezoidal rule integrates exactly what is linear between samples. */
Test(motion, of_a_velocity_is_its_integral)
{
    enum { N = 200 };
    double t[N], v[N];
    struct rng rng = rng_keyed(0, "velocity", 0);
    struct motion m;
    for (int i = 0; i < N; i++) {
        t[i] = 3 + 0.01 * (i + rng_uniform(&rng));
        v[i] = 2 - 5 * t[i];
    }
    motion_of_velocity(&m, N, t, v);
    cr_expect(m.n == N && m.step == 0 && m.noise == 0);
    for (size_t i = 0; i < N; i++) {
        const double way = (2 - 2.5 * (t[i] + t[0])) * (t[i] - t[0]);
        cr_expect_float_eq(m.x[i], way, N * 8 * DBL_EPSILON * 20, "%zu: %g", i, m.x[i] - way);
        cr_expect(m.v[i] == v[i] && m.t[i] == t[i]);
        cr_expect_eq(motion_variance(&m, i), 0);
    }
    cr_expect_eq(motion_third(&m, 0), 0);
    cr_expect_eq(motion_third_variance(&m, 0), 0);
    double x[N], again[N];
    motion_measure_again(&m, &rng, x, again);
    for (size_t i = 0; i < N; i++)
        cr_expect(x[i] == m.x[i] && again[i] == v[i]);
    motion_free(&m);
    cr_expect(m.n == 0 && !m.x && !m.v && !m.t);
}

/* A motion that stops with an acceleration, rests, and begins with one again, half of the time at
 * rest. Where it rests the curve stands still, by what an encoder's step leaves open; where it
 * stops it does not swing back. */
Test(motion, rests)
{
    enum { N = 8000 };
    static double t[N], x[N], seen[N];
    const double step = 1e-6;
    struct motion m;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        const double phase = fmod(t[i] + 0.5, 4), up = 5e-4 * (1 - cos(two_pi / 2));
        x[i] = phase < 1   ? 5e-4 * (1 - cos(two_pi / 2 * phase))
               : phase < 2 ? up
               : phase < 3 ? up - 5e-4 * (1 - cos(two_pi / 2 * (phase - 2)))
                           : 0;
        seen[i] = rint(x[i] / step + 0.3) * step;
    }
    motion_through(&m, N, t, seen);
    cr_assert(m.has_edges);
    size_t rests = 0;
    for (size_t i = 0; i + 3 < N; i++)
        rests += motion_rests(&m, i);
    cr_expect(rests > 0.45 * N && rests < 0.52 * N, "%zu", rests);
    for (size_t i = 0; i < N; i++) {
        const double phase = fmod(t[i] + 0.5, 2), off = m.x[i] - x[i] - 0.3 * step;
        /* A step's rounding at most, and a third of it where it moves. */
        cr_expect(fabs(off) < step / 2, "%g: %g", t[i], off);
        /* Rests are at 1 to 2, margins apart: there velocities are next to none, and before the
         * motion has begun to it goes nowhere. */
        if (phase > 1.02 && phase < 1.97)
            cr_expect(fabs(m.v[i]) < 1e-6, "%g: %g", t[i], m.v[i]);
        if (phase > 1 && phase < 1.97 && i > 600) {
            const size_t stop = i - (size_t)((phase - 1) * 1e3);
            cr_expect(fabs(m.x[i] - m.x[stop]) < 0.35 * step, "%g: %g", t[i], m.x[i] - m.x[stop]);
        }
    }
    motion_free(&m);
}
